extension FetchPredicate {
  /// The key paths that the predicate names.
  public var keyPaths: Set<String> {
    switch self {
    case .constant: []
    case .comparison(let comparison): comparison.left.keyPaths.union(comparison.right.keyPaths)
    case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion($1.keyPaths) }
    case .not(let inner): inner.keyPaths
    }
  }
}

extension FetchExpression {
  /// The key paths that the expression names.
  public var keyPaths: Set<String> {
    switch self {
    case .constant, .evaluatedObject, .variable, .anyKey: []
    case .keyPath(let path, _): [path]
    case .function(_, let parts), .aggregate(let parts):
      parts.reduce(into: []) { $0.formUnion($1.keyPaths) }
    case .subquery(let collection, _, let predicate): collection.keyPaths.union(predicate.keyPaths)
    case .conditional(let condition, let first, let second):
      condition.keyPaths.union(first.keyPaths).union(second.keyPaths)
    case .setOperation(_, let left, let right): left.keyPaths.union(right.keyPaths)
    case .step(let base, _), .assignment(_, let base): base.keyPaths
    case .element(let collection, .at(let place)): collection.keyPaths.union(place.keyPaths)
    case .element(let collection, .first), .element(let collection, .last),
      .element(let collection, .size):
      collection.keyPaths
    }
  }
}
