internal import FetchKit

/// The order and the page of the groups of a request, which are computed without them.
struct GroupOrder {
  /// The request for all groups in any order.
  let unordered: FetchQuery

  private let descriptors: [FetchSortDescriptor]
  private let page: (offset: Int, limit: Int)

  /// Fails for a request without groups, and for an order in which groups may be equal or texts are not compared by
  /// their bytes.
  init?(_ query: FetchQuery) {
    guard !query.sortDescriptors.isEmpty, !query.groupBy.isEmpty,
      query.sortDescriptors.allSatisfy({ $0.comparison == .binary }),
      Set(query.groupBy).isSubset(of: query.sortDescriptors.map(\.keyPath)),
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

  /// The groups of the page, in order.
  func arranged(_ groups: [[String: Value]]) -> [[String: Value]] {
    let sorted = groups.sorted { left, right in
      for key in descriptors {
        let (left, right) = (left[key.keyPath] ?? .null, right[key.keyPath] ?? .null)
        if left.isNull != right.isNull { return left.isNull == key.placesNullsFirst }
        if left.precedesInSQL(right) { return key.ascending }
        if right.precedesInSQL(left) { return !key.ascending }
      }
      return false
    }
    let rest = sorted.dropFirst(page.offset)
    return Array(page.limit > 0 ? rest.prefix(page.limit) : rest)
  }
}
