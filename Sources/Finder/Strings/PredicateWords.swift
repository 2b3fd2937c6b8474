import FetchKit
import Venues

/// Describes predicates in words, or else in the predicate language.
struct PredicateWords {
  let strings: Strings

  func text(_ predicate: FetchPredicate) -> String {
    switch predicate {
    case .constant: predicate.formatWithDateLiterals
    case .comparison(let comparison): text(comparison) ?? predicate.formatWithDateLiterals
    case .and(let parts): strings.all(parts.map { nested($0) })
    case .or(let parts): strings.any(parts.map { nested($0) })
    case .not(let inner): strings.not(nested(inner.predicate))
    }
  }

  private func nested(_ predicate: FetchPredicate) -> String {
    switch predicate {
    case .constant, .comparison: text(predicate)
    case .and, .or, .not: "(\(text(predicate)))"
    }
  }

  private func text(_ comparison: ComparisonPredicate) -> String? {
    guard comparison.modifier != .all, let subject = subject(comparison.left),
      let value = comparison.right.constantValue
    else { return nil }
    if value == .null, let isMissing = comparison.comparison.saysMissing {
      return strings.missing(subject, isMissing: isMissing)
    }
    if let range = range(comparison) { return range }
    return strings.comparison(
      subject, comparison.comparison, shown(value, isDistance: subject == distance))
  }

  private var distance: String { strings.sortKey(RangeFilter.distance.keyPath) }

  /// A value as in the predicate language, distances with their unit.
  private func shown(_ value: FetchValue, isDistance: Bool) -> String {
    if isDistance, let meters = value.doubleValue { return strings.format.radius(meters) }
    let shown = Self.wholeNumber(value).map(FetchValue.integer) ?? value
    return FetchExpression.constant(shown).formatWithDateLiterals
  }

  /// A comparison that is a range of one number, which is said in the same words; nil for others.
  private func range(_ comparison: ComparisonPredicate) -> String? {
    guard case .keyPath(let keyPath, _) = comparison.left,
      let filter = RangeFilter.allCases.first(where: { $0.keyPath == keyPath }), filter != .price,
      let number = comparison.right.constantValue?.doubleValue
    else { return nil }
    let words = RangeWords(strings: strings)
    switch comparison.comparison {
    case .greaterThanOrEqual: return words.chosen(NumberRange(lower: number), of: filter)
    case .lessThanOrEqual: return words.chosen(NumberRange(upper: number), of: filter)
    case .equal, .notEqual, .lessThan, .greaterThan, .between, .in, .contains, .beginsWith,
      .endsWith, .like, .matches, .typeEquals, .typeConforms:
      return nil
    }
  }

  /// A number without a fraction, which is shown without a point.
  private static func wholeNumber(_ value: FetchValue) -> Int64? {
    guard case .double(let number) = value else { return nil }
    return Int64(exactly: number)
  }

  private func subject(_ expression: FetchExpression) -> String? {
    guard case .keyPath(let keyPath, _) = expression else { return nil }
    return strings.sortKey(keyPath)
  }
}

extension ComparisonOperator {
  /// Whether a comparison with nil matches missing values; nil for other operators.
  fileprivate var saysMissing: Bool? {
    switch self {
    case .equal: true
    case .notEqual: false
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .between, .in, .contains,
      .beginsWith, .endsWith, .like, .matches, .typeEquals, .typeConforms:
      nil
    }
  }
}

extension FetchPredicate {
  /// The first operator that compares text including its case; nil without one.
  var caseSensitiveOperator: ComparisonOperator? {
    switch self {
    case .constant: nil
    case .comparison(let comparison): comparison.isCaseSensitive ? comparison.comparison : nil
    case .and(let parts), .or(let parts): parts.lazy.compactMap(\.caseSensitiveOperator).first
    case .not(let inner): inner.predicate.caseSensitiveOperator
    }
  }
}

extension ComparisonPredicate {
  fileprivate var isCaseSensitive: Bool {
    guard !options.contains(.caseInsensitive), case .string(let text)? = right.constantValue,
      text.lowercased() != text.uppercased()
    else { return false }
    return switch comparison {
    case .equal, .contains, .beginsWith, .endsWith, .like, .matches: true
    case .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .between, .in,
      .typeEquals, .typeConforms:
      false
    }
  }
}
