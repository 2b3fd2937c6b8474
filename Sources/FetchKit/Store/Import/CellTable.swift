/// Cells in rows of the same width, whose memory is reused.
///
/// Kinds and payloads are apart: most cells of a sparse row are not set, and each of those costs one byte.
struct CellTable: ~Copyable {
  typealias Cell = RowBatch.Cell
  typealias Kind = RowBatch.Cell.Kind

  let width: Int
  private(set) var count = 0
  private var capacity = 0
  /// The words of eight kinds that a row has; all kinds of rows after the last one are `.unset`.
  let words: Int
  private var kinds: UnsafeMutablePointer<Kind>
  private var payloads: UnsafeMutablePointer<Int64>

  init(width: Int) {
    self.width = width
    words = (width + 7) / 8
    kinds = .allocate(capacity: 0)
    payloads = .allocate(capacity: 0)
  }

  deinit {
    kinds.deallocate()
    payloads.deallocate()
  }

  @inline(__always)
  subscript(row: Int, column: Int) -> Cell {
    Cell(
      kind: kinds[row &* words &* 8 &+ column], payload: payloads[row &* width &+ column])
  }

  /// Eight kinds of a row, the first one in the lowest byte.
  @inline(__always)
  func kinds(_ row: Int, word: Int) -> UInt64 {
    let offset = (row &* words &+ word) &* 8
    let start = UnsafeRawPointer(kinds + offset)
    return UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
  }

  /// Sets a cell of the last row.
  @inline(__always)
  mutating func set(_ column: Int, _ cell: Cell) {
    kinds[(count &- 1) &* words &* 8 &+ column] = cell.kind
    payloads[(count &- 1) &* width &+ column] = cell.payload
  }

  /// Appends a row of cells that are not set.
  @inline(__always)
  mutating func appendRow() {
    if count == capacity { grow() }
    count &+= 1
  }

  /// Removes all rows and keeps the memory.
  mutating func removeAll() {
    kinds.update(repeating: .unset, count: count * words * 8)
    count = 0
  }

  private mutating func grow() {
    let larger = max(capacity * 2, 1)
    let newKinds = UnsafeMutablePointer<Kind>.allocate(capacity: larger * words * 8)
    newKinds.initialize(repeating: .unset, count: larger * words * 8)
    newKinds.update(from: kinds, count: count * words * 8)
    let newPayloads = UnsafeMutablePointer<Int64>.allocate(capacity: larger * width)
    newPayloads.update(from: payloads, count: count * width)
    kinds.deallocate()
    payloads.deallocate()
    (kinds, payloads, capacity) = (newKinds, newPayloads, larger)
  }
}
