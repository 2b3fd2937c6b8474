import Foundation

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    let left = try context.term(of: lhs)
    let right = try context.term(of: rhs)
    if left.isNil { return right }
    switch left.unwrapped {
    case (.condition(let condition), let present):
      return .condition(
        .choose(present, condition, try right.condition(for: operatorName)))
    case (let constant, .constant(true)): return constant
    case (let value, let present):
      return .value(
        .conditional(
          present, try value.expression(for: operatorName),
          try right.expression(for: operatorName)))
    }
  }
}

extension PredicateExpressions.OptionalFlatMap: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    let optional = try context.term(of: wrapped)
    if optional.isNil { return .constant(Output.none as Any) }
    let (inner, present) = optional.unwrapped
    return try context.binding(variable, to: inner).term(of: transform).when(present)
  }
}

/// nil stays nil, where Foundation throws.
extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    let optional = try context.term(of: inner)
    guard !optional.isNil else { throw failure(.nilConstant) }
    return optional.unwrapped.term
  }
}
