import Foundation

extension PredicateExpressions.Conjunction: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    .condition(
      .both(
        try context.term(of: lhs).condition(for: operatorName),
        try context.term(of: rhs).condition(for: operatorName)))
  }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    .condition(
      .either(
        try context.term(of: lhs).condition(for: operatorName),
        try context.term(of: rhs).condition(for: operatorName)))
  }
}

extension PredicateExpressions.Negation: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    let term = try context.term(of: wrapped)
    guard case .value(let flag) = term else {
      return .condition(try term.condition(for: operatorName).opposite)
    }
    return .condition(.compared(flag, .equal, .constant(.bool(false))))
  }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    let test = try context.term(of: test).condition(for: operatorName)
    let first = try context.term(of: trueBranch)
    let second = try context.term(of: falseBranch)
    if case .constant(let flag) = test { return flag ? first : second }
    guard Output.self != Bool.self else {
      return .condition(
        .choose(
          test, try first.condition(for: operatorName), try second.condition(for: operatorName)))
    }
    return .value(
      .conditional(
        test, try first.expression(for: operatorName), try second.expression(for: operatorName)))
  }
}
