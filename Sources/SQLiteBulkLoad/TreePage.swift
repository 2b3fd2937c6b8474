/// A b-tree page under construction, https://www.sqlite.org/fileformat2.html#b_tree_pages
package struct TreePage: ~Copyable {
  package enum Kind: UInt8 {
    case indexInterior = 2
    case tableInterior = 5
    case indexLeaf = 10
    case tableLeaf = 13

    package var isLeaf: Bool { self == .indexLeaf || self == .tableLeaf }
  }

  private let kind: Kind
  private let headerSize: Int
  let bytes: UnsafeMutablePointer<UInt8>
  private(set) var cellCount = 0
  /// The offset of the last cell; cells grow from the end of the page.
  private var contentStart = DatabaseFile.pageSize

  init(_ kind: Kind) {
    self.kind = kind
    headerSize = kind.isLeaf ? 8 : 12
    bytes = .allocate(capacity: DatabaseFile.pageSize)
  }

  deinit { bytes.deallocate() }

  /// Adds a cell of `size` bytes and returns its memory; nil when it does not fit.
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

  mutating func removeLast(_ size: Int) {
    contentStart += max(size, 4)
    cellCount -= 1
  }

  /// Writes the page header; `right` is the last child of an interior page.
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

  mutating func removeAll() {
    cellCount = 0
    contentStart = DatabaseFile.pageSize
  }
}
