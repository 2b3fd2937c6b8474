/// Codes of 32 bits for primary keys: the key itself below a limit, which nearly all are, else an index.
struct IDCodes: Sendable {
  static let limit = 1 << 26

  private var others: [Int64] = []
  private var codes: [Int64: UInt32] = [:]

  /// Whether all ids are their own codes.
  var isEmpty: Bool { others.isEmpty }

  @inline(__always)
  func id(_ code: UInt32) -> Int64 {
    code < Self.limit ? Int64(code) : others[Int(code) - Self.limit]
  }

  /// The code of an id; nil for one that never had any.
  func code(of id: Int64) -> UInt32? {
    (0..<Int64(Self.limit)).contains(id) ? UInt32(id) : codes[id]
  }

  @inline(__always)
  mutating func insert(_ id: Int64) -> UInt32 {
    if let code = code(of: id) { return code }
    let code = UInt32(Self.limit + others.count)
    others.append(id)
    codes[id] = code
    return code
  }
}

/// The leaf of each id of a list, by code.
///
/// A list of one leaf has a bit for each id, any other list a number, in pages: a change of a copy copies a page.
struct LeafIndex: Sendable {
  /// The ids of a list that stays one leaf; nil for any other list.
  private(set) var members: Bitmap?
  private var pages: [[Int32]] = []

  private static let pageSize = 1024

  init() {}

  init(members: Bitmap) { self.members = members }

  /// The number of the leaf; nil for an id that is not in the list.
  subscript(code: UInt32) -> Int? {
    get {
      if let members { return members[Int(code)] ? 0 : nil }
      let (page, place) = Int(code).quotientAndRemainder(dividingBy: Self.pageSize)
      guard page < pages.count, !pages[page].isEmpty, pages[page][place] >= 0 else { return nil }
      return Int(pages[page][place])
    }
    set {
      if members != nil {
        members?.grow(to: Int(code) + 1)
        members?[Int(code)] = newValue != nil
        return
      }
      let (page, place) = Int(code).quotientAndRemainder(dividingBy: Self.pageSize)
      preparePage(page)
      pages[page][place] = newValue.map(Int32.init) ?? -1
    }
  }

  /// Makes a page that is missing; those before it stay empty.
  private mutating func preparePage(_ page: Int) {
    if page >= pages.count {
      pages.append(contentsOf: repeatElement([], count: page + 1 - pages.count))
    }
    if pages[page].isEmpty { pages[page] = Array(repeating: -1, count: Self.pageSize) }
  }
}
