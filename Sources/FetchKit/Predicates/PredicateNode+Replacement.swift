extension PredicateNode {
  /// Returns the tree with other leaves; `leaf` also gets the variables of the subqueries around a leaf.
  func replacingLeaves(
    _ leaf: (FetchExpression, _ bound: Set<String>) -> FetchExpression
  ) -> PredicateNode {
    var open = [PartialNode(self, bound: [])]
    while true {
      let last = open.count - 1
      if let child = open[last].next() {
        open.append(child)
      } else {
        let partial = open.removeLast()
        let whole = partial.whole(leaf)
        guard !open.isEmpty else { return whole }
        open[last - 1].append(whole)
      }
    }
  }

  /// A node of which some children have been made.
  private struct PartialNode {
    let old: PredicateNode
    let bound: Set<String>
    private var rest: ArraySlice<PredicateNode>
    private var predicates: [FetchPredicate] = []
    private var expressions: [FetchExpression] = []

    init(_ old: PredicateNode, bound: Set<String>) {
      self.old = old
      self.bound = bound
      rest = old.children[...]
    }

    mutating func next() -> PartialNode? {
      guard let child = rest.popFirst() else { return nil }
      guard case .expression(.subquery(_, let variable, _)) = old, case .predicate = child else {
        return PartialNode(child, bound: bound)
      }
      return PartialNode(child, bound: bound.union([variable]))
    }

    mutating func append(_ child: PredicateNode) {
      switch child {
      case .predicate(let predicate): predicates.append(predicate)
      case .expression(let expression): expressions.append(expression)
      }
    }

    func whole(_ leaf: (FetchExpression, Set<String>) -> FetchExpression) -> PredicateNode {
      switch old {
      case .predicate(let old): .predicate(predicate(old))
      case .expression(let old):
        .expression(expressions.isEmpty ? leaf(old, bound) : expression(old))
      }
    }

    private func predicate(_ old: FetchPredicate) -> FetchPredicate {
      switch old {
      case .constant: return old
      case .and: return .and(predicates)
      case .or: return .or(predicates)
      case .not: return .not(predicates[0])
      case .comparison(var comparison):
        comparison.left = expressions[0]
        comparison.right = expressions[1]
        return .comparison(comparison)
      }
    }

    private func expression(_ old: FetchExpression) -> FetchExpression {
      switch old {
      case .constant, .evaluatedObject, .keyPath, .variable, .anyKey: old
      case .function(let function, _): .function(function, expressions)
      case .aggregate: .list(expressions)
      case .subquery(_, let variable, _):
        .subquery(expressions[0], variable: variable, predicates[0])
      case .conditional: .conditional(predicates[0], expressions[0], expressions[1])
      case .setOperation(let operation, _, _):
        .setOperation(operation, expressions[0], expressions[1])
      case .step(_, let path): expressions[0].appending(key: path)
      case .element(_, .at): .element(expressions[0], .at(expressions[1]))
      case .element(_, let index): .element(expressions[0], index)
      case .assignment(let name, _): .assignment(name, expressions[0])
      }
    }
  }
}

extension FetchPredicate {
  /// Returns the predicate with its variables replaced by values; variables without one stay.
  ///
  /// ```swift
  /// let near = try FetchPredicate(format: "location.distance < $METERS")
  /// near.substituting(["METERS": 500])  // location.distance < 500
  /// ```
  public func substituting(_ variables: [String: any PredicateArgument]) -> FetchPredicate {
    let replacements = variables.mapValues(\.predicateExpression)
    let replaced = node.replacingLeaves { leaf, bound in
      guard case .variable(let name) = leaf, !bound.contains(name) else { return leaf }
      return replacements[name] ?? leaf
    }
    guard case .predicate(let predicate) = replaced else { return self }
    return predicate
  }
}
