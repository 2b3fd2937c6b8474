internal import Foundation

/// The database file, to which pages are appended.
final class DatabaseFile {
  static let pageSize = 4096
  /// The page at 1 GB, which SQLite uses for locks only.
  private static let lockPage = UInt32((1 << 30) / pageSize + 1)

  private let file: BlockFile
  private let writer: BlockWriter
  /// The number of pages, including those not written yet.
  private(set) var count: UInt32
  private var postponed: [(number: UInt32, page: [UInt8])] = []
  /// Checked regularly; true ends the load.
  private let isCancelled: () -> Bool

  init(path: String, isCancelled: @escaping () -> Bool = { false }) throws {
    self.isCancelled = isCancelled
    file = try BlockFile(path: path, name: "the new store")
    writer = BlockWriter(file)
    guard file.size > 0, file.size % Self.pageSize == 0 else {
      throw BulkLoadError.wrongPageSize(path: path)
    }
    count = UInt32(file.size / Self.pageSize)
  }

  @discardableResult
  func append(_ page: UnsafePointer<UInt8>) throws -> UInt32 {
    if count + 1 == Self.lockPage { try write([UInt8](repeating: 0, count: Self.pageSize)) }
    try write(page)
    return count
  }

  /// Replaces a page when `replacePostponed` is called.
  func postponeReplacing(_ number: UInt32, _ page: UnsafePointer<UInt8>) {
    postponed.append((number, Array(UnsafeBufferPointer(start: page, count: Self.pageSize))))
  }

  func replacePostponed() throws {
    for (number, page) in postponed { try replace(number, page) }
    postponed = []
  }

  /// Replaces a page that the file had when it was opened.
  func replace(_ number: UInt32, _ page: UnsafePointer<UInt8>) throws {
    try file.write(page, Self.pageSize, at: Int(number - 1) * Self.pageSize)
  }

  /// Writes the remaining pages and the size of the database in the file header.
  func finish() throws {
    try checkCancellation()
    try writer.finish()
    var (pages, version) = (count.bigEndian, UInt32(0))
    try file.read(24..<28, to: &version)
    try file.write(&pages, 4, at: 28)
    // The size is valid only with the change counter.
    try file.write(&version, 4, at: 92)
  }

  private func write(_ page: UnsafePointer<UInt8>) throws {
    if count % 256 == 0 { try checkCancellation() }
    try writer.append(page, Self.pageSize)
    count += 1
  }

  private func checkCancellation() throws {
    if isCancelled() { throw BulkLoadError.cancelled }
  }
}
