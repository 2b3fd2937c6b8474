/// A long list of identities in which one can be found, put in and taken out without moving the others.
///
/// The identities stand in leaves of a few hundred. For each identity the leaf it is in is known, so that
/// its place is the number of identities in the leaves before and a look through its own leaf.
struct OrderedIDs: Sendable {
  private struct Leaf: Sendable {
    var ids: [Int64]
  }

  /// Where an identity is: by primary key in pages, and in a table for keys too large for them.
  ///
  /// A change of a copy copies the page and not all of them.
  private struct LeafIndex: Sendable {
    private var pages: [[Int32]] = []
    private var sparse: [Int64: Int32] = [:]
    private static let limit: Int64 = 1 << 26
    private static let pageSize = 4096

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

  private static let fill = 256
  private static let limit = 512

  /// The leaves by number; a number keeps its leaf while the list lives.
  private var leaves: [Leaf] = []
  /// The numbers of the leaves in order.
  private var order: [Int] = []
  /// For each leaf its place in `order`.
  private var ranks: [Int] = []
  /// For each place in `order` how many identities stand before.
  private var starts: [Int] = []
  private var leafByID = LeafIndex()
  private(set) var count = 0

  init() {}

  init(_ ids: some Collection<Int64>) {
    var rest = ids[...]
    while !rest.isEmpty {
      let ids = Array(rest.prefix(Self.fill))
      for id in ids { leafByID[id] = leaves.count }
      order.append(leaves.count)
      leaves.append(Leaf(ids: ids))
      rest = rest.dropFirst(Self.fill)
    }
    count = ids.count
    renumber()
  }

  /// The identity at a 0-based place.
  subscript(index: Int) -> Int64 {
    let rank = rank(at: index)
    return leaves[order[rank]].ids[index - starts[rank]]
  }

  /// The 0-based place of an identity; nil when it is not here.
  func index(of id: Int64) -> Int? {
    guard let leaf = leafByID[id], let place = leaves[leaf].ids.firstIndex(of: id) else {
      return nil
    }
    return starts[ranks[leaf]] + place
  }

  func contains(_ id: Int64) -> Bool { leafByID[id] != nil }

  /// The identities at some places.
  func ids(at range: Range<Int>) -> [Int64] {
    guard !range.isEmpty else { return [] }
    var result: [Int64] = []
    result.reserveCapacity(range.count)
    var rank = rank(at: range.lowerBound)
    while result.count < range.count {
      let ids = leaves[order[rank]].ids
      let from = Swift.max(0, range.lowerBound - starts[rank])
      result += ids[from..<Swift.min(ids.count, range.upperBound - starts[rank])]
      rank += 1
    }
    return result
  }

  /// All identities in order.
  var all: [Int64] { order.flatMap { leaves[$0].ids } }
}

// MARK: - Changing

extension OrderedIDs {
  /// Takes an identity out; nothing happens when it is not here.
  mutating func remove(_ id: Int64) {
    guard let leaf = leafByID[id], let place = leaves[leaf].ids.firstIndex(of: id) else { return }
    leaves[leaf].ids.remove(at: place)
    leafByID[id] = nil
    count -= 1
    shift(after: ranks[leaf], by: -1)
  }

  /// Puts an identity at a place, 0 to `count`.
  mutating func insert(_ id: Int64, at index: Int) {
    if order.isEmpty { addLeaf(at: 0, []) }
    let rank = rank(forInsertionAt: index)
    let leaf = order[rank]
    leaves[leaf].ids.insert(id, at: index - starts[rank])
    leafByID[id] = leaf
    count += 1
    shift(after: rank, by: 1)
    if leaves[leaf].ids.count > Self.limit { split(leaf, rank) }
  }

  private mutating func split(_ leaf: Int, _ rank: Int) {
    let half = leaves[leaf].ids.count / 2
    let upper = Array(leaves[leaf].ids[half...])
    leaves[leaf].ids.removeSubrange(half...)
    addLeaf(at: rank + 1, upper)
  }

  private mutating func addLeaf(at rank: Int, _ ids: [Int64]) {
    for id in ids { leafByID[id] = leaves.count }
    order.insert(leaves.count, at: rank)
    leaves.append(Leaf(ids: ids))
    renumber()
  }

  private mutating func renumber() {
    ranks = Array(repeating: 0, count: leaves.count)
    starts = []
    var start = 0
    for (rank, leaf) in order.enumerated() {
      ranks[leaf] = rank
      starts.append(start)
      start += leaves[leaf].ids.count
    }
  }

  private mutating func shift(after rank: Int, by difference: Int) {
    for later in (rank + 1)..<Swift.max(rank + 1, starts.count) { starts[later] += difference }
  }
}

// MARK: - Finding leaves

extension OrderedIDs {
  /// How many leaves there are.
  var leafCount: Int { order.count }

  /// The place of the first identity of the leaf at a rank.
  func start(ofLeaf rank: Int) -> Int { starts[rank] }

  /// The last leaf that begins at or before a place and is not empty there.
  private func rank(at index: Int) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  private func rank(forInsertionAt index: Int) -> Int {
    Swift.max(0, rank(at: index == 0 ? 0 : index - 1))
  }
}
