public import FetchKit

/// The totals of a list: of the visible, all and hidden venues.
public struct ListTotals: Hashable, Sendable {
  /// Counts and sums of the venues that match the choices.
  public let shown: VenueTotals
  /// The number of all venues.
  public let total: Int
  /// The number of closed venues that match the choices and are hidden.
  public let closedHidden: Int

  /// Fetches the totals of choices.
  public static func fetch(
    _ choices: FilterChoices, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> ListTotals {
    let shown = try VenueTotals.fetch(choices.predicate, in: entity, from: store)
    let hidden = try choices.hiddenPredicate.map { try store.count($0, in: entity) } ?? 0
    let total = choices.isEmpty ? shown.count : try total(choices, in: entity, from: store)
    return ListTotals(shown: shown, total: total, closedHidden: hidden)
  }

  /// Counts all venues.
  public static func total(
    _ choices: FilterChoices, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> Int {
    try store.count(choices.cleared.predicate, in: entity)
  }
}

extension StoreReading where Self: ~Copyable {
  /// Counts the venues that match a predicate.
  package func count(_ predicate: FetchPredicate, in entity: EntityDescription) throws -> Int {
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = predicate
    return try count(request)
  }
}

extension StoreSnapshot {
  /// The values at a key path, each with the number of venues that have it.
  func counts(
    by keyPath: String, _ predicate: FetchPredicate, in entity: EntityDescription
  ) throws -> [(value: FetchValue, count: Int)] {
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = predicate
    request.propertiesToGroupBy = [keyPath]
    request.propertiesToFetch = [.attribute(keyPath), .expression(.rowCount(name: "count"))]
    return try dictionaries(request).map { ($0[keyPath] ?? .null, $0.count(of: "count")) }
  }
}
