/// A b-tree of an index or a WITHOUT ROWID table that is written in the order of its records.
///
/// The first record that does not fit on a leaf goes to the interior page between it and the next leaf.
struct IndexTree: ~Copyable {
  private let file: DatabaseFile
  private let root: UInt32
  private var leaf = TreePage(.indexLeaf)
  private var interior = InteriorPages(.indexInterior)
  /// The last cell on the leaf.
  private var last = ByteBuffer()
  /// The cell after the leaf; empty until the leaf is full.
  private var divider = ByteBuffer()
  private var cell = ByteBuffer()

  /// Creates a tree that replaces the empty one at a root page.
  init(root: UInt32, in file: DatabaseFile) {
    self.root = root
    self.file = file
  }

  /// Appends a record, which must come after those before it.
  mutating func append(_ record: Bytes) throws {
    try makeCell(record)
    if divider.count > 0 { try closeLeaf() }
    if let place = leaf.add(cell.count) {
      place.update(from: cell.start, count: cell.count)
      swap(&cell, &last)
    } else {
      swap(&cell, &divider)
    }
  }

  private mutating func makeCell(_ record: Bytes) throws {
    let local = CellPayload.localSize(record.count, isIndex: true)
    cell.removeAll()
    cell.append(varint: UInt64(record.count))
    cell.append(Bytes(rebasing: record[..<local]))
    guard local < record.count else { return }
    let rest = Bytes(rebasing: record[local...])
    cell.append(bigEndian: UInt64(try CellPayload.writeOverflow(rest, to: file)), size: 4)
  }

  private mutating func closeLeaf() throws {
    leaf.finish()
    interior.append(try file.append(leaf.bytes), divider: divider.bytes)
    leaf.removeAll()
    divider.removeAll()
  }

  /// Writes the remaining pages; the root may be postponed.
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
    guard !interior.isEmpty else { return try replaceRoot(leaf.bytes) }
    try interior.finish(last: try file.append(leaf.bytes), to: file, replaceRoot)
  }

  /// Moves the divider to a leaf of its own, because no leaf may be empty; the cell before becomes the divider.
  private mutating func splitLast() throws {
    leaf.removeLast(last.count)
    swap(&last, &divider)
    try closeLeaf()
    guard let place = leaf.add(last.count) else { return }
    place.update(from: last.start, count: last.count)
  }
}
