internal import Collation
internal import Foundation

/// A cursor over the rows of a batch, which nobody changes meanwhile.
struct RowCursor: ~Copyable {
  private(set) var row = 0
  /// The elements of the current row in each list.
  private(set) var elements: [Range<Int>]

  private let batch: RowBatch
  private let cells: UnsafeBufferPointer<RowBatch.Cell>
  private let arena: TextBytes
  private let hashes: UnsafeBufferPointer<UInt64>
  private let width: Int

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
          var cursor = RowCursor(batch, cells, arena, hashes)
          return try body(&cursor)
        }
      }
    }
  }

  private init(
    _ batch: RowBatch, _ cells: UnsafeBufferPointer<RowBatch.Cell>, _ arena: TextBytes,
    _ hashes: UnsafeBufferPointer<UInt64>
  ) {
    self.batch = batch
    self.cells = cells
    self.arena = arena
    self.hashes = hashes
    width = batch.entity.attributes.count
    elements = batch.elements.map { _ in 0..<0 }
  }

  private mutating func move(to row: Int) {
    self.row = row
    for list in elements.indices {
      let start = elements[list].upperBound
      let owners = batch.elements[list].owners
      var end = start
      while end < owners.count, owners[end] == Int32(row) { end += 1 }
      elements[list] = start..<end
    }
  }

  var hasElements: Bool { elements.contains { !$0.isEmpty } }

  var hash: UInt64 { hashes[row] }

  /// The byte offset of the row in its input.
  var source: Int { batch.sources[row] }

  @inline(__always)
  func cell(_ attribute: Int) -> RowBatch.Cell { cells[row &* width &+ attribute] }

  @inline(__always)
  func element(_ list: Int, _ element: Int, _ attribute: Int) -> RowBatch.Cell {
    let elements = batch.elements[list]
    return elements.cells[element * elements.width + attribute]
  }

  @inline(__always)
  func bytes(_ cell: RowBatch.Cell) -> TextBytes {
    TextBytes(rebasing: arena[Int(cell.payload)..<Int(cell.payload) &+ Int(cell.length)])
  }
}
