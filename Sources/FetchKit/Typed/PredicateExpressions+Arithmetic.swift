import Foundation

// Calculations follow FetchKit's rules where Swift traps: an overflow gives a double, a division by zero nil.

extension PredicateExpressions.Arithmetic: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    try context.call(function, lhs, rhs, for: operatorName)
  }

  private var function: ExpressionFunction {
    switch op {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    @unknown default: .multiply
    }
  }
}

extension PredicateExpressions.IntDivision: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    try context.call(.divide, lhs, rhs, for: operatorName)
  }
}

extension PredicateExpressions.FloatDivision: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    try context.call(.divide, lhs, rhs, for: operatorName)
  }
}

extension PredicateExpressions.IntRemainder: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    try context.call(.modulus, lhs, rhs, for: operatorName)
  }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    let value = try context.term(of: wrapped).expression(for: operatorName)
    return .value(.calculated(.subtract, [.constant(.integer(0)), value]))
  }
}

extension TermContext {
  fileprivate func call(
    _ function: ExpressionFunction, _ left: some PredicateExpression,
    _ right: some PredicateExpression, for name: String
  ) throws(TypedQueryError) -> Term {
    let operands = [
      try term(of: left).expression(for: name), try term(of: right).expression(for: name),
    ]
    return .value(.calculated(function, operands))
  }
}

extension FetchExpression {
  /// A function, or its result when all arguments are constants.
  static func calculated(
    _ function: ExpressionFunction, _ arguments: [FetchExpression]
  ) -> FetchExpression {
    let call = FetchExpression.function(function, arguments)
    guard call.isConstant, let value = try? call.value(with: Value.null) else { return call }
    return .constant(value)
  }
}
