extension FetchPredicate {
  /// The predicate with its variables replaced; a variable that is not named stays.
  public func substituting(_ variables: [String: any PredicateArgument]) -> FetchPredicate {
    replacing(variables.mapValues(\.predicateExpression))
  }

  /// The names of the variables that still need a value, without the sign.
  public var variables: Set<String> {
    switch self {
    case .constant: []
    case .comparison(let comparison): comparison.left.variables.union(comparison.right.variables)
    case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.variables) }
    case .not(let inner): inner.variables
    }
  }

  func replacing(_ variables: [String: FetchExpression]) -> FetchPredicate {
    switch self {
    case .constant: self
    case .comparison(let comparison): .comparison(comparison.replacing(variables))
    case .and(let parts): .and(parts.map { $0.replacing(variables) })
    case .or(let parts): .or(parts.map { $0.replacing(variables) })
    case .not(let inner): .not(inner.replacing(variables))
    }
  }
}

extension ComparisonPredicate {
  fileprivate func replacing(_ variables: [String: FetchExpression]) -> ComparisonPredicate {
    ComparisonPredicate(
      left: left.replacing(variables), comparison: comparison, right: right.replacing(variables),
      modifier: modifier, options: options, position: position)
  }
}

extension FetchExpression {
  /// The names of the variables that still need a value, without the sign.
  public var variables: Set<String> {
    switch self {
    case .constant, .evaluatedObject, .keyPath, .anyKey: []
    case .variable(let name): [name]
    case .function(_, let inner), .aggregate(let inner):
      inner.reduce(into: []) { $0.formUnion($1.variables) }
    case .subquery(let collection, let variable, let predicate):
      collection.variables.union(predicate.variables.subtracting([variable]))
    case .conditional(let condition, let first, let second):
      condition.variables.union(first.variables).union(second.variables)
    case .setOperation(_, let left, let right): left.variables.union(right.variables)
    case .step(let base, _): base.variables
    case .element(let collection, .at(let place)): collection.variables.union(place.variables)
    case .element(let collection, .first), .element(let collection, .last),
      .element(let collection, .size):
      collection.variables
    case .assignment(_, let inner): inner.variables
    }
  }

  func replacing(_ variables: [String: FetchExpression]) -> FetchExpression {
    switch self {
    case .constant, .evaluatedObject, .keyPath, .anyKey: self
    case .variable(let name): variables[name] ?? self
    case .function(let function, let inner): .function(function, inner.replacing(variables))
    case .aggregate(let inner): .list(inner.replacing(variables))
    case .subquery(let collection, let variable, let predicate):
      .subquery(
        collection.replacing(variables), variable: variable,
        predicate.replacing(variables.filter { $0.key != variable }))
    case .conditional(let condition, let first, let second):
      .conditional(
        condition.replacing(variables), first.replacing(variables), second.replacing(variables))
    case .setOperation(let operation, let left, let right):
      .setOperation(operation, left.replacing(variables), right.replacing(variables))
    case .step(let base, let path): base.replacing(variables).appending(key: path)
    case .element(let collection, let index):
      .element(collection.replacing(variables), index.replacing(variables))
    case .assignment(let name, let inner): .assignment(name, inner.replacing(variables))
    }
  }
}

extension [FetchExpression] {
  fileprivate func replacing(_ variables: [String: FetchExpression]) -> [FetchExpression] {
    map { $0.replacing(variables) }
  }
}

extension ExpressionIndex {
  fileprivate func replacing(_ variables: [String: FetchExpression]) -> ExpressionIndex {
    switch self {
    case .at(let place): .at(place.replacing(variables))
    case .first, .last, .size: self
    }
  }
}
