internal import FetchKit

/// A list that others with the same order are made of.
struct SortedList: Sendable {
  let entity: EntityDescription
  let orderID: String
  let query: FetchQuery
  var ids: OrderedIDs
  var sequence: Int64
  /// Whether it was made of another list, and can be again.
  var isDerived = false
}

/// The lists that were used last, each in another order.
final class SortedListCache: Sendable {
  private let lists = Protected<[SortedList]>([])

  private static let capacity = 4

  func first(where isFound: (SortedList) -> Bool) -> SortedList? {
    lists.withLock { $0.first(where: isFound) }
  }

  /// Removes and returns a list.
  func take(where isFound: (SortedList) -> Bool) -> SortedList? {
    lists.withLock { lists in lists.firstIndex(where: isFound).map { lists.remove(at: $0) } }
  }

  /// Keeps a list, and at most one that was made of another one.
  func keep(_ list: SortedList) {
    lists.withLock { lists in
      lists.removeAll { $0.orderID == list.orderID || $0.isDerived && list.isDerived }
      lists.insert(list, at: 0)
      if lists.count > Self.capacity { lists.removeLast() }
    }
  }

  func removeAll() { lists.withLock { $0.removeAll() } }

  /// The list in the order of a request, brought up to what a snapshot sees; nil if there is none.
  func list(
    _ query: FetchQuery, _ entity: EntityDescription, _ snapshot: StoreSnapshot
  ) throws -> SortedList? {
    let orderID = try StoreSnapshot.orderID(query, of: entity)
    let sequence = try snapshot.sequence
    // A list of all objects serves entities with other computed attributes, too.
    let known = first { list in
      list.orderID == orderID
        && (list.entity == entity
          || list.entity.table == entity.table && list.query.predicate == nil)
    }
    guard var list = known, list.sequence <= sequence else { return nil }
    guard list.sequence < sequence else { return list }
    list.ids = try snapshot.refreshed(list.ids, of: list.query, since: list.sequence)
    list.sequence = sequence
    keep(list)
    return list
  }
}
