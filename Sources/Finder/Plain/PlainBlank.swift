import FetchKit
import Venues

/// A saved filter that waits for the value of a variable.
struct PlainBlank: Hashable {
  let name: String
  let use: VariableUse
  /// The filter with the values that were given before.
  let predicate: FetchPredicate
  let sorts: [SortChoice]

  /// The first blank of a filter; nil when there is nothing left to fill in.
  init?(_ predicate: FetchPredicate, _ sorts: [SortChoice]) {
    let uses = predicate.usesOfVariables(in: Venue.entity)
    guard let (name, use) = uses.min(by: { $0.key < $1.key }) else { return nil }
    self.name = name
    self.use = use
    self.predicate = predicate
    self.sorts = sorts
  }
}
