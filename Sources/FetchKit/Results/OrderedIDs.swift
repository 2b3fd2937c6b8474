internal import Collation
internal import SQLiteBulkLoad

/// A long list of identities in which one can be found, put in and taken out without moving the others.
///
/// The identities stand in leaves of a few hundred. For each identity the leaf it is in is known, so that
/// its place is the number of identities in the leaves before and a look through its own leaf. Where a
/// new one belongs is found by its sort key, see `LeafMarks`. A list may be flat instead: then each run of
/// as many as a leaf has counts as one that has no marks.
struct OrderedIDs: Sendable {
  /// A run of the list.
  struct Leaf: Sendable {
    fileprivate(set) var ids: [Int64]
    fileprivate(set) var marks: LeafMarks

    init(ids: [Int64], marks: LeafMarks) {
      self.ids = ids
      self.marks = marks
    }

    /// The leaves of rows in order, with their keys.
    static func leaves(_ rows: [(id: Int64, key: [UInt8])]) -> [Leaf] {
      var builder = OrderedIDsBuilder()
      for row in rows {
        row.key.withUnsafeBufferPointer { builder.keys.append($0) }
        builder.append(row.id)
      }
      return builder.finish()
    }
  }

  /// How many identities a leaf has at first.
  static let fill = 256

  /// The leaves by number; a number keeps its leaf while the list lives.
  private var leaves: [Leaf] = []
  /// The numbers of the leaves in order.
  private var order: [Int] = []
  /// For each leaf its place in `order`.
  private var rankByLeaf: [Int] = []
  /// For each place in `order` how many identities stand before.
  private var starts: [Int] = []
  private var leafByID = LeafIndex()
  /// All identities; nil when they are in leaves.
  private(set) var flat: FlatIDs?
  private(set) var count = 0

  /// No identities.
  init() { self.init(leaves: []) }

  /// A list of leaves, which follow each other.
  init(leaves: [Leaf]) {
    self.leaves =
      leaves.isEmpty ? [Leaf(ids: [], marks: LeafMarks(first: [], shared: 0, marks: []))] : leaves
    order = Array(self.leaves.indices)
    for (number, leaf) in self.leaves.enumerated() {
      for id in leaf.ids { leafByID[id] = number }
    }
    renumber()
  }

  /// A flat list.
  init(flat: FlatIDs) {
    self.flat = flat
    count = flat.rows.count
  }

  /// Whether it is not known what the sort keys are.
  var isFlat: Bool { flat != nil }

  /// The identity at a 0-based place.
  subscript(index: Int) -> Int64 {
    if let flat { return Int64(flat.rows[index]) }
    let rank = rank(at: index)
    return leaves[order[rank]].ids[index - starts[rank]]
  }

  /// The 0-based place of an identity; nil when it is not here.
  func index(of id: Int64) -> Int? { flat.map { $0.index(of: id) } ?? place(of: id).map(index) }

  func contains(_ id: Int64) -> Bool { flat?.contains(id) ?? (leafByID[id] != nil) }

  /// The identities at some places.
  func ids(at range: Range<Int>) -> [Int64] {
    guard !range.isEmpty else { return [] }
    if let flat { return flat.rows[range].map(Int64.init) }
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
  var all: [Int64] {
    flat.map { $0.rows.map(Int64.init) } ?? order.flatMap { leaves[$0].ids }
  }

  /// The leaves in order; none of a flat list.
  var orderedLeaves: [Leaf] { order.map { leaves[$0] } }

  /// The last leaf that begins at or before a place and is not empty there.
  private func rank(at index: Int) -> Int { firstRank { starts[$0] > index } - 1 }

  /// The first rank for which a condition holds that holds for all later ones too.
  private func firstRank(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func renumber() {
    rankByLeaf = Array(repeating: 0, count: leaves.count)
    starts = []
    count = 0
    for (rank, leaf) in order.enumerated() {
      rankByLeaf[leaf] = rank
      starts.append(count)
      count += leaves[leaf].ids.count
    }
  }
}

// MARK: - Parts

extension OrderedIDs {
  /// The identities that are in a set, in their order.
  func filtered(_ rows: RowBits) -> OrderedIDs {
    if let flat { return OrderedIDs(flat: flat.filtered(rows)) }
    return OrderedIDs(
      leaves: order.compactMap { number in
        let leaf = leaves[number]
        let kept = leaf.ids.indices.filter { rows[Int(leaf.ids[$0])] }
        if kept.count == leaf.ids.count { return leaf }
        guard !kept.isEmpty else { return nil }
        return Leaf(ids: kept.map { leaf.ids[$0] }, marks: leaf.marks.filtered(kept))
      })
  }
}

// MARK: - Places in leaves

extension OrderedIDs {
  /// A place by its leaf, counted in the order of the list, and the identities before it there.
  struct Place: Hashable, Comparable {
    let rank: Int
    let offset: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.rank, left.offset) < (right.rank, right.offset)
    }
  }

