/// A node of the syntax tree of a predicate: what walks over all of a tree visits.
package enum PredicateNode {
  case predicate(FetchPredicate)
  case expression(FetchExpression)

  /// Whether a condition holds for one of the children, tried in order without making a list of them.
  package func hasChild(where condition: (PredicateNode) -> Bool) -> Bool {
    func holds(_ child: FetchExpression) -> Bool { condition(.expression(child)) }
    func holds(_ child: FetchPredicate) -> Bool { condition(.predicate(child)) }
    switch self {
    case .predicate(.constant): return false
    case .predicate(.comparison(let comparison)):
      return holds(comparison.left) || holds(comparison.right)
    case .predicate(.and(let parts)), .predicate(.or(let parts)):
      return parts.contains(where: holds)
    case .predicate(.not(let inner)): return holds(inner.predicate)
    case .expression(.constant), .expression(.evaluatedObject), .expression(.keyPath),
      .expression(.variable), .expression(.anyKey):
      return false
    case .expression(.function(_, let parts)), .expression(.aggregate(let parts)):
      return parts.contains(where: holds)
    case .expression(.subquery(let collection, _, let predicate)):
      return holds(collection) || holds(predicate)
    case .expression(.conditional(let condition, let first, let second)):
      return holds(condition) || holds(first) || holds(second)
    case .expression(.setOperation(_, let left, let right)): return holds(left) || holds(right)
    case .expression(.element(let collection, .at(let index))):
      return holds(collection) || holds(index)
    case .expression(.element(let inner, .first)), .expression(.element(let inner, .last)),
      .expression(.element(let inner, .size)), .expression(.step(let inner, _)),
      .expression(.assignment(_, let inner)):
      return holds(inner)
    }
  }

  /// The union of what the children give.
  private func union(of names: (PredicateNode) -> Set<String>) -> Set<String> {
    var union: Set<String> = []
    _ = hasChild { child in
      union.formUnion(names(child))
      return false
    }
    return union
  }

  fileprivate var keyPaths: Set<String> {
    if case .expression(.keyPath(let path, _)) = self { return [path] }
    return union(of: \.keyPaths)
  }

  /// The key paths, also those that start from a variable or an element.
  fileprivate var steps: Set<String> {
    switch self {
    case .expression(.keyPath(let path, _)): [path]
    case .expression(.step(_, let path)): union(of: \.steps).union([path])
    default: union(of: \.steps)
    }
  }

  fileprivate var variables: Set<String> {
    switch self {
    case .expression(.variable(let name)): [name]
    case .expression(.subquery(let collection, let variable, let predicate)):
      collection.variables.union(predicate.variables.subtracting([variable]))
    default: union(of: \.variables)
    }
  }

  fileprivate var isConstant: Bool {
    switch self {
    case .expression(.evaluatedObject), .expression(.keyPath), .expression(.variable),
      .expression(.anyKey), .expression(.subquery), .expression(.function(.random, _)),
      .expression(.function(.randomBelow, _)):
      false
    default: !hasChild { !$0.isConstant }
    }
  }

  fileprivate func isDeeper(than limit: Int) -> Bool {
    if case .predicate(let predicate) = self, predicate.depth > limit { return true }
    return limit <= 0 || hasChild { $0.isDeeper(than: limit - 1) }
  }

  /// Refuses a tree so deep that recursion over it could overflow the stack.
  fileprivate func checkDepth(_ stage: FetchPredicateError.Stage) throws(FetchPredicateError) {
    guard isDeeper(than: PredicateParser.maximumDepth) else { return }
    throw FetchPredicateError(stage, .nestingTooDeep(limit: PredicateParser.maximumDepth))
  }
}

extension FetchPredicate {
  /// The key paths in the predicate, including those of collection elements.
  public var keyPaths: Set<String> { union(of: \.keyPaths) }

  /// The key paths, also those that start from a variable or an element.
  var steps: Set<String> { union(of: \.steps) }

  /// The names of the variables without a value, without `$`.
  public var variables: Set<String> { union(of: \.variables) }

  /// Whether the predicate has the same result for every object.
  var isConstant: Bool {
    comparisons.allSatisfy { PredicateNode.predicate(.comparison($0)).isConstant }
  }

  /// The union of what the comparisons give.
  private func union(of names: (PredicateNode) -> Set<String>) -> Set<String> {
    comparisons.reduce(into: []) { $0.formUnion(names(.predicate(.comparison($1)))) }
  }

  func isDeeper(than limit: Int) -> Bool { PredicateNode.predicate(self).isDeeper(than: limit) }

  func checkDepth(_ stage: FetchPredicateError.Stage) throws(FetchPredicateError) {
    try PredicateNode.predicate(self).checkDepth(stage)
  }
}

extension FetchExpression {
  /// The key paths in the expression, including those of collection elements.
  public var keyPaths: Set<String> { PredicateNode.expression(self).keyPaths }

  /// The key paths, also those that start from a variable or an element.
  var steps: Set<String> { PredicateNode.expression(self).steps }

  /// The names of the variables without a value, without `$`.
  public var variables: Set<String> { PredicateNode.expression(self).variables }

  /// Whether the expression has the same value for every object.
  var isConstant: Bool { PredicateNode.expression(self).isConstant }

  func isDeeper(than limit: Int) -> Bool { PredicateNode.expression(self).isDeeper(than: limit) }

  func checkDepth(_ stage: FetchPredicateError.Stage) throws(FetchPredicateError) {
    try PredicateNode.expression(self).checkDepth(stage)
  }
}
