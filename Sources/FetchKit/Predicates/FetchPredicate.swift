internal import Collation

/// A condition on objects with the same meaning in memory and in SQL.
///
/// ```swift
/// try FetchPredicate(format: "stats.tipCount > %d AND name CONTAINS[c] %@", 20, "tea")
/// // WHERE stats_tip_count > ? AND fetchkit_match(name, ?, …)
/// ```
///
/// Predicates built in code may nest to any depth. They can be compared and printed; evaluating and fetching throw
/// an error for more than 500 levels.
public enum FetchPredicate: Sendable {
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  case constant(Bool)
  /// A comparison of two expressions.
  indirect case comparison(ComparisonPredicate)
  /// True when all subpredicates are, and without subpredicates.
  case and(Subpredicates)
  /// True when some subpredicate is; false without subpredicates.
  case or(Subpredicates)
  /// The negation of a predicate.
  case not(Nested)
}

extension FetchPredicate {
  /// Returns the conjunction of predicates, flattened; true for none, the predicate itself for one.
  ///
  /// ```swift
  /// FetchPredicate.all([cheap, .any([near, open])])  // cheap AND (near OR open)
  /// ```
  public static func all(_ parts: [FetchPredicate]) -> FetchPredicate {
    let flat = parts.flatMap { part in
      if case .and(let inner) = part { Array(inner) } else { [part] }
    }
    return flat.count == 1 ? flat[0] : flat.isEmpty ? .constant(true) : .and(flat)
  }

  /// Returns the disjunction of predicates, flattened; false for none, the predicate itself for one.
  public static func any(_ parts: [FetchPredicate]) -> FetchPredicate {
    let flat = parts.flatMap { part in
      if case .or(let inner) = part { Array(inner) } else { [part] }
    }
    return flat.count == 1 ? flat[0] : flat.isEmpty ? .constant(false) : .or(flat)
  }

  /// Returns a comparison of two expressions.
  public static func comparison(
    _ left: FetchExpression, _ comparison: ComparisonOperator, _ right: FetchExpression,
    modifier: ComparisonModifier = .direct, options: TextOptions = []
  ) -> FetchPredicate {
    .comparison(
      ComparisonPredicate(
        left: left, comparison: comparison, right: right, modifier: modifier, options: options))
  }
}

extension FetchPredicate {
  /// Parses a predicate in the format language of `NSPredicate`.
  ///
  /// ```swift
  /// try FetchPredicate(format: "%K == %@ OR price BETWEEN {%d, %d}", "city", "Paris", 1, 3)
  /// ```
  ///
  /// The arguments replace the placeholders `%@`, `%K`, `%d` and so on, in order. A placeholder in quotes, as in
  /// `"%K LIKE '%@'"`, is text and takes no argument. Throws a
  /// `FetchPredicateError` with the position of a syntax error and what was expected there.
  public init(format: String, _ arguments: (any PredicateArgument)...) throws(FetchPredicateError) {
    try self.init(format: format, arguments: arguments)
  }

  /// Parses a predicate; `arguments` replace the placeholders in order.
  public init(format: String, arguments: [any PredicateArgument]) throws(FetchPredicateError) {
    var parser = try PredicateParser(format, arguments: arguments.map(\.predicateExpression))
    self = try parser.predicate()
  }
}

extension FetchExpression {
  /// Parses an expression such as `stats.tipCount * 2`.
  public init(format: String, _ arguments: (any PredicateArgument)...) throws(FetchPredicateError) {
    try self.init(format: format, arguments: arguments)
  }

  /// Parses an expression; `arguments` replace the placeholders in order.
  public init(format: String, arguments: [any PredicateArgument]) throws(FetchPredicateError) {
    var parser = try PredicateParser(format, arguments: arguments.map(\.predicateExpression))
    self = try parser.expression()
  }
}