  /// The place of an identity; nil when it is not here.
  func place(of id: Int64) -> Place? {
    if let flat {
      return flat.index(of: id).map { Place(rank: $0 / Self.fill, offset: $0 % Self.fill) }
    }
    guard let leaf = leafByID[id], let offset = leaves[leaf].ids.firstIndex(of: id) else {
      return nil
    }
    return Place(rank: rankByLeaf[leaf], offset: offset)
  }

  /// The place counted over the whole list.
  func index(of place: Place) -> Int {
    (isFlat ? place.rank * Self.fill : starts[place.rank]) + place.offset
  }

  func ids(ofRank rank: Int) -> [Int64] {
    guard isFlat else { return leaves[order[rank]].ids }
    return ids(at: rank * Self.fill..<Swift.min(count, (rank + 1) * Self.fill))
  }

  /// How many leaves there are.
  var ranks: Int { isFlat ? (count + Self.fill - 1) / Self.fill : order.count }

  /// The leaf in which a row with a key belongs.
  func rank(ofKey key: TextBytes) -> Int {
    Swift.max(0, firstRank { leaves[order[$0]].marks.begins(after: key) } - 1)
  }

  func marks(ofRank rank: Int) -> LeafMarks {
    isFlat ? LeafMarks(unknown: ids(ofRank: rank).count) : leaves[order[rank]].marks
  }
}

// MARK: - Changing

extension OrderedIDs {
  /// A row that comes to a place, or the one there that goes.
  struct Edit: Sendable {
    let place: Place
    let id: Int64
    /// The mark of a row that comes; nil for one that goes.
    let mark: UInt64?
  }

  /// Takes rows out and puts rows in, all at places as they are before; those that come to the same place
  /// stay in their order.
  mutating func apply(_ edits: [Edit]) {
    let sorted = edits.enumerated().sorted {
      ($0.element.place, $0.element.mark == nil ? 1 : 0, $0.offset)
        < ($1.element.place, $1.element.mark == nil ? 1 : 0, $1.offset)
    }
    guard !isFlat else { return applyFlat(sorted.map(\.element)) }
    for edit in edits where edit.mark == nil { leafByID[edit.id] = nil }
    var growth: [(rank: Int, by: Int)] = []
    for (_, edit) in sorted.reversed() {
      apply(edit)
      growth.append((edit.place.rank, edit.mark == nil ? -1 : 1))
    }
    shift(growth.reversed())
  }

  private mutating func applyFlat(_ edits: [Edit]) {
    let rows = edits.map { (index: index(of: $0.place), id: $0.id, isArrival: $0.mark != nil) }
    flat?.apply(rows)
    count = flat?.rows.count ?? 0
  }

  private mutating func apply(_ edit: Edit) {
    let number = order[edit.place.rank]
    if let mark = edit.mark {
      leaves[number].ids.insert(edit.id, at: edit.place.offset)
      leaves[number].marks.insert(mark, at: edit.place.offset)
      leafByID[edit.id] = number
    } else {
      leaves[number].ids.remove(at: edit.place.offset)
      leaves[number].marks.remove(at: edit.place.offset)
    }
  }

  /// Moves the starts of the leaves behind those that have grown, which are in order.
  private mutating func shift(_ growth: some Sequence<(rank: Int, by: Int)>) {
    var total = 0
    var next = 0
    for (rank, by) in growth {
      for later in next..<Swift.max(next, rank + 1) { starts[later] += total }
      next = Swift.max(next, rank + 1)
      total += by
    }
    for later in next..<Swift.max(next, starts.count) { starts[later] += total }
    count += total
  }

  /// Puts leaves with the same identities, marked anew, in place of one.
  mutating func replaceLeaf(_ rank: Int, by fresh: [Leaf]) {
    let numbers = [order[rank]] + (leaves.count..<leaves.count + fresh.count - 1)
    for (number, leaf) in zip(numbers, fresh) {
      if number < leaves.count { leaves[number] = leaf } else { leaves.append(leaf) }
      for id in leaf.ids { leafByID[id] = number }
    }
    order.replaceSubrange(rank...rank, with: numbers)
    renumber()
  }
}
