import Foundation

/// The bytes of an open file, pipe or terminal.
///
/// Reading, not mapping: a mapped file that another process cuts short kills its readers.
struct FileSource: ByteSource {
  private let file: FileHandle
  private let name: String
  private let isCancelled: @Sendable () -> Bool
  /// Bytes of a regular file; nil for pipes and the like.
  let size: Int?
  let progress = ReadProgress()

  /// Opens the file at `path`; `isCancelled` is polled while a pipe is empty.
  init(path: String, isCancelled: @escaping @Sendable () -> Bool) throws(ImportFailure) {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw ImportFailure(.cannotOpen(path, errno: errno)) }
    let file = FileHandle(fileDescriptor: number, closeOnDealloc: true)
    try self.init(file, name: path, isCancelled: isCancelled)
  }

  init(standardInput isCancelled: @escaping @Sendable () -> Bool) throws(ImportFailure) {
    try self.init(.standardInput, name: "standard input", isCancelled: isCancelled)
  }

  private init(
    _ file: FileHandle, name: String, isCancelled: @escaping @Sendable () -> Bool
  ) throws(ImportFailure) {
    self.file = file
    self.name = name
    self.isCancelled = isCancelled
    var status = stat()
    guard fstat(file.fileDescriptor, &status) == 0 else {
      throw ImportFailure(.cannotOpen(name, errno: errno))
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw ImportFailure(.cannotOpen(name, errno: EISDIR)) }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    if let size, size >= ReadAheadSource.worthwhile { progress.digest = FileDigest() }
    // Linux reads further ahead then.
    if size != nil { posix_fadvise(file.fileDescriptor, 0, 0, POSIX_FADV_SEQUENTIAL) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int {
    if size == nil { try waitForBytes() }
    while true {
      let count = Foundation.read(file.fileDescriptor, buffer.baseAddress, buffer.count)
      if count >= 0 {
        progress.bytes += count
        progress.digest?.combine(UnsafeRawBufferPointer(start: buffer.baseAddress, count: count))
        return count
      }
      guard errno == EINTR || errno == EAGAIN else {
        throw ImportFailure(.cannotRead(name, errno: errno))
      }
      try waitForBytes()
    }
  }

  /// Waits until there is something to read, and checks for cancellation every 50 ms.
  private func waitForBytes() throws(ImportFailure) {
    var request = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, 50) <= 0 {
      if isCancelled() { throw ImportFailure(.cancelled) }
    }
  }
}
