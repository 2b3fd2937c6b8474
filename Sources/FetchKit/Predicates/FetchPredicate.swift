internal import Collation

/// A condition on objects: the same in memory and in SQL.
///
/// ```swift
/// try FetchPredicate(format: "stats.tipCount > %d AND name CONTAINS[c] %@", 20, "tea")
/// // WHERE stats_tip_count > ? AND fetchkit_match(name, ?, …)
/// ```
public indirect enum FetchPredicate: Hashable, Sendable {
  /// `TRUEPREDICATE` or `FALSEPREDICATE`.
  case constant(Bool)
  /// A comparison of two expressions.
  case comparison(ComparisonPredicate)
  /// True when all parts are; true without parts.
  case and([FetchPredicate])
  /// True when a part is; false without parts.
  case or([FetchPredicate])
  /// True when the inner predicate is not.
  case not(FetchPredicate)
}

extension FetchPredicate {
  /// All of the conditions; one alone stays itself, none is always true, nested ones are flattened.
  public static func all(_ parts: [FetchPredicate]) -> FetchPredicate {
    let flat = parts.flatMap { part in
      if case .and(let inner) = part { inner } else { [part] }
    }
    return flat.count == 1 ? flat[0] : flat.isEmpty ? .constant(true) : .and(flat)
  }

  /// Any of the conditions; one alone stays itself, none is always false, nested ones are flattened.
  public static func any(_ parts: [FetchPredicate]) -> FetchPredicate {
    let flat = parts.flatMap { part in
      if case .or(let inner) = part { inner } else { [part] }
    }
    return flat.count == 1 ? flat[0] : flat.isEmpty ? .constant(false) : .or(flat)
  }

  /// Compares two expressions.
  public static func comparison(
    _ left: FetchExpression, _ comparison: ComparisonOperator, _ right: FetchExpression,
    modifier: ComparisonModifier = .direct, options: TextOptions = []
  ) -> FetchPredicate {
    .comparison(
      ComparisonPredicate(
        left: left, comparison: comparison, right: right, modifier: modifier, options: options))
  }
}
