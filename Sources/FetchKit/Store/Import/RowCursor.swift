internal import Collation

/// A cursor over the rows of a batch, which nobody changes meanwhile.
struct RowCursor: ~Copyable {
  private let batch: RowBatch
  private let hashes: [UInt64]
  private(set) var row = 0
  /// The elements of the current row in each list.
  private(set) var elements: [Range<Int>]

  private init(_ batch: RowBatch, hashes: [UInt64]) {
    self.batch = batch
    self.hashes = hashes
    elements = batch.lists.indices.map { _ in 0..<0 }
  }

  static func forEachRow(
    of batch: RowBatch, _ body: (borrowing RowCursor) throws -> Void
  ) rethrows {
    var cursor = RowCursor(batch, hashes: batch.contentHashes())
    for row in 0..<batch.count {
      cursor.move(to: row)
      try body(cursor)
    }
  }

  /// Calls `body` at the first row, whose hash is 0.
  static func withFirstRow<Result>(
    of batch: RowBatch, _ body: (borrowing RowCursor) throws -> Result
  ) rethrows -> Result {
    var cursor = RowCursor(batch, hashes: [0])
    cursor.move(to: 0)
    return try body(cursor)
  }

  private mutating func move(to row: Int) {
    self.row = row
    elements.withUnsafeMutableBufferPointer { elements in
      for list in elements.indices {
        let start = elements[list].upperBound
        var end = start
        while end < batch.lists[list].owners.count, batch.lists[list].owners[end] == Int32(row) {
          end += 1
        }
        elements[list] = start..<end
      }
    }
  }

  var hasElements: Bool { elements.contains { !$0.isEmpty } }

  var hash: UInt64 { hashes[row] }

  /// The byte offset of the row in its input.
  var source: Int { batch.source(of: row) }

  @inline(__always)
  func cell(_ attribute: Int) -> RowBatch.Cell { batch.cells[row, attribute] }

  @inline(__always)
  func element(_ list: Int, _ element: Int, _ attribute: Int) -> RowBatch.Cell {
    batch.lists[list].cells[element, attribute]
  }

  @inline(__always)
  func bytes(_ cell: RowBatch.Cell) -> TextBytes { batch.bytes(cell) }
}
