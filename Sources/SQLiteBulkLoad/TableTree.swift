/// A table b-tree that is written in the order of its rowids.
struct TableTree: ~Copyable {
  private let file: DatabaseFile
  private let root: UInt32
  private var leaf = TreePage(.tableLeaf)
  private var interior = InteriorPages(.tableInterior)
  private var lastKey: Int64 = 0

  /// Creates a tree that replaces the empty one at a root page.
  init(root: UInt32, in file: DatabaseFile) {
    self.root = root
    self.file = file
  }

  /// Appends a row; keys must ascend.
  mutating func append(_ key: Int64, _ record: Bytes) throws {
    let local = CellPayload.localSize(record.count, isIndex: false)
    let overflow = try overflow(record, local)
    let head = Varint.length(UInt64(record.count)) + Varint.length(UInt64(bitPattern: key))
    let size = head + local + (overflow == nil ? 0 : 4)
    if let cell = leaf.add(size) {
      write(key, record, local, overflow, to: cell)
    } else {
      try closeLeaf()
      if let cell = leaf.add(size) { write(key, record, local, overflow, to: cell) }
    }
    lastKey = key
  }

  private func overflow(_ record: Bytes, _ local: Int) throws -> UInt32? {
    guard local < record.count else { return nil }
    return try CellPayload.writeOverflow(Bytes(rebasing: record[local...]), to: file)
  }

  @inline(__always)
  private func write(
    _ key: Int64, _ record: Bytes, _ local: Int, _ overflow: UInt32?,
    to cell: UnsafeMutablePointer<UInt8>
  ) {
    var place = cell + Varint.write(UInt64(record.count), to: cell)
    place += Varint.write(UInt64(bitPattern: key), to: place)
    if let source = record.baseAddress { place.update(from: source, count: local) }
    guard let overflow else { return }
    UnsafeMutableRawPointer(place + local).storeBytes(of: overflow.bigEndian, as: UInt32.self)
  }

  private mutating func closeLeaf() throws {
    leaf.finish()
    var divider = ByteBuffer(capacity: 16)
    divider.append(varint: UInt64(bitPattern: lastKey))
    interior.append(try file.append(leaf.bytes), divider: divider.bytes)
    leaf.removeAll()
  }

  mutating func finish() throws {
    leaf.finish()
    let (file, root) = (file, root)
    guard !interior.isEmpty else { return try file.replace(root, leaf.bytes) }
    try interior.finish(last: try file.append(leaf.bytes), to: file) { try file.replace(root, $0) }
  }
}
