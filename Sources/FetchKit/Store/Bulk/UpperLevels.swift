internal import Collation

/// The pages above the leaves of a b-tree.
struct UpperLevels: ~Copyable {
  private let kind: TreePage.Kind
  private var children: [UInt32] = []
  /// What stands between each child and the next: the cell without the child's number.
  private var dividers = ByteBuffer()
  private var dividerEnds: [Int] = []

  init(_ kind: TreePage.Kind) { self.kind = kind }

  /// Whether there is nothing but one leaf, the root.
  var isEmpty: Bool { children.isEmpty }

  /// Adds a leaf that another one follows after `divider`.
  mutating func append(_ child: UInt32, divider: TextBytes) {
    children.append(child)
    dividers.append(divider)
    dividerEnds.append(dividers.count)
  }

  /// Adds the last leaf and writes all pages below the root, with which `body` is called.
  mutating func finish(
    last: UInt32, to file: PageFile, _ body: (UnsafeMutablePointer<UInt8>) throws -> Void
  ) throws {
    children.append(last)
    while try !writeLevel(to: file, body) {}
  }

  /// Writes the pages above the children, which become the children; true when that was the root.
  private mutating func writeLevel(
    to file: PageFile, _ body: (UnsafeMutablePointer<UInt8>) throws -> Void
  ) throws -> Bool {
    var above = UpperLevels(kind)
    var page = TreePage(kind)
    var index = 0
    while index < children.count - 1 {
      let divider = divider(index)
      // The last page needs a divider of its own between two children.
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

  private func divider(_ index: Int) -> TextBytes {
    let start = index == 0 ? 0 : dividerEnds[index - 1]
    return TextBytes(rebasing: dividers.bytes[start..<dividerEnds[index]])
  }

  private func write(
    _ child: UInt32, _ divider: TextBytes, to cell: UnsafeMutablePointer<UInt8>
  ) {
    UnsafeMutableRawPointer(cell).storeBytes(of: child.bigEndian, as: UInt32.self)
    for (index, byte) in divider.enumerated() { cell[4 + index] = byte }
  }
}
