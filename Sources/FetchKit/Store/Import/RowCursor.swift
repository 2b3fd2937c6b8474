internal import Collation
internal import Foundation

/// A cursor over the rows of a batch, which nobody changes meanwhile.
struct RowCursor: ~Copyable {
  private(set) var row = 0
  /// The elements of the current row in each list.
  private(set) var elements: [Range<Int>]

  private let lists: [ElementView]
  private let sources: UnsafeBufferPointer<Int>
  private let cells: UnsafeBufferPointer<RowBatch.Cell>
  private let arena: TextBytes
  private let hashes: UnsafeBufferPointer<UInt64>
  private let width: Int

  /// The memory of a list.
  private struct ElementView {
    let owners: UnsafeBufferPointer<Int32>
    let cells: UnsafeBufferPointer<RowBatch.Cell>
    let width: Int
  }

  static func forEachRow(
    of batch: RowBatch, _ body: (borrowing RowCursor) throws -> Void
  ) rethrows {
    try with(batch, batch.contentHashes()) { cursor in
      for row in 0..<batch.count {
        cursor.move(to: row)
        try body(cursor)
      }
    }
  }

  /// Calls `body` at the first row, whose hash is 0.
  static func withFirstRow<Result>(
    of batch: RowBatch, _ body: (borrowing RowCursor) throws -> Result
  ) rethrows -> Result {
    try with(batch, [0]) { cursor in
      cursor.move(to: 0)
      return try body(cursor)
    }
  }

  private static func with<Result>(
    _ batch: RowBatch, _ hashes: [UInt64], _ body: (inout RowCursor) throws -> Result
  ) rethrows -> Result {
    try batch.cells.withUnsafeBufferPointer { cells in
      try batch.arena.withUnsafeBufferPointer { arena in
        try hashes.withUnsafeBufferPointer { hashes in
          try batch.sources.withUnsafeBufferPointer { sources in
            try withViews(batch.elements[...]) { lists in
              var cursor = RowCursor(
                elements: lists.map { _ in 0..<0 }, lists: lists, sources: sources, cells: cells,
                arena: arena, hashes: hashes, width: batch.entity.attributes.count)
              return try body(&cursor)
            }
          }
        }
      }
    }
  }

  /// Calls `body` with the memory of lists, after that of others.
  private static func withViews<Result>(
    _ lists: ArraySlice<RowBatch.ElementList>, _ body: ([ElementView]) throws -> Result,
    after views: [ElementView] = []
  ) rethrows -> Result {
    guard let list = lists.first else { return try body(views) }
    return try list.owners.withUnsafeBufferPointer { owners in
      try list.cells.withUnsafeBufferPointer { cells in
        let view = ElementView(owners: owners, cells: cells, width: list.width)
        return try withViews(lists.dropFirst(), body, after: views + [view])
      }
    }
  }

  private mutating func move(to row: Int) {
    self.row = row
    for list in elements.indices {
      let start = elements[list].upperBound
      let owners = lists[list].owners
      var end = start
      while end < owners.count, owners[end] == Int32(row) { end += 1 }
      elements[list] = start..<end
    }
  }

  var hasElements: Bool { elements.contains { !$0.isEmpty } }

  var hash: UInt64 { hashes[row] }

  /// The byte offset of the row in its input.
  var source: Int { sources[row] }

  @inline(__always)
  func cell(_ attribute: Int) -> RowBatch.Cell { cells[row &* width &+ attribute] }

  @inline(__always)
  func element(_ list: Int, _ element: Int, _ attribute: Int) -> RowBatch.Cell {
    lists[list].cells[element &* lists[list].width &+ attribute]
  }

  @inline(__always)
  func bytes(_ cell: RowBatch.Cell) -> TextBytes {
    TextBytes(rebasing: arena[Int(cell.payload)..<Int(cell.payload) &+ Int(cell.length)])
  }
}
