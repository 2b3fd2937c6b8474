/// A page of a b-tree while it is filled, https://www.sqlite.org/fileformat2.html#b_tree_pages
struct TreePage: ~Copyable {
  enum Kind: UInt8 {
    case indexInterior = 2
    case tableInterior = 5
    case indexLeaf = 10
    case tableLeaf = 13

    var isLeaf: Bool { self == .indexLeaf || self == .tableLeaf }
  }

  private let kind: Kind
  private let headerSize: Int
  let bytes: UnsafeMutablePointer<UInt8>
  private(set) var cellCount = 0
  /// Where the last cell begins; cells grow from the end towards their list.
  private var contentStart = PageFile.pageSize

  init(_ kind: Kind) {
    self.kind = kind
    headerSize = kind.isLeaf ? 8 : 12
    bytes = .allocate(capacity: PageFile.pageSize)
  }

  deinit { bytes.deallocate() }

  /// Room for a cell of `size` bytes; nil when the page is full.
  @inline(__always)
  mutating func add(_ size: Int) -> UnsafeMutablePointer<UInt8>? {
    guard max(size, 4) <= room else { return nil }
    let list = headerSize &+ 2 &* cellCount
    contentStart &-= max(size, 4)
    bytes[list] = UInt8(truncatingIfNeeded: contentStart >> 8)
    bytes[list &+ 1] = UInt8(truncatingIfNeeded: contentStart)
    cellCount &+= 1
    return bytes + contentStart
  }

  /// The size of the largest cell that still fits.
  var room: Int { contentStart - headerSize - 2 * cellCount - 2 }

  /// Takes the last cell, of `size` bytes, out again.
  mutating func removeLast(_ size: Int) {
    contentStart += max(size, 4)
    cellCount -= 1
  }

  /// Completes the page; `right` is the last child of an interior one.
  mutating func finish(right: UInt32 = 0) {
    bytes[0] = kind.rawValue
    for index in [1, 2, 7] { bytes[index] = 0 }
    (bytes[3], bytes[4]) = (UInt8(cellCount >> 8), UInt8(cellCount & 0xFF))
    (bytes[5], bytes[6]) = (UInt8(contentStart >> 8), UInt8(contentStart & 0xFF))
    if !kind.isLeaf {
      UnsafeMutableRawPointer(bytes + 8).storeBytes(of: right.bigEndian, as: UInt32.self)
    }
    let list = headerSize + 2 * cellCount
    (bytes + list).update(repeating: 0, count: contentStart - list)
  }

  /// Forgets the cells.
  mutating func removeAll() {
    cellCount = 0
    contentStart = PageFile.pageSize
  }
}
