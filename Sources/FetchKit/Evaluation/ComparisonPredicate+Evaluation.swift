internal import Collation

extension ComparisonPredicate {
  /// Returns whether the comparison holds for two values, ignoring the modifier.
  package func holds(_ left: FetchValue, _ right: FetchValue) throws(FetchPredicateError) -> Bool {
    switch comparison {
    case .equal: return ValueComparison.isEqual(left, right, options)
    case .notEqual: return !ValueComparison.isEqual(left, right, options)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      return try isOrdered(left, right, comparison)
    case .between: return try isBetween(left, right)
    case .in: return try isMember(left, of: right, rightList)
    // With ANY and ALL it is an element of the list on the left.
    case .contains: return try isMember(right, of: left, modifier == .direct ? leftList : nil)
    case .beginsWith, .endsWith, .like, .matches, .typeEquals, .typeConforms:
      return try textTest(left, right)
    }
  }

  private func isOrdered(_ left: FetchValue, _ right: FetchValue, _ comparison: ComparisonOperator)
    throws(FetchPredicateError) -> Bool
  {
    let equalNils = left.isNull && right.isNull ? 0 : nil
    guard let order = try ValueComparison.order(left, right, options) ?? equalNils else {
      return false
    }
    return switch comparison {
    case .lessThan: order < 0
    case .lessThanOrEqual: order <= 0
    case .greaterThan: order > 0
    default: order >= 0
    }
  }

  private func isBetween(_ value: FetchValue, _ bounds: FetchValue) throws(FetchPredicateError)
    -> Bool
  {
    guard case .list(let pair) = bounds, pair.count == 2 else { throw failure(.invalidBounds) }
    let isAbove = try isOrdered(value, pair[0], .greaterThanOrEqual)
    let isBelow = try isOrdered(value, pair[1], .lessThanOrEqual)
    return isAbove && isBelow
  }

  private func isMember(
    _ value: FetchValue, of collection: FetchValue, _ constant: ConstantList?
  ) throws(FetchPredicateError) -> Bool {
    switch collection {
    case .list(let elements):
      return constant?.contains(value, elements, options)
        ?? elements.contains { ValueComparison.isEqual(value, $0, options) }
    case .object(let members):
      return members.values.contains { ValueComparison.isEqual(value, $0, options) }
    case .string(let text): return try isSubstring(value, of: text)
    case .null: return false
    case .bool, .integer, .double, .date, .data:
      guard !value.isNull else { return false }
      throw mismatch(FetchPredicateError.Expected.collectionOrString, collection)
    }
  }

  private func isSubstring(_ value: FetchValue, of text: String) throws(FetchPredicateError) -> Bool
  {
    guard !value.isNull else { return false }
    guard case .string(let part) = value else {
      throw mismatch(FetchPredicateError.Expected.string, value)
    }
    return TextMatcher(part, kind: .contains, options: options).matches(text)
  }

  private func textTest(_ left: FetchValue, _ right: FetchValue) throws(FetchPredicateError) -> Bool
  {
    if comparison == .typeConforms { throw failure(.missingTypeHierarchy) }
    guard !left.isNull, !right.isNull else { return false }
    guard case .string(let text) = left else {
      throw mismatch(FetchPredicateError.Expected.string, left)
    }
    guard case .string(let pattern) = right else {
      throw mismatch(FetchPredicateError.Expected.string, right)
    }
    if comparison == .typeEquals {
      return TextComparison.equals(text, pattern, [.caseInsensitive])
    }
    guard let kind = comparison.textKind else { return try isMatch(text, pattern) }
    return TextMatcher(pattern, kind: kind, options: options).matches(text)
  }

  private func isMatch(_ text: String, _ pattern: String) throws(FetchPredicateError) -> Bool {
    do {
      return try CompiledPattern(pattern, options: options).matches(text)
    } catch {
      throw failure(.invalidPattern(error))
    }
  }

  func failure(_ reason: FetchPredicateError.Reason) -> FetchPredicateError {
    FetchPredicateError(.evaluate, reason, offset: position.offset)
  }

  private func mismatch(_ expected: ErrorMessage, _ value: FetchValue) -> FetchPredicateError {
    failure(.mismatchedOperand(of: comparison.rawValue, expected: expected, found: value.kind))
  }
}

extension ComparisonOperator {
  /// The kind of text matcher for the operator; nil for other operators and regular expressions.
  var textKind: TextMatcher.Kind? {
    switch self {
    case .contains: .contains
    case .beginsWith: .hasPrefix
    case .endsWith: .hasSuffix
    case .like: .like
    case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
      .between, .in, .matches, .typeEquals, .typeConforms:
      nil
    }
  }
}
