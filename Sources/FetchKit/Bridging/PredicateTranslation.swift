import Foundation

/// An operator of Foundation's predicates that can be translated.
protocol TranslatableExpression {
  /// Returns the translation of the operator in a context.
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand
}

extension TranslatableExpression {
  var operatorName: String { TypedQueryError.name(of: Self.self) }

  func expression(_ operand: some PredicateExpression, _ context: TranslationContext)
    throws(TypedQueryError) -> FetchExpression
  {
    try context.operand(of: operand).expression(for: operatorName)
  }

  func condition(_ operand: some PredicateExpression, _ context: TranslationContext)
    throws(TypedQueryError) -> FetchPredicate
  {
    try context.operand(of: operand).condition(for: operatorName)
  }

  func failure(_ reason: TypedQueryError.Reason) -> TypedQueryError {
    TypedQueryError(operatorName, reason)
  }
}

/// The variables of a typed predicate in scope.
struct TranslationContext {
  private var bindings: [PredicateExpressions.VariableID: TypedOperand] = [:]
  /// The number of enclosing closures over to-many relationships.
  private var depth = 0

  func operand(of expression: some PredicateExpression) throws(TypedQueryError) -> TypedOperand {
    guard let translatable = expression as? any TranslatableExpression else {
      throw TypedQueryError(TypedQueryError.name(of: type(of: expression)), .unsupportedOperator)
    }
    return try translatable.translated(in: self)
  }

  func binding<Output>(
    _ variable: PredicateExpressions.Variable<Output>, to term: TypedOperand
  ) -> TranslationContext {
    var copy = self
    copy.bindings[variable.key] = term
    return copy
  }

  /// Returns the context of a closure over a to-many relationship, and the name of its element.
  func inside<Output>(
    _ collection: CollectionOperand, _ variable: PredicateExpressions.Variable<Output>
  ) -> (context: TranslationContext, element: String) {
    let name = depth == 0 ? "element" : "element\(depth + 1)"
    let element: TypedOperand =
      collection.hasKeys
      ? .object(ObjectOperand(origin: .variable(name), path: nil)) : .value(.variable(name))
    var copy = binding(variable, to: element)
    copy.depth += 1
    return (copy, name)
  }

  fileprivate func operand(of variable: PredicateExpressions.VariableID) -> TypedOperand? {
    bindings[variable]
  }
}

// MARK: - Leaves

extension PredicateExpressions.Variable: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    guard let term = context.operand(of: key) else {
      throw failure(.unboundVariable)
    }
    return term
  }
}

extension PredicateExpressions.Value: TranslatableExpression {
  func translated(in context: TranslationContext) -> TypedOperand { .constant(value) }
}

extension PredicateExpressions.NilLiteral: TranslatableExpression {
  func translated(in context: TranslationContext) -> TypedOperand {
    .constant(Wrapped?.none as Any)
  }
}

extension PredicateExpressions.Conjunction: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    .condition(.both(try condition(lhs, context), try condition(rhs, context)))
  }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    .condition(.either(try condition(lhs, context), try condition(rhs, context)))
  }
}

extension PredicateExpressions.Negation: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    let term = try context.operand(of: wrapped)
    guard case .value(let flag) = term else {
      return .condition(try term.condition(for: operatorName).opposite)
    }
    return .condition(.compared(flag, .equal, .constant(.bool(false))))
  }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    let test = try condition(test, context)
    let first = try context.operand(of: trueBranch)
    let second = try context.operand(of: falseBranch)
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

extension PredicateExpressions.Equal: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    let left = try context.operand(of: lhs)
    let right = try context.operand(of: rhs)
    return .condition(try left.isEqual(to: right, for: operatorName))
  }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    let left = try context.operand(of: lhs)
    let right = try context.operand(of: rhs)
    return .condition(try left.isEqual(to: right, for: operatorName).opposite)
  }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    guard isOrderedAsStored(LHS.Output.self) else {
      throw failure(.incomparableType("\(LHS.Output.self)"))
    }
    let left = try expression(lhs, context)
    let right = try expression(rhs, context)
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

extension TypedOperand {
  /// Returns the translation of Swift's `==`, also for optionals.
  fileprivate func isEqual(to other: TypedOperand, for name: String) throws(TypedQueryError)
    -> FetchPredicate
  {
    if other.isNil { return unwrapped.present.opposite }
    if isNil { return other.unwrapped.present.opposite }
    if case .constant = self { return try other.isEqual(toConstant: self, for: name) }
    if case .constant = other { return try isEqual(toConstant: other, for: name) }
    return .compared(try expression(for: name), .equal, try other.expression(for: name))
  }

  /// Returns the equality with a constant that is not nil.
  private func isEqual(toConstant other: TypedOperand, for name: String) throws(TypedQueryError)
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
  /// The operator that tests for this result.
  fileprivate var comparison: ComparisonOperator {
    switch self {
    case .orderedAscending: .lessThan
    case .orderedSame: .equal
    case .orderedDescending: .greaterThan
    }
  }
}

// Calculations follow FetchKit's rules where Swift traps: an overflow gives a double, a division by zero nil.

extension PredicateExpressions.Arithmetic: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    try call(function, lhs, rhs, context)
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
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    try call(.divide, lhs, rhs, context)
  }
}

extension PredicateExpressions.FloatDivision: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    try call(.divide, lhs, rhs, context)
  }
}

extension PredicateExpressions.IntRemainder: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    try call(.modulus, lhs, rhs, context)
  }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    let value = try expression(wrapped, context)
    return .value(.calculated(.subtract, [.constant(.integer(0)), value]))
  }
}

extension TranslatableExpression {
  fileprivate func call(
    _ function: ExpressionFunction, _ left: some PredicateExpression,
    _ right: some PredicateExpression, _ context: TranslationContext
  ) throws(TypedQueryError) -> TypedOperand {
    .value(.calculated(function, [try expression(left, context), try expression(right, context)]))
  }
}

extension FetchExpression {
  /// Returns a function call, or its result if all arguments are constants.
  static func calculated(
    _ function: ExpressionFunction, _ arguments: [FetchExpression]
  ) -> FetchExpression {
    let call = FetchExpression.function(function, arguments)
    guard call.isConstant, let value = try? call.value(with: FetchValue.null) else { return call }
    return .constant(value)
  }
}

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    let left = try context.operand(of: lhs)
    let right = try context.operand(of: rhs)
    if left.isNil { return right }
    switch left.unwrapped {
    case (.condition(let condition), let present):
      return .condition(.choose(present, condition, try right.condition(for: operatorName)))
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
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    let optional = try context.operand(of: wrapped)
    if optional.isNil { return .constant(Output.none as Any) }
    let (inner, present) = optional.unwrapped
    return try context.binding(variable, to: inner).operand(of: transform).when(present)
  }
}

/// nil stays nil, where Foundation throws.
extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    let optional = try context.operand(of: inner)
    guard !optional.isNil else { throw failure(.nilConstant) }
    return optional.unwrapped.term
  }
}
