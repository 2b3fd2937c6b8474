internal import Foundation

/// Appends pages to a database file that nobody else knows yet.
final class PageFile {
  static let pageSize = 4096
  /// The page that SQLite locks on and never uses: the one that begins at 1 GB.
  private static let lockPage = UInt32((1 << 30) / pageSize + 1)
  private static let bufferedPages = 256

  private let descriptor: Int32
  private var buffer = ByteBuffer(capacity: bufferedPages * pageSize)
  /// How many pages the file has, those in the buffer too.
  private(set) var count: UInt32
  private var postponed: [(number: UInt32, page: [UInt8])] = []
  /// Asked before each write; true ends it all.
  private let isCancelled: () -> Bool

  /// Opens a file of `count` pages.
  init(path: String, isCancelled: @escaping () -> Bool = { false }) throws {
    self.isCancelled = isCancelled
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError.system("cannot open \(path)") }
    let size = lseek(descriptor, 0, SEEK_END)
    guard size > 0, Int(size) % Self.pageSize == 0 else {
      close(descriptor)
      throw StoreError(.failed, "\(path) does not consist of pages of \(Self.pageSize) bytes")
    }
    count = UInt32(Int(size) / Self.pageSize)
  }

  deinit { close(descriptor) }

  /// The number of the next page.
  var nextNumber: UInt32 { count + 1 == Self.lockPage ? count + 2 : count + 1 }

  /// Appends a page and gives its number, 1-based.
  @discardableResult
  func append(_ page: UnsafeMutablePointer<UInt8>) throws -> UInt32 {
    if count + 1 == Self.lockPage { try write([UInt8](repeating: 0, count: Self.pageSize)) }
    try write(UnsafeBufferPointer(start: page, count: Self.pageSize))
    return count
  }

  /// Like `replace`, but only when `replacePostponed` is called.
  func postponeReplacing(_ number: UInt32, _ page: UnsafeMutablePointer<UInt8>) {
    postponed.append((number, Array(UnsafeBufferPointer(start: page, count: Self.pageSize))))
  }

  func replacePostponed() throws {
    for (number, page) in postponed {
      var page = page
      try page.withUnsafeMutableBufferPointer { bytes in
        if let start = bytes.baseAddress { try replace(number, start) }
      }
    }
    postponed = []
  }

  /// Puts a page in the place of one that was there when the file was opened.
  func replace(_ number: UInt32, _ page: UnsafeMutablePointer<UInt8>) throws {
    try write(UnsafeRawPointer(page), Self.pageSize, at: Int(number - 1) * Self.pageSize)
  }

  /// Writes what is left, and into the header how many pages there are.
  func finish() throws {
    try flush()
    var (pages, version) = (count.bigEndian, UInt32(0))
    guard pread(descriptor, &version, 4, 24) == 4 else { throw StoreError.system("cannot read") }
    try write(&pages, 4, at: 28)
    // The number of pages counts only if this is the counter of changes.
    try write(&version, 4, at: 92)
  }

  private func write(_ page: some Collection<UInt8>) throws {
    _ = page.withContiguousStorageIfAvailable { buffer.append($0) }
    count += 1
    if buffer.count >= Self.bufferedPages * Self.pageSize { try flush() }
  }

  private func flush() throws {
    if isCancelled() { throw StoreError(.cancelled, "stopped") }
    let offset = Int(count) * Self.pageSize - buffer.count
    try write(buffer.start, buffer.count, at: offset)
    // Linux begins to write what it is told to forget: less is left to do at the end.
    posix_fadvise(descriptor, off_t(offset), off_t(buffer.count), POSIX_FADV_DONTNEED)
    buffer.removeAll()
  }

  private func write(_ bytes: UnsafeRawPointer, _ count: Int, at offset: Int) throws {
    var done = 0
    while done < count {
      let part = pwrite(descriptor, bytes + done, count - done, off_t(offset + done))
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { throw StoreError.system("cannot write the new store") }
      done += part
    }
  }
}

extension StoreError {
  /// A call of the system that failed just now.
  static func system(_ message: String) -> StoreError {
    StoreError(.cannotWrite, "\(message): \(String(cString: strerror(errno)))")
  }
}
