internal import SQLiteBulkLoad

/// A page that may belong to a tree.
struct DamagedPage {
  let bytes: [UInt8]
  let kind: TreePage.Kind
  /// The start offsets of cells in the page's list that are on the page.
  let cells: [Int]
  /// How many places are not on the page.
  let strayCells: Int
  private let headerStart: Int

  /// nil if the page does not start like one of a tree.
  init?(_ bytes: [UInt8], number: Int) {
    // The first page begins with the header of the file.
    headerStart = number == 1 ? 100 : 0
    guard bytes.count >= headerStart + 12, let kind = TreePage.Kind(rawValue: bytes[headerStart])
    else { return nil }
    let listStart = headerStart + (kind.isLeaf ? 8 : 12)
    let count = Int(bytes.number(at: headerStart + 3, size: 2))
    guard listStart + 2 * count <= bytes.count else { return nil }
    let listed = (0..<count).map { Int(bytes.number(at: listStart + 2 * $0, size: 2)) }
    cells = listed.filter { (listStart + 2 * count..<bytes.count).contains($0) }
    strayCells = count - cells.count
    self.kind = kind
    self.bytes = bytes
  }

  /// A leaf without its header and cell list: a cell may start anywhere.
  init(carving bytes: [UInt8], as kind: TreePage.Kind) {
    (self.bytes, self.kind, headerStart, strayCells) = (bytes, kind, 0, 0)
    cells = Array(0..<bytes.count)
  }

  /// Whether cells are in the second half of the page, where SQLite puts the first ones.
  var fillsItsEnd: Bool { strayCells == 0 && cells.contains { $0 > bytes.count / 2 } }

  /// The pages below an inner one.
  var children: [Int] {
    guard !kind.isLeaf else { return [] }
    let left = cells.filter { $0 + 4 <= bytes.count }.map { Int(bytes.number(at: $0, size: 4)) }
    return left + [Int(bytes.number(at: headerStart + 8, size: 4))]
  }

  /// The offset of a cell's record header, after the child page number.
  func recordStart(_ cell: Int) -> Int { kind.isLeaf ? cell : cell + 4 }
}
