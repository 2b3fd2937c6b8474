internal import Collation

/// A list of primary keys in order, in which ids are found, inserted and removed without moving all others.
///
/// The ids are in leaves of a few hundred, and an index has the leaf of each: the position of an id is the number
/// of ids in the leaves before it plus its offset in its own leaf. `KeyPrefixes` tell where a new id belongs.
/// A list whose sort keys are not known is compact: one leaf of any length, which takes four bytes per id and is
/// filtered in a millisecond. Where a new id belongs there, the store has to be asked.
package struct OrderedIDs: Sendable {
  /// A run of the list.
  struct Leaf: Sendable {
    fileprivate(set) var ids: [UInt32]
    /// The prefixes of the sort keys; nil when they are not known.
    fileprivate(set) var prefixes: KeyPrefixes?
  }

  /// The number of ids of a new leaf with key prefixes.
  static let leafCount = 256
  /// Ids from here on need a table of their own.
  package static let compactLimit = IDCodes.limit

  /// The leaves by number, which a leaf keeps while the list lives.
  private(set) var leaves: [Leaf]
  private(set) var order: [Int] = []
  private(set) var rankByLeaf: [Int] = []
  /// The number of ids before each leaf of `order`.
  private(set) var starts: [Int] = []
  private(set) var count = 0
  private(set) var index: LeafIndex
  private(set) var codes: IDCodes

  /// An empty list.
  init() { self.init([], codes: IDCodes()) }

  /// A list with key prefixes.
  init(_ content: OrderedIDsBuilder.Content) {
    leaves = content.leaves.isEmpty ? [Leaf(ids: [], prefixes: KeyPrefixes())] : content.leaves
    codes = content.codes
    index = LeafIndex()
    for (number, leaf) in leaves.enumerated() {
      for code in leaf.ids { index[code] = number }
    }
    order = Array(leaves.indices)
    updatePositions()
  }

  /// A compact list of codes.
  init(_ ids: [UInt32], codes: IDCodes) {
    var members = Bitmap(size: ids.max().map { Int($0) + 1 } ?? 0)
    members.formUnion(ids)
    self.init(ids, members: members, codes: codes)
  }

  /// A compact list of ids, which are exactly the members.
  package init(_ ids: [UInt32], members: Bitmap) {
    self.init(ids, members: members, codes: IDCodes())
  }

  private init(_ ids: [UInt32], members: Bitmap, codes: IDCodes) {
    leaves = [Leaf(ids: ids, prefixes: nil)]
    index = LeafIndex(members: members)
    self.codes = codes
    order = [0]
    updatePositions()
  }

  /// A compact list; nil when an id is repeated.
  init?(_ ids: [Int64]) {
    var codes = IDCodes()
    let list = ids.map { codes.insert($0) }
    self.init(list, codes: codes)
    var seen = Bitmap(size: list.max().map { Int($0) + 1 } ?? 0)
    for code in list {
      guard !seen[Int(code)] else { return nil }
      seen[Int(code)] = true
    }
  }

  /// The ids and the set of them; nil for a list with key prefixes, or with ids beyond `compactLimit`.
  package var compactIDs: (ids: [UInt32], members: Bitmap)? {
    guard codes.isEmpty, let members = index.members else { return nil }
    return (leaves[0].ids, members)
  }

  private mutating func updatePositions() {
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

// MARK: - Reading

extension OrderedIDs {
  subscript(position: Int) -> Int64 {
    let rank = rank(at: position)
    return codes.id(leaves[order[rank]].ids[position - starts[rank]])
  }

  func index(of id: Int64) -> Int? { place(of: id).map(position) }

  func contains(_ id: Int64) -> Bool { codes.code(of: id).flatMap { index[$0] } != nil }

  func ids(at positions: Range<Int>) -> [Int64] {
    guard !positions.isEmpty else { return [] }
    var result: [Int64] = []
    result.reserveCapacity(positions.count)
    var rank = rank(at: positions.lowerBound)
    while result.count < positions.count {
      let ids = leaf(rank).ids
      let lower = Swift.max(0, positions.lowerBound - starts[rank])
      let upper = Swift.min(ids.count, positions.upperBound - starts[rank])
      for code in ids[lower..<upper] { result.append(codes.id(code)) }
      rank += 1
    }
    return result
  }

  var all: [Int64] { ids(at: 0..<count) }

  /// The last leaf that begins at or before a position.
  private func rank(at position: Int) -> Int {
    starts.partitioningIndex { $0 > position } - 1
  }

  func leaf(_ rank: Int) -> Leaf { leaves[order[rank]] }

  func ids(ofLeaf rank: Int) -> [Int64] { leaf(rank).ids.map(codes.id) }
}

// MARK: - Places

extension OrderedIDs {
  struct Place: Hashable, Comparable {
    /// The place of the leaf in the order.
    let rank: Int
    let offset: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.rank, left.offset) < (right.rank, right.offset)
    }
  }

  func place(of id: Int64) -> Place? {
    guard let code = codes.code(of: id), let number = index[code],
      let offset = leaves[number].ids.firstOffset(of: code)
    else { return nil }
    return Place(rank: rankByLeaf[number], offset: offset)
  }

  func position(_ place: Place) -> Int { starts[place.rank] + place.offset }

  /// The places of those of some ids that are in the list, in its order.
  func places(of ids: Set<Int64>) -> [(id: Int64, place: Place)] {
    guard index.members != nil, ids.count > 8 else {
      return ids.compactMap { id in place(of: id).map { (id, $0) } }.sorted { $0.place < $1.place }
    }
    let found = ids.compactMap(codes.code).filter { index[$0] != nil }
    var isWanted = Bitmap(size: found.max().map { Int($0) + 1 } ?? 0)
    isWanted.formUnion(found)
    return leaves[0].ids.enumerated().lazy.filter { isWanted[Int($1)] }
      .map { (codes.id($1), Place(rank: 0, offset: $0)) }
  }

  /// The leaf where an object with a sort key belongs.
  func rank(ofKey key: TextBytes) -> Int {
    let after = order.partitioningIndex { leaves[$0].prefixes?.begins(after: key) ?? false }
    return Swift.max(0, after - 1)
  }
}

