/// The interior pages of a b-tree under construction.
struct InteriorPages: ~Copyable {
  private let kind: TreePage.Kind
  private var children: [UInt32] = []
  /// The cells between adjacent children, without the number of the child.
  private var dividers = ByteBuffer()
  private var dividerEnds: [Int] = []

  init(_ kind: TreePage.Kind) { self.kind = kind }

  /// Whether the only leaf is the root.
  var isEmpty: Bool { children.isEmpty }

  /// Adds a leaf that is followed by `divider` and another leaf.
  mutating func append(_ child: UInt32, divider: Bytes) {
    children.append(child)
    dividers.append(divider)
    dividerEnds.append(dividers.count)
  }

  /// Adds the last leaf, writes all pages below the root, and passes the root to `body`.
  mutating func finish(
    last: UInt32, to file: DatabaseFile, _ body: (UnsafeMutablePointer<UInt8>) throws -> Void
  ) throws {
    children.append(last)
    while try !writeLevel(to: file, body) {}
  }

  /// Writes the next level, whose pages become the children; true when it is the root.
  private mutating func writeLevel(
    to file: DatabaseFile, _ body: (UnsafeMutablePointer<UInt8>) throws -> Void
  ) throws -> Bool {
    var above = InteriorPages(kind)
    var page = TreePage(kind)
    var index = 0
    while index < children.count - 1 {
      let divider = divider(index)
      // The last page needs at least two children.
      let leavesOne = index == children.count - 3 && page.cellCount > 0
      let cell = page.add(4 + divider.count)
      if let cell, !(leavesOne && !fits(index + 1, in: page)) {
        write(children[index], divider, to: cell)
      } else {
        if cell != nil { page.removeLast(4 + divider.count) }
        page.finish(right: children[index])
        above.append(try file.append(page.bytes), divider: divider)
        page.removeAll()
      }
      index += 1
    }
    page.finish(right: children[index])
    guard !above.isEmpty else {
      try body(page.bytes)
      return true
    }
    above.children.append(try file.append(page.bytes))
    self = above
    return false
  }

  private func fits(_ index: Int, in page: borrowing TreePage) -> Bool {
    page.room >= 4 + divider(index).count
  }

  private func divider(_ index: Int) -> Bytes {
    let start = index == 0 ? 0 : dividerEnds[index - 1]
    return Bytes(rebasing: dividers.bytes[start..<dividerEnds[index]])
  }

  private func write(_ child: UInt32, _ divider: Bytes, to cell: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(cell).storeBytes(of: child.bigEndian, as: UInt32.self)
    for (index, byte) in divider.enumerated() { cell[4 + index] = byte }
  }
}
