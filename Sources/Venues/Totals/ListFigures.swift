public import FetchKit

/// The figures around a list of places: of what it shows, of all there is, of what is hidden.
public struct ListFigures: Hashable, Sendable {
  /// Counts and sums of the places that the choices let through.
  public let shown: VenueTotals
  /// How many places there are without any choice.
  public let total: Int
  /// How many places the choices would let through if closed ones were not hidden.
  public let closedHidden: Int

  public init(shown: VenueTotals = VenueTotals(), total: Int = 0, closedHidden: Int = 0) {
    self.shown = shown
    self.total = total
    self.closedHidden = closedHidden
  }

  /// Fetches the figures for some choices.
  public static func fetch(
    _ choices: FilterChoices, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> ListFigures {
    let shown = try VenueTotals.fetch(choices.predicate, in: entity, from: store)
    let hidden = try hiddenCount(choices, in: entity, from: store)
    let total = choices.isEmpty ? shown.count : try total(choices, in: entity, from: store)
    return ListFigures(shown: shown, total: total, closedHidden: hidden)
  }

  /// Counts the places that there are without any choice.
  public static func total(
    _ choices: FilterChoices, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> Int {
    try store.count(choices.cleared.predicate, in: entity)
  }

  /// The condition on closed places comes first, as few are closed.
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
