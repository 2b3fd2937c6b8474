internal import Collation

/// Connectives that leave out what is known to be true or false, so that the SQL stays as a person writes it.
extension FetchPredicate {
  /// Both conditions.
  static func both(_ left: FetchPredicate, _ right: FetchPredicate) -> FetchPredicate {
    if case .constant(let flag) = left { return flag ? right : left }
    if case .constant(let flag) = right { return flag ? left : right }
    if let value = left.presentExpression, right.truth(whenNil: value) == false { return right }
    return .all([left, right])
  }

  /// One of the conditions.
  static func either(_ left: FetchPredicate, _ right: FetchPredicate) -> FetchPredicate {
    if case .constant(let flag) = left { return flag ? left : right }
    if case .constant(let flag) = right { return flag ? right : left }
    if let value = left.absentExpression, right.truth(whenNil: value) == true { return right }
    return .any([left, right])
  }

  /// The condition that holds where this one does not.
  var opposite: FetchPredicate {
    switch self {
    case .constant(let flag): .constant(!flag)
    case .not(let inner): inner
    case .comparison(let comparison): comparison.opposite ?? .not(self)
    case .and, .or: .not(self)
    }
  }

  /// `first` where the condition holds, else `second`.
  static func choose(
    _ condition: FetchPredicate, _ first: FetchPredicate, _ second: FetchPredicate
  ) -> FetchPredicate {
    .either(.both(condition, first), .both(condition.opposite, second))
  }

  /// An expression is not nil.
  static func present(_ expression: FetchExpression) -> FetchPredicate {
    if let value = expression.constantValue { return .constant(!value.isNull) }
    return .comparison(expression, .notEqual, .constant(.null))
  }

  /// An expression is nil.
  static func absent(_ expression: FetchExpression) -> FetchPredicate {
    .present(expression).opposite
  }

  /// A list is not empty.
  static func hasElements(_ collection: CollectionTerm) -> FetchPredicate {
    .comparison(collection.count, .notEqual, .constant(.integer(0)))
  }

  /// Compares two expressions; `(x ?? 9) < 5` becomes a comparison of `x` that an index can answer.
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
  /// Whether a condition on constants holds; nil when it cannot be told.
  private var constantTruth: Bool? {
    isConstant ? try? evaluate(with: Value.null) : nil
  }

  /// Whether the condition holds where an expression is nil; nil when that does not decide it.
  func truth(whenNil expression: FetchExpression) -> Bool? {
    switch self {
    case .constant(let flag): flag
    case .comparison(let comparison): comparison.truth(whenNil: expression)
    case .not(let inner): inner.truth(whenNil: expression).map { !$0 }
    case .and(let parts):
      combined(parts.map { $0.truth(whenNil: expression) }, decisive: false)
    case .or(let parts):
      combined(parts.map { $0.truth(whenNil: expression) }, decisive: true)
    }
  }

  private func combined(_ parts: [Bool?], decisive: Bool) -> Bool? {
    if parts.contains(decisive) { return decisive }
    return parts.contains(nil) ? nil : !decisive
  }

  /// The expression that the condition says is not nil.
  fileprivate var presentExpression: FetchExpression? { compared(.notEqual, with: .null) }

  /// The expression that the condition says is nil.
  fileprivate var absentExpression: FetchExpression? { compared(.equal, with: .null) }

  /// The count that the condition says is not 0.
  fileprivate var nonzeroCount: FetchExpression? { compared(.notEqual, with: .integer(0)) }

  private func compared(_ wanted: ComparisonOperator, with value: Value) -> FetchExpression? {
    guard case .comparison(let comparison) = self, comparison.comparison == wanted,
      comparison.modifier == .direct, comparison.right == .constant(value)
    else { return nil }
    return comparison.left
  }
}

extension ComparisonPredicate {
  /// The comparison that holds where this one does not, when an operator says so.
  fileprivate var opposite: FetchPredicate? {
    guard modifier == .direct, comparison == .equal || comparison == .notEqual else { return nil }
    return .comparison(
      left, comparison == .equal ? .notEqual : .equal, right, options: options)
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
    return try? FetchPredicate.comparison(known).evaluate(with: Value.null)
  }
}

extension ComparisonOperator {
  /// Whether nil on one side is enough for the comparison to fail.
  fileprivate var isFalseForNil: Bool {
    self == .lessThan || self == .greaterThan || self == .contains || isTextTest
  }
}

extension FetchExpression {
  /// Whether the value is nil wherever another expression is.
  func isNil(whenNil expression: FetchExpression) -> Bool {
    if self == expression { return true }
    guard case .function(let function, let arguments) = self, function.infix != nil else {
      return false
    }
    return arguments.contains { $0.isNil(whenNil: expression) }
  }

  /// The value where a condition holds, else nil.
  func when(_ condition: FetchPredicate) -> FetchExpression {
    if condition == .constant(true) { return self }
    if let value = condition.presentExpression, isNil(whenNil: value) { return self }
    if let count = condition.nonzeroCount, isNil(whenNone: count) { return self }
    return .conditional(condition, self, .constant(.null))
  }

  /// Whether this is a value of an element of the list that another expression counts.
  private func isNil(whenNone count: FetchExpression) -> Bool {
    guard case .element(let values, _) = self else { return false }
    switch (values, count) {
    case (.keyPath(let path, _), .keyPath(let counted, _)):
      return (path + ".").hasPrefix(counted.prefix { $0 != "@" })
    case (.step(let list, _), .step(let counted, _)): return list == counted
    default: return false
    }
  }

  /// The parts of `value ?? fallback` with a constant fallback; nil for anything else.
  fileprivate var coalesced: (value: FetchExpression, fallback: FetchExpression)? {
    guard case .conditional(let condition, let value, let fallback) = self,
      condition == .present(value), fallback.constantValue != nil
    else { return nil }
    return (value, fallback)
  }
}
