internal import Collation

/// How much of a record is in its cell, and where the rest is.
///
/// The formulas are SQLite's, https://www.sqlite.org/fileformat2.html#cell_payload_overflow_pages
enum CellPayload {
  static let maximumInTable = PageFile.pageSize - 35
  static let maximumInIndex = (PageFile.pageSize - 12) * 64 / 255 - 23
  private static let minimum = (PageFile.pageSize - 12) * 32 / 255 - 23
  private static let overflowSize = PageFile.pageSize - 4

  /// The bytes of a record of `size` bytes that stay in the cell.
  @inline(__always)
  static func localSize(_ size: Int, maximum: Int) -> Int {
    if size <= maximum { return size }
    let local = minimum + (size - minimum) % overflowSize
    return local <= maximum ? local : minimum
  }

  /// Writes what does not stay in the cell to a chain of pages and gives the first one's number.
  static func writeOverflow(_ rest: TextBytes, to file: PageFile) throws -> UInt32 {
    var pages: [[UInt8]] = []
    var index = 0
    while index < rest.count {
      let part = rest[index..<min(index + overflowSize, rest.count)]
      pages.append([0, 0, 0, 0] + part + Array(repeating: 0, count: overflowSize - part.count))
      index += overflowSize
    }
    return try write(&pages, to: file)
  }

  /// The last page goes first, so that each knows the number of the one after it.
  private static func write(_ pages: inout [[UInt8]], to file: PageFile) throws -> UInt32 {
    var next: UInt32 = 0
    while var page = pages.popLast() {
      withUnsafeBytes(of: next.bigEndian) { page.replaceSubrange(0..<4, with: $0) }
      next = try page.withUnsafeMutableBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return 0 }
        return try file.append(start)
      }
    }
    return next
  }
}
