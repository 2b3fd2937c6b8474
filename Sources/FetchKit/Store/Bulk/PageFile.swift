internal import Foundation

/// Appends pages to a database file that nobody else knows yet.
final class PageFile {
  static let pageSize = 4096
  /// The page that SQLite locks on and never uses: the one that begins at 1 GB.
  private static let lockPage = UInt32((1 << 30) / pageSize + 1)

  private let file: BlockFile
  private let writer: BlockWriter
  /// How many pages the file has, those too that are not written yet.
  private(set) var count: UInt32
  private var postponed: [(number: UInt32, page: [UInt8])] = []
  /// Asked from time to time; true ends it all.
  private let isCancelled: () -> Bool

  /// Opens a file of whole pages.
  init(path: String, isCancelled: @escaping () -> Bool = { false }) throws {
    self.isCancelled = isCancelled
    file = try BlockFile(path: path, named: "the new store")
    writer = BlockWriter(file)
    guard file.size > 0, file.size % Self.pageSize == 0 else {
      throw StoreError(
        .failed, "store.pageSize", "\(path) does not consist of pages of \(Self.pageSize) bytes")
    }
    count = UInt32(file.size / Self.pageSize)
  }

  /// The number of the next page.
  var nextNumber: UInt32 { count + 1 == Self.lockPage ? count + 2 : count + 1 }

  /// Appends a page and gives its number, 1-based.
  @discardableResult
  func append(_ page: UnsafeMutablePointer<UInt8>) throws -> UInt32 {
    if count + 1 == Self.lockPage { try write([UInt8](repeating: 0, count: Self.pageSize)) }
    try write(page)
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
    try file.write(page, Self.pageSize, at: Int(number - 1) * Self.pageSize)
  }

  /// Writes what is left, and into the header how many pages there are.
  func finish() throws {
    try checkCancellation()
    try writer.finish()
    var (pages, version) = (count.bigEndian, UInt32(0))
    try file.read(24..<28, to: &version)
    try file.write(&pages, 4, at: 28)
    // The number of pages counts only if this is the counter of changes.
    try file.write(&version, 4, at: 92)
  }

  private func write(_ page: UnsafePointer<UInt8>) throws {
    if count % 256 == 0 { try checkCancellation() }
    try writer.append(page, Self.pageSize)
    count += 1
  }

  private func checkCancellation() throws {
    if isCancelled() { throw StoreError.cancelled }
  }
}

extension StoreError {
  /// A call of the system that failed just now.
  static func system(_ id: StaticString, _ operation: ErrorMessage.Text) -> StoreError {
    let code = errno
    return StoreError(
      .cannotWrite, "store.because",
      "\(ErrorMessage(id, operation)): \(SystemError.message(code))")
  }
}
