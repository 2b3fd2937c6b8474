extension OrderedIDs {
  /// Lists up to this length are checked in debug builds.
  private static let checkedCount = 5000

  /// Stops a debug build when leaves, positions and index disagree.
  func checkInvariants() {
    assert(count > Self.checkedCount || brokenInvariant == nil, brokenInvariant ?? "")
  }

  /// The first broken invariant; nil when there is none.
  var brokenInvariant: String? {
    guard order.sorted() == Array(leaves.indices) else { return "each leaf is in the order once" }
    guard order.enumerated().allSatisfy({ rankByLeaf[$1] == $0 }) else { return "ranks" }
    var start = 0
    for (rank, number) in order.enumerated() {
      let leaf = leaves[number]
      guard starts[rank] == start else { return "starts are sums of counts" }
      guard leaf.ids.allSatisfy({ index[$0] == number }) else { return "the index has each leaf" }
      if let prefixes = leaf.prefixes?.prefixes {
        guard prefixes.count == leaf.ids.count else { return "each id has a key prefix" }
        guard zip(prefixes, prefixes.dropFirst()).allSatisfy(<=) else {
          return "key prefixes ascend"
        }
      }
      start += leaf.ids.count
    }
    guard start == count else { return "the count is that of all leaves" }
    return Set(leaves.flatMap(\.ids)).count == count ? nil : "no id is repeated"
  }
}
