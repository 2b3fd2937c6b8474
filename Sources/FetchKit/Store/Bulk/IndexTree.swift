internal import Collation

/// Writes the records of an index, or of a table without row ids, in their order as a b-tree.
///
/// Its inner pages hold records, too: what does not fit on a leaf stands between it and the next.
struct IndexTree: ~Copyable {
  private let file: PageFile
  private let root: UInt32
  private var leaf = TreePage(.indexLeaf)
  private var upper = UpperLevels(.indexInterior)
  /// The last cell on the leaf.
  private var last = ByteBuffer()
  /// The cell after the leaf; empty as long as the leaf is not full.
  private var divider = ByteBuffer()
  private var cell = ByteBuffer()

  /// A tree in the place of the empty one whose root is a page of the file.
  init(root: UInt32, in file: PageFile) {
    self.root = root
    self.file = file
  }

  /// Appends a record, which must come after those before it.
  mutating func append(_ record: TextBytes) throws {
    try makeCell(record)
    if divider.count > 0 { try closeLeaf() }
    if let place = leaf.add(cell.count) {
      place.update(from: cell.start, count: cell.count)
      swap(&cell, &last)
    } else {
      swap(&cell, &divider)
    }
  }

  private mutating func makeCell(_ record: TextBytes) throws {
    let local = CellPayload.localSize(record.count, maximum: CellPayload.maximumInIndex)
    cell.removeAll()
    cell.append(varint: UInt64(record.count))
    cell.append(TextBytes(rebasing: record[..<local]))
    guard local < record.count else { return }
    let rest = TextBytes(rebasing: record[local...])
    cell.append(bigEndian: UInt64(try CellPayload.writeOverflow(rest, to: file)), size: 4)
  }

  private mutating func closeLeaf() throws {
    leaf.finish()
    upper.append(try file.append(leaf.bytes), divider: divider.bytes)
    leaf.removeAll()
    divider.removeAll()
  }

  /// Writes the pages that are left; the root may be put in its place later.
  mutating func finish(postponesRoot: Bool = false) throws {
    if divider.count > 0 { try splitLast() }
    leaf.finish()
    let (file, root) = (file, root)
    func replaceRoot(_ page: UnsafeMutablePointer<UInt8>) throws {
      if postponesRoot {
        file.postponeReplacing(root, page)
      } else {
        try file.replace(root, page)
      }
    }
    guard !upper.isEmpty else { return try replaceRoot(leaf.bytes) }
    try upper.finish(last: try file.append(leaf.bytes), to: file, replaceRoot)
  }

  /// No leaf may be empty: the divider moves to a new one, and the cell before takes its place.
  private mutating func splitLast() throws {
    leaf.removeLast(last.count)
    swap(&last, &divider)
    try closeLeaf()
    guard let place = leaf.add(last.count) else { return }
    place.update(from: last.start, count: last.count)
  }
}
