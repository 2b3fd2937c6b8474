extension FetchExpression {
  /// Whether the value is the same for every row.
  var isConstant: Bool {
    switch self {
    case .constant: true
    case .evaluatedObject, .keyPath, .variable, .anyKey: false
    case .function(.random, _), .function(.randomBelow, _): false
    case .function(_, let parts), .aggregate(let parts): parts.allSatisfy(\.isConstant)
    case .subquery: false
    case .conditional(let condition, let first, let second):
      condition.isConstant && first.isConstant && second.isConstant
    case .setOperation(_, let left, let right): left.isConstant && right.isConstant
    case .step(let base, _): base.isConstant
    case .element(let collection, .at(let place)): collection.isConstant && place.isConstant
    case .element(let collection, .first), .element(let collection, .last),
      .element(let collection, .size):
      collection.isConstant
    case .assignment(_, let inner): inner.isConstant
    }
  }
}

extension FetchPredicate {
  /// Whether the truth is the same for every row.
  var isConstant: Bool {
    switch self {
    case .constant: true
    case .comparison(let comparison): comparison.left.isConstant && comparison.right.isConstant
    case .and(let parts), .or(let parts): parts.allSatisfy(\.isConstant)
    case .not(let inner): inner.isConstant
    }
  }
}
