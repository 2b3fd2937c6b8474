// The layout of the files that this module writes
//
// The database file is an array of pages of 4096 bytes, numbered from 1. Page 1 begins with the 100 bytes of the
// file header. The caller has SQLite create the file with all tables and indexes, still empty: their schema and their
// root pages exist, and the module only fills them. Integers are big-endian.
//
//   file header   offset  24  4  file change counter
//                 offset  28  4  size of the database in pages
//                 offset  92  4  the change counter for which the size is valid
//
// A table is a b-tree of rows by rowid. The rows are on its leaves; an interior page holds the largest rowid of each
// child but the last. A WITHOUT ROWID table and an index are b-trees of records; their interior pages hold records,
// too: the one between two children is on neither of them.
//
//   b-tree page   offset   0  1  kind: 2 interior index, 5 interior table, 10 leaf index, 13 leaf table
//                 offset   1  2  first free block, always 0 here
//                 offset   3  2  number of cells
//                 offset   5  2  start of the cell contents
//                 offset   7  1  fragmented free bytes, always 0 here
//                 offset   8  4  last child, on interior pages only
//                 then           the offset of each cell, 2 bytes each, in the order of the keys
//                 …              unused bytes
//                 to the end     the cells, the first one last
//
//   cells         leaf table       payload size (varint), rowid (varint), payload, first overflow page
//                 interior table   child (4), rowid (varint)
//                 leaf index       payload size (varint), payload, first overflow page
//                 interior index   child (4), payload size (varint), payload, first overflow page
//
// A payload that is too large for a page is cut, and the rest is in a list of overflow pages: the number of the next
// page (4 bytes, 0 at the end) and up to 4092 bytes.
//
//   record        size of the header (varint), a serial type for each value (varint), the values
//   serial types  0 NULL; 1…6 integers of 1, 2, 3, 4, 6 and 8 bytes; 7 double; 8 and 9 the integers 0 and 1;
//                 2n+12 blob of n bytes; 2n+13 text of n bytes
//
// Rows are appended in the order of their keys, so every tree is written once, from the left to the right: leaves go to
// the end of the file as they fill up, then the levels above them, and the root replaces the empty one. Entries of
// indexes come in any order. They are first sorted, in runs that are spilled to a temporary file and merged.
//
// The page at 1 GB, on which SQLite's file locks are, is left empty.
//
// See https://www.sqlite.org/fileformat2.html

/// The part of a record that is stored in its cell, and the overflow pages of the rest.
///
/// The formulas are those of https://www.sqlite.org/fileformat2.html#cell_payload_overflow_pages
package enum CellPayload {
  /// Returns how many bytes of a record of `size` bytes are stored in its cell.
  @inline(__always)
  package static func localSize(
    _ size: Int, isIndex: Bool, pageSize: Int = DatabaseFile.pageSize
  ) -> Int {
    let maximum = isIndex ? (pageSize - 12) * 64 / 255 - 23 : pageSize - 35
    if size <= maximum { return size }
    let minimum = (pageSize - 12) * 32 / 255 - 23
    let local = minimum + (size - minimum) % (pageSize - 4)
    return local <= maximum ? local : minimum
  }

  /// Writes the rest of a record to a chain of overflow pages and returns the number of the first one.
  static func writeOverflow(_ rest: Bytes, to file: DatabaseFile) throws -> UInt32 {
    let size = DatabaseFile.pageSize - 4
    var next: UInt32 = 0
    // The last page first, because each page holds the number of the next.
    for start in stride(from: 0, to: rest.count, by: size).reversed() {
      let part = rest[start..<min(start + size, rest.count)]
      var page = withUnsafeBytes(of: next.bigEndian) { Array($0) }
      page += part
      page += repeatElement(0, count: size - part.count)
      next = try file.append(page)
    }
    return next
  }
}

/// The integers of variable length in SQLite's file format, https://www.sqlite.org/fileformat2.html#varint
enum Varint {
  /// Writes a number in one to nine bytes and returns how many.
  static func write(_ number: UInt64, to place: UnsafeMutablePointer<UInt8>) -> Int {
    if number < 0x80 {
      place[0] = UInt8(truncatingIfNeeded: number)
      return 1
    }
    if number < 1 << 14 {
      place[0] = UInt8(truncatingIfNeeded: number >> 7) | 0x80
      place[1] = UInt8(truncatingIfNeeded: number) & 0x7F
      return 2
    }
    let size = length(number)
    var rest = number
    var index = size - 1
    if size == 9 {
      place[8] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
      index = 7
    }
    place[index] = UInt8(rest & 0x7F) | (size == 9 ? 0x80 : 0)
    while index > 0 {
      index -= 1
      rest >>= 7
      place[index] = UInt8(rest & 0x7F) | 0x80
    }
    return size
  }

  /// The size of a number in bytes.
  static func length(_ number: UInt64) -> Int {
    min(9, max(1, (64 - number.leadingZeroBitCount + 6) / 7))
  }
}
