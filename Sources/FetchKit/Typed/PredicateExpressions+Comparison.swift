import Foundation

extension PredicateExpressions.Equal: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    let left = try context.term(of: lhs)
    let right = try context.term(of: rhs)
    return .condition(try left.isEqual(to: right, for: operatorName))
  }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    let left = try context.term(of: lhs)
    let right = try context.term(of: rhs)
    return .condition(try left.isEqual(to: right, for: operatorName).opposite)
  }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    guard isOrderedAsStored(LHS.Output.self) else {
      throw failure(.incomparableType("\(LHS.Output.self)"))
    }
    let left = try context.term(of: lhs).expression(for: operatorName)
    let right = try context.term(of: rhs).expression(for: operatorName)
    return .condition(.compared(left, comparison, right))
  }

  private var comparison: ComparisonOperator {
    switch op {
    case .lessThan: .lessThan
    case .lessThanOrEqual: .lessThanOrEqual
    case .greaterThan: .greaterThan
    case .greaterThanOrEqual: .greaterThanOrEqual
    @unknown default: .greaterThanOrEqual
    }
  }
}

extension Term {
  /// Swift's `==`, of optionals as well.
  fileprivate func isEqual(to other: Term, for name: String) throws(TypedQueryError)
    -> FetchPredicate
  {
    if other.isNil { return unwrapped.present.opposite }
    if isNil { return other.unwrapped.present.opposite }
    if case .constant = self { return try other.isEqual(toConstant: self, for: name) }
    if case .constant = other { return try isEqual(toConstant: other, for: name) }
    return .compared(try expression(for: name), .equal, try other.expression(for: name))
  }

  /// Equality with a constant that is not nil.
  private func isEqual(toConstant other: Term, for name: String) throws(TypedQueryError)
    -> FetchPredicate
  {
    let constant = other.unwrapped.term
    switch (self, constant) {
    case (.optional(let term, let present), _):
      return .both(present, try term.isEqual(toConstant: constant, for: name))
    case (.condition(let condition), .constant(let flag as Bool)):
      return flag ? condition : condition.opposite
    case (.order(let left, let right, let options), .constant(let result as ComparisonResult)):
      return .compared(left, result.comparison, right, options: options)
    default:
      return .compared(try expression(for: name), .equal, try constant.expression(for: name))
    }
  }
}

extension ComparisonResult {
  /// The operator that asks for this result.
  fileprivate var comparison: ComparisonOperator {
    switch self {
    case .orderedAscending: .lessThan
    case .orderedSame: .equal
    case .orderedDescending: .greaterThan
    }
  }
}
