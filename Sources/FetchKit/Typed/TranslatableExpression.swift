import Foundation

/// An operator of Foundation's predicates that has a meaning in a fetch.
protocol TranslatableExpression {
  /// What the operator means, where its variables are those of `context`.
  func term(in context: TermContext) throws(TypedQueryError) -> Term
}

extension TranslatableExpression {
  /// The operator's name in messages.
  var operatorName: String { TypedQueryError.name(of: Self.self) }

  /// An error about this operator.
  func failure(_ reason: TypedQueryError.Reason) -> TypedQueryError {
    TypedQueryError(operatorName, reason)
  }
}

/// What the variables of a typed predicate stand for.
struct TermContext {
  private var bindings: [PredicateExpressions.VariableID: Term] = [:]
  /// How many closures over a to-many this is in.
  private var depth = 0

  /// The meaning of an operand.
  func term(of expression: some PredicateExpression) throws(TypedQueryError) -> Term {
    guard let translatable = expression as? any TranslatableExpression else {
      throw TypedQueryError(TypedQueryError.name(of: type(of: expression)), .unsupportedOperator)
    }
    return try translatable.term(in: self)
  }

  func binding<Output>(
    _ variable: PredicateExpressions.Variable<Output>, to term: Term
  ) -> TermContext {
    var copy = self
    copy.bindings[variable.key] = term
    return copy
  }

  /// The context of a closure over a to-many, and the name of its element.
  func inside<Output>(
    _ collection: CollectionTerm, _ variable: PredicateExpressions.Variable<Output>
  ) -> (context: TermContext, element: String) {
    let name = depth == 0 ? "element" : "element\(depth + 1)"
    let element: Term =
      collection.hasKeys
      ? .object(ObjectTerm(origin: .variable(name), path: nil)) : .value(.variable(name))
    var copy = binding(variable, to: element)
    copy.depth += 1
    return (copy, name)
  }

  fileprivate func term(of variable: PredicateExpressions.VariableID) -> Term? {
    bindings[variable]
  }
}

// MARK: - Leaves

extension PredicateExpressions.Variable: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    guard let term = context.term(of: key) else {
      throw failure(.unboundVariable)
    }
    return term
  }
}

extension PredicateExpressions.Value: TranslatableExpression {
  func term(in context: TermContext) -> Term { .constant(value) }
}

extension PredicateExpressions.NilLiteral: TranslatableExpression {
  func term(in context: TermContext) -> Term { .constant(Wrapped?.none as Any) }
}
