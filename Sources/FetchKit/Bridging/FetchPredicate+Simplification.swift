internal import Collation

/// Logical operators that simplify constants, so that the SQL reads as if written by hand.
extension FetchPredicate {
  static func both(_ left: FetchPredicate, _ right: FetchPredicate) -> FetchPredicate {
    if case .constant(let flag) = left { return flag ? right : left }
    if case .constant(let flag) = right { return flag ? left : right }
    if let value = left.presentExpression, right.truth(whenNil: value) == false { return right }
    return .all([left, right])
  }

  static func either(_ left: FetchPredicate, _ right: FetchPredicate) -> FetchPredicate {
    if case .constant(let flag) = left { return flag ? left : right }
    if case .constant(let flag) = right { return flag ? right : left }
    if let value = left.absentExpression, right.truth(whenNil: value) == true { return right }
    return .any([left, right])
  }

  var opposite: FetchPredicate {
    switch self {
    case .constant(let flag): .constant(!flag)
    case .not(let inner): inner.predicate
    case .comparison(let comparison): comparison.opposite ?? .not(self)
    case .and, .or: .not(self)
    }
  }

  /// Returns `first` where the condition holds, otherwise `second`.
  static func choose(
    _ condition: FetchPredicate, _ first: FetchPredicate, _ second: FetchPredicate
  ) -> FetchPredicate {
    .either(.both(condition, first), .both(condition.opposite, second))
  }

  static func present(_ expression: FetchExpression) -> FetchPredicate {
    if let value = expression.constantValue { return .constant(!value.isNull) }
    return .comparison(expression, .notEqual, .constant(.null))
  }

  static func absent(_ expression: FetchExpression) -> FetchPredicate {
    .present(expression).opposite
  }

  static func hasElements(_ collection: CollectionOperand) -> FetchPredicate {
    .comparison(collection.count, .notEqual, .constant(.integer(0)))
  }

  /// Returns a comparison; `(x ?? 9) < 5` becomes a comparison of `x`, so that an index applies.
  static func compared(
    _ left: FetchExpression, _ comparison: ComparisonOperator, _ right: FetchExpression,
    options: TextOptions = []
  ) -> FetchPredicate {
    let plain = FetchPredicate.comparison(left, comparison, right, options: options)
    guard right.constantValue != nil else {
      guard left.constantValue != nil, let mirrored = comparison.mirrored else { return plain }
      return compared(right, mirrored, left, options: options)
    }
    if left.constantValue != nil { return plain.constantTruth.map { .constant($0) } ?? plain }
    guard let (value, fallback) = left.coalesced,
      let holdsForNil = FetchPredicate.comparison(fallback, comparison, right, options: options)
        .constantTruth
    else { return plain }
    let inner = compared(value, comparison, right, options: options)
    return holdsForNil ? .either(.absent(value), inner) : .both(.present(value), inner)
  }
}

// MARK: - What is known

extension FetchPredicate {
  /// The result of a predicate on constants; nil if it depends on the object.
  private var constantTruth: Bool? {
    isConstant ? try? evaluate(with: FetchValue.null) : nil
  }

  /// Returns the result of the predicate where an expression is nil; nil if it is not determined.
  func truth(whenNil expression: FetchExpression) -> Bool? {
    switch self {
    case .constant(let flag): flag
    case .comparison(let comparison): comparison.truth(whenNil: expression)
    case .not(let inner): inner.predicate.truth(whenNil: expression).map { !$0 }
    case .and(let parts): combined(parts.map { $0.truth(whenNil: expression) }, decisive: false)
    case .or(let parts): combined(parts.map { $0.truth(whenNil: expression) }, decisive: true)
    }
  }

  private func combined(_ parts: [Bool?], decisive: Bool) -> Bool? {
    if parts.contains(decisive) { return decisive }
    return parts.contains(nil) ? nil : !decisive
  }

  /// The expression of a condition `expression != nil`.
  fileprivate var presentExpression: FetchExpression? { compared(.notEqual, with: .null) }

  /// The expression of a condition `expression == nil`.
  fileprivate var absentExpression: FetchExpression? { compared(.equal, with: .null) }

  /// The expression of a condition `expression != 0`.
  fileprivate var nonzeroCount: FetchExpression? { compared(.notEqual, with: .integer(0)) }

  private func compared(_ expected: ComparisonOperator, with value: FetchValue) -> FetchExpression?
  {
    guard case .comparison(let comparison) = self, comparison.comparison == expected,
      comparison.modifier == .direct, comparison.right == .constant(value)
    else { return nil }
    return comparison.left
  }
}

extension ComparisonPredicate {
  fileprivate var opposite: FetchPredicate? {
    guard modifier == .direct, comparison == .equal || comparison == .notEqual else { return nil }
    return .comparison(left, comparison == .equal ? .notEqual : .equal, right, options: options)
  }

  fileprivate func truth(whenNil expression: FetchExpression) -> Bool? {
    guard modifier == .direct else { return nil }
    let left = left.isNil(whenNil: expression) ? .constant(.null) : left
    let right = right.isNil(whenNil: expression) ? .constant(.null) : right
    guard left.constantValue != nil, right.constantValue != nil else {
      let isNil = left == .constant(.null) || right == .constant(.null)
      return isNil && comparison.isFalseForNil ? false : nil
    }
    let known = ComparisonPredicate(
      left: left, comparison: comparison, right: right, options: options)
    return try? FetchPredicate.comparison(known).evaluate(with: FetchValue.null)
  }
}

extension ComparisonOperator {
  fileprivate var isFalseForNil: Bool {
    textKind != nil
      || [.lessThan, .greaterThan, .matches, .typeEquals, .typeConforms].contains(self)
  }
}

extension FetchExpression {
  /// Returns whether the value is nil wherever another expression is.
  func isNil(whenNil expression: FetchExpression) -> Bool {
    if self == expression { return true }
    guard case .function(let function, let arguments) = self, function.infix != nil else {
      return false
    }
    return arguments.contains { $0.isNil(whenNil: expression) }
  }

  /// Returns the value where a condition holds, otherwise nil.
  func when(_ condition: FetchPredicate) -> FetchExpression {
    if condition == .constant(true) { return self }
    if let value = condition.presentExpression, isNil(whenNil: value) { return self }
    if let count = condition.nonzeroCount, isNil(whenNone: count) { return self }
    return .conditional(condition, self, .constant(.null))
  }

  /// Whether this is an element of the list that another expression counts.
  private func isNil(whenNone count: FetchExpression) -> Bool {
    guard case .element(let values, _) = self else { return false }
    switch (values.expression, count) {
    case (.keyPath(let path, _), .keyPath(let counted, _)):
      return (path + ".").hasPrefix(counted.prefix { $0 != "@" })
    case (.step(let list, _), .step(let counted, _)): return list == counted
    default: return false
    }
  }

  /// The parts of `value ?? fallback` with a constant fallback; nil for other expressions.
  fileprivate var coalesced: (value: FetchExpression, fallback: FetchExpression)? {
    guard case .conditional(let condition, let value, let fallback) = self,
      condition.predicate == .present(value.expression), fallback.expression.constantValue != nil
    else { return nil }
    return (value.expression, fallback.expression)
  }
}
