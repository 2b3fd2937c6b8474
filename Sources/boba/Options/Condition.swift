import FetchKit
import Venues

/// Reads the predicates of options.
enum Condition {
  /// The predicate with its variables bound, checked against an entity's key paths; the error has a caret.
  static func read(
    _ format: String, of entity: EntityDescription = Venue.entity,
    variables: VariableValues = .none
  ) throws -> FetchPredicate {
    try withFormat(format) {
      let predicate = try bound(FetchPredicate(format: format), variables: variables)
      try predicate.check(for: entity)
      return predicate
    }
  }

  /// A predicate whose variables may wait for their values, checked with some of the right types.
  static func readTemplate(_ format: String) throws -> FetchPredicate {
    try withFormat(format) {
      let predicate = try FetchPredicate(format: format)
      try predicate.substituting(VariableValues.samples(for: predicate)).check(for: Venue.entity)
      return predicate
    }
  }

  /// The predicate of a saved filter; the error has a caret.
  static func template(of filter: SavedFilter) throws -> FetchPredicate {
    try withFormat(filter.predicate) { try filter.template.predicate ?? .constant(true) }
  }

  /// A predicate with its variables bound.
  static func bound(_ predicate: FetchPredicate, variables: VariableValues) throws -> FetchPredicate
  {
    guard !predicate.variables.isEmpty else { return predicate }
    return predicate.substituting(try variables.values(for: predicate))
  }

  private static func withFormat<Result>(_ format: String, _ body: () throws -> Result) throws
    -> Result
  {
    do {
      return try body()
    } catch var error as FetchPredicateError {
      error.format = format
      throw error
    }
  }
}
