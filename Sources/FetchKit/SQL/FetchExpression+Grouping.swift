extension FetchExpression {
  /// The key paths that stand outside of the functions over the rows of a group.
  var keyPathsOfRow: Set<String> {
    switch self {
    case .function(let function, let arguments)
    where function.isCollectionFunction && arguments.count == 1
      && arguments[0].listElements == nil:
      []
    case .function(_, let parts), .aggregate(let parts):
      parts.reduce(into: []) { $0.formUnion($1.keyPathsOfRow) }
    case .conditional(let condition, let first, let second):
      condition.keyPathsOfRow.union(first.keyPathsOfRow).union(second.keyPathsOfRow)
    case .setOperation(_, let left, let right): left.keyPathsOfRow.union(right.keyPathsOfRow)
    case .step(let base, _), .assignment(_, let base): base.keyPathsOfRow
    case .constant, .evaluatedObject, .keyPath, .variable, .subquery, .element, .anyKey: keyPaths
    }
  }
}

extension FetchPredicate {
  /// The key paths that stand outside of the functions over the rows of a group.
  fileprivate var keyPathsOfRow: Set<String> {
    switch self {
    case .constant: []
    case .comparison(let comparison):
      comparison.left.keyPathsOfRow.union(comparison.right.keyPathsOfRow)
    case .and(let parts), .or(let parts):
      parts.reduce(into: []) { $0.formUnion($1.keyPathsOfRow) }
    case .not(let inner): inner.keyPathsOfRow
    }
  }
}
