/// Distinguishes the functions over the rows of a group from expressions with a value for each row.
struct RowAggregation {
  private let compiler: PredicateCompiler

  init(_ compiler: PredicateCompiler) { self.compiler = compiler }

  func aggregates(_ expression: FetchExpression) throws(FetchPredicateError) -> Bool {
    try expression.checkDepth(.check)
    return PredicateNode.expression(expression).contains(where: isAggregate)
  }

  /// The key paths outside of functions over rows.
  func keyPathsOfRow(_ expression: FetchExpression) -> Set<String> {
    PredicateNode.expression(expression).keyPaths(where: isAggregate)
  }

  func keyPathsOfRow(_ predicate: FetchPredicate) -> Set<String> {
    PredicateNode.predicate(predicate).keyPaths(where: isAggregate)
  }

  /// Whether a node is a function over rows, not over the elements of a list of each row.
  private func isAggregate(_ node: PredicateNode) -> Bool {
    guard case .expression(.function(let function, let arguments)) = node,
      function.isCollectionFunction, arguments.count == (function.argumentCount ?? 1),
      arguments[0].listElements == nil
    else { return false }
    do {
      if case .some = try compiler.collection(of: arguments[0]) { return false }
      return true
    } catch {
      return false
    }
  }
}

extension FetchExpression {
  fileprivate var isSubquery: Bool { if case .subquery = self { true } else { false } }
}
