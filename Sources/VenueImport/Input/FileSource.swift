import Foundation

/// The bytes of an open file, pipe or terminal.
///
/// Reading, not mapping: a mapped file that another process cuts short kills its readers.
struct FileSource: ByteSource {
  private let descriptor: FileDescriptor
  private let name: String
  private let isCancelled: @Sendable () -> Bool
  /// Bytes of a regular file; nil for pipes and the like.
  let size: Int?
  /// The number of bytes read so far.
  let progress = ReadProgress()

  /// Opens the file at `path`; `isCancelled` is polled while a pipe is empty.
  init(path: String, isCancelled: @escaping @Sendable () -> Bool) throws(ImportFailure) {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw ImportFailure(.cannotOpen(path, errno: errno)) }
    try self.init(FileDescriptor(owning: number), name: path, isCancelled: isCancelled)
  }

  /// Reads standard input.
  init(standardInput isCancelled: @escaping @Sendable () -> Bool) throws(ImportFailure) {
    try self.init(
      FileDescriptor(borrowing: STDIN_FILENO), name: "standard input", isCancelled: isCancelled)
  }

  private init(
    _ descriptor: FileDescriptor, name: String, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImportFailure) {
    self.descriptor = descriptor
    self.name = name
    self.isCancelled = isCancelled
    var status = stat()
    guard fstat(descriptor.number, &status) == 0 else {
      throw ImportFailure(.cannotOpen(name, errno: errno))
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw ImportFailure(.cannotOpen(name, errno: EISDIR)) }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    // Linux reads further ahead then.
    if size != nil { posix_fadvise(descriptor.number, 0, 0, POSIX_FADV_SEQUENTIAL) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int {
    if size == nil { try waitForBytes() }
    while true {
      let count = Foundation.read(descriptor.number, buffer.baseAddress, buffer.count)
      if count >= 0 {
        progress.bytes += count
        return count
      }
      guard errno == EINTR || errno == EAGAIN else {
        throw ImportFailure(.cannotRead(name, errno: errno))
      }
      try waitForBytes()
    }
  }

  /// Waits until there is something to read, and looks ten times a second whether to go on.
  private func waitForBytes() throws(ImportFailure) {
    var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, 50) <= 0 {
      if isCancelled() { throw ImportFailure(.cancelled) }
    }
  }
}

/// An open file that is closed when it is deallocated.
final class FileDescriptor {
  let number: Int32
  private let isOwned: Bool

  init(owning number: Int32) {
    self.number = number
    isOwned = true
  }

  init(borrowing number: Int32) {
    self.number = number
    isOwned = false
  }

  deinit {
    if isOwned { close(number) }
  }
}