extension [UInt32] {
  /// The offset of an element, found in blocks that the compiler vectorizes.
  fileprivate func firstOffset(of element: UInt32) -> Int? {
    withUnsafeBufferPointer { elements in
      var start = 0
      while start &+ 64 <= elements.count {
        var found: UInt32 = 0
        for index in start..<(start &+ 64) { found |= elements[index] == element ? 1 : 0 }
        if found != 0 { break }
        start &+= 64
      }
      return elements[start...].firstIndex(of: element)
    }
  }
}

// MARK: - Changing

extension OrderedIDs {
  /// An id that is inserted at a place, or the one there that is removed.
  struct Edit: Sendable {
    let place: Place
    let id: Int64
    /// The key prefix of an inserted id, 0 where it is not known; nil for a removed id.
    let prefix: UInt64?

    var isRemoval: Bool { prefix == nil }
  }

  /// Removes and inserts ids, all at places as they are before; ids inserted at one place keep their order.
  mutating func apply(_ edits: [Edit]) {
    let sorted = edits.enumerated().sorted {
      ($0.element.place, $0.element.isRemoval ? 1 : 0, $0.offset)
        < ($1.element.place, $1.element.isRemoval ? 1 : 0, $1.offset)
    }.map(\.element)
    for edit in edits where edit.isRemoval {
      if let code = codes.code(of: edit.id) { index[code] = nil }
    }
    var rest = sorted[...]
    while let rank = rest.first?.place.rank {
      let edits = rest.prefix { $0.place.rank == rank }
      apply(edits, toLeaf: order[rank])
      rest = rest.dropFirst(edits.count)
    }
    updatePositions()
    checkInvariants()
  }

  private mutating func apply(_ edits: ArraySlice<Edit>, toLeaf number: Int) {
    let arrivals = edits.filter { !$0.isRemoval }.map { codes.insert($0.id) }
    for code in arrivals { index[code] = number }
    leaves[number].ids.apply(edits, inserting: arrivals)
    leaves[number].prefixes?.prefixes.apply(edits, inserting: edits.compactMap(\.prefix))
  }

  /// Replaces a leaf by leaves with the same ids and new key prefixes.
  mutating func replaceLeaf(_ rank: Int, by content: OrderedIDsBuilder.Content) {
    let numbers = [order[rank]] + (leaves.count..<leaves.count + content.leaves.count - 1)
    for (number, leaf) in zip(numbers, content.leaves) {
      let ids = leaf.ids.map { codes.insert(content.codes.id($0)) }
      let leaf = Leaf(ids: ids, prefixes: leaf.prefixes)
      if number < leaves.count { leaves[number] = leaf } else { leaves.append(leaf) }
      for code in ids { index[code] = number }
    }
    order.replaceSubrange(rank...rank, with: numbers)
    updatePositions()
    checkInvariants()
  }
}

extension Array {
  /// Removes and inserts elements at the places of edits, which are in order, in one pass.
  fileprivate mutating func apply(
    _ edits: ArraySlice<OrderedIDs.Edit>, inserting arrivals: [Element]
  ) {
    var result: [Element] = []
    result.reserveCapacity(count + arrivals.count)
    var (next, arrival) = (0, 0)
    for edit in edits {
      result += self[next..<edit.place.offset]
      next = edit.place.offset
      if edit.isRemoval {
        next += 1
      } else {
        result.append(arrivals[arrival])
        arrival += 1
      }
    }
    result += self[next...]
    self = result
  }
}
