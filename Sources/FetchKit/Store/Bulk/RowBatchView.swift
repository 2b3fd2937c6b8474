internal import Collation

/// The cells and texts of a batch while nobody changes it.
struct RowBatchView: ~Copyable {
  private let cells: UnsafeBufferPointer<RowBatch.Cell>
  private let arena: TextBytes
  private let hashes: UnsafeBufferPointer<UInt64>
  private let width: Int
  private let batch: RowBatch

  /// Calls `body` with a view that lives until it returns.
  static func with(_ batch: RowBatch, _ body: (borrowing RowBatchView) throws -> Void) rethrows {
    try batch.cells.withUnsafeBufferPointer { cells in
      try batch.arena.withUnsafeBufferPointer { arena in
        try batch.contentHashes().withUnsafeBufferPointer { hashes in
          try body(RowBatchView(batch, cells, arena, hashes))
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
  }

  var count: Int { hashes.count }

  @inline(__always)
  func cell(_ row: Int, _ attribute: Int) -> RowBatch.Cell { cells[row &* width &+ attribute] }

  @inline(__always)
  func element(_ list: Int, _ element: Int, _ attribute: Int) -> RowBatch.Cell {
    batch.elementCell(list, element, attribute)
  }

  @inline(__always)
  func text(_ cell: RowBatch.Cell) -> TextBytes {
    TextBytes(rebasing: arena[Int(cell.payload)..<Int(cell.payload) &+ Int(cell.length)])
  }

  @inline(__always)
  func hash(_ row: Int) -> UInt64 { hashes[row] }

  func source(_ row: Int) -> Int { batch.sources[row] }

  /// The elements of a row in a list, which begin at `start`.
  func elements(of list: Int, row: Int, from start: Int) -> Range<Int> {
    var end = start
    while end < batch.elements[list].owners.count, batch.elements[list].owners[end] == Int32(row) {
      end += 1
    }
    return start..<end
  }
}
