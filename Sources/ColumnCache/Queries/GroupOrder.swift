internal import FetchKit

/// The order and the page of the groups of a request, which are computed without them.
struct GroupOrder {
  /// The request for all groups in any order.
  let unordered: FetchQuery

  private let descriptors: [FetchSortDescriptor]
  private let page: (offset: Int, limit: Int)

  /// Fails for a request without groups, and for an order in which groups may be equal, or that depends on a locale.
  init?(_ query: FetchQuery) {
    guard !query.sortDescriptors.isEmpty, !query.groupBy.isEmpty,
      query.sortDescriptors.allSatisfy({ [.binary, .natural].contains($0.comparison) }),
      Set(query.groupBy).isSubset(
        of: query.sortDescriptors.filter { $0.comparison == .binary }.map(\.keyPath)),
      query.sortDescriptors.allSatisfy({ Self.hasValue($0.keyPath, query) })
    else { return nil }
    descriptors = query.sortDescriptors
    page = (query.offset, query.limit)
    var unordered = query
    (unordered.sortDescriptors, unordered.offset, unordered.limit) = ([], 0, 0)
    self.unordered = unordered
  }

  /// Whether the value with a name in the groups is the one to sort by.
  private static func hasValue(_ name: String, _ query: FetchQuery) -> Bool {
    query.properties?.contains { property in
      guard case .attribute = property else {
        return property.name == name && !query.groupBy.contains(name)
      }
      return property.name == name
    } ?? false
  }

  private static func precedes(
    _ left: FetchValue, _ right: FetchValue, _ comparison: FetchSortDescriptor.Comparison
  ) -> Bool {
    guard comparison == .natural, case .string(let left) = left, case .string(let right) = right
    else { return left.precedesInSQL(right) }
    return comparison.key(of: left).lexicographicallyPrecedes(comparison.key(of: right))
  }

  func arranged(_ groups: [[String: FetchValue]]) -> [[String: FetchValue]] {
    let sorted = groups.sorted { left, right in
      for key in descriptors {
        let (left, right) = (left[key.keyPath] ?? .null, right[key.keyPath] ?? .null)
        if left.isNull != right.isNull { return left.isNull == key.placesNullsFirst }
        if Self.precedes(left, right, key.comparison) { return key.ascending }
        if Self.precedes(right, left, key.comparison) { return !key.ascending }
      }
      return false
    }
    let rest = sorted.dropFirst(page.offset)
    return Array(page.limit > 0 ? rest.prefix(page.limit) : rest)
  }
}
