public import FetchKit

/// The totals of a list: of the visible, all and hidden venues.
public struct ListTotals: Hashable, Sendable {
  /// Counts and sums of the venues that match the choices.
  public let shown: VenueTotals
  /// The number of all venues.
  public let total: Int
  /// The number of matching venues including closed ones.
  public let closedHidden: Int

  public init(shown: VenueTotals = VenueTotals(), total: Int = 0, closedHidden: Int = 0) {
    self.shown = shown
    self.total = total
    self.closedHidden = closedHidden
  }

  /// Fetches the totals of choices.
  public static func fetch(
    _ choices: FilterChoices, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> ListTotals {
    let shown = try VenueTotals.fetch(choices.predicate, in: entity, from: store)
    let hidden = try hiddenCount(choices, in: entity, from: store)
    let total = choices.isEmpty ? shown.count : try total(choices, in: entity, from: store)
    return ListTotals(shown: shown, total: total, closedHidden: hidden)
  }

  /// Counts all venues.
  public static func total(
    _ choices: FilterChoices, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> Int {
    try store.count(choices.cleared.predicate, in: entity)
  }

  /// The condition on closed venues is first because it is cheap.
  private static func hiddenCount(
    _ choices: FilterChoices, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> Int {
    guard choices.hidesClosed else { return 0 }
    let isClosed = FetchPredicate.comparison(.keyPath("closed"), .equal, .constant(1))
    let others = choices.chosenPredicate.map { [$0] } ?? []
    return try store.count(.all([isClosed] + others), in: entity)
  }
}

extension StoreSnapshot {
  /// The number of places that a predicate lets through.
  func count(_ predicate: FetchPredicate, in entity: EntityDescription) throws -> Int {
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = predicate
    return try count(request)
  }
}
