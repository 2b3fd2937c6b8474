/// The leaf of each identity of a list: by primary key in pages, and in a table for keys too large for them.
///
/// A change of a copy copies the page and not all of them.
struct LeafIndex: Sendable {
  private var pages: [[Int32]] = []
  private var sparse: [Int64: Int32] = [:]

  private static let limit: Int64 = 1 << 26
  private static let pageSize = 1024

  /// The number of a leaf; nil when an identity is in none.
  subscript(id: Int64) -> Int? {
    get {
      guard (0..<Self.limit).contains(id) else { return sparse[id].map(Int.init) }
      let (page, place) = Int(id).quotientAndRemainder(dividingBy: Self.pageSize)
      guard page < pages.count, !pages[page].isEmpty, pages[page][place] >= 0 else { return nil }
      return Int(pages[page][place])
    }
    set {
      guard (0..<Self.limit).contains(id) else {
        sparse[id] = newValue.map(Int32.init)
        return
      }
      let (page, place) = Int(id).quotientAndRemainder(dividingBy: Self.pageSize)
      prepare(page)
      pages[page][place] = newValue.map(Int32.init) ?? -1
    }
  }

  /// Makes a page that is not there yet; those before it stay empty.
  private mutating func prepare(_ page: Int) {
    if page >= pages.count {
      pages.append(contentsOf: repeatElement([], count: page + 1 - pages.count))
    }
    if pages[page].isEmpty { pages[page] = Array(repeating: -1, count: Self.pageSize) }
  }
}
