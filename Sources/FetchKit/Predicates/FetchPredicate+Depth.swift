extension FetchPredicate {
  /// Refuses trees that are so deep that a recursion over them could end the stack.
  func checkDepth(_ stage: FetchPredicateError.Stage) throws(FetchPredicateError) {
    guard isDeeper(than: PredicateParser.maximumDepth) else { return }
    throw FetchPredicateError(stage, .nestingTooDeep(limit: PredicateParser.maximumDepth))
  }

  /// How many compounds stand in one another.
  var depth: Int {
    switch self {
    case .constant, .comparison: 1
    case .and(let parts), .or(let parts): 1 + (parts.lazy.map(\.depth).max() ?? 0)
    case .not(let inner): 1 + inner.depth
    }
  }

  /// Whether the tree has more levels.
  func isDeeper(than limit: Int) -> Bool {
    guard limit > 0 else { return true }
    switch self {
    case .constant: return false
    case .comparison(let comparison):
      return comparison.left.isDeeper(than: limit - 1) || comparison.right.isDeeper(than: limit - 1)
    case .and(let parts), .or(let parts): return parts.contains { $0.isDeeper(than: limit - 1) }
    case .not(let inner): return inner.isDeeper(than: limit - 1)
    }
  }
}

extension FetchExpression {
  /// Refuses trees that are so deep that a recursion over them could end the stack.
  func checkDepth(_ stage: FetchPredicateError.Stage) throws(FetchPredicateError) {
    guard isDeeper(than: PredicateParser.maximumDepth) else { return }
    throw FetchPredicateError(stage, .nestingTooDeep(limit: PredicateParser.maximumDepth))
  }

  fileprivate func isDeeper(than limit: Int) -> Bool {
    guard limit > 0 else { return true }
    switch self {
    case .constant, .evaluatedObject, .keyPath, .variable, .anyKey: return false
    case .function(_, let parts), .aggregate(let parts):
      return parts.contains { $0.isDeeper(than: limit - 1) }
    case .subquery(let collection, _, let predicate):
      return collection.isDeeper(than: limit - 1) || predicate.isDeeper(than: limit - 1)
    case .conditional(let condition, let first, let second):
      return condition.isDeeper(than: limit - 1) || first.isDeeper(than: limit - 1)
        || second.isDeeper(than: limit - 1)
    case .setOperation(_, let left, let right):
      return left.isDeeper(than: limit - 1) || right.isDeeper(than: limit - 1)
    case .element(let collection, .at(let place)):
      return collection.isDeeper(than: limit - 1) || place.isDeeper(than: limit - 1)
    case .step(let inner, _), .element(let inner, .first), .element(let inner, .last),
      .element(let inner, .size), .assignment(_, let inner):
      return inner.isDeeper(than: limit - 1)
    }
  }
}
