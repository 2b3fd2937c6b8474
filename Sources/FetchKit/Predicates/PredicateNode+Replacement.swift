extension PredicateNode {
  /// Returns the tree with other nodes, from the leaves up.
  ///
  /// `replacement` gets a node whose parts have been replaced, and the variables of the subqueries around it.
  func replacingNodes(
    _ replacement: (PredicateNode, _ bound: Set<String>) -> PredicateNode
  ) -> PredicateNode {
    var open = [PartialNode(self, bound: [])]
    while true {
      let last = open.count - 1
      if let child = open[last].next() {
        open.append(child)
      } else {
        let partial = open.removeLast()
        let whole = replacement(partial.whole, partial.bound)
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

    var whole: PredicateNode {
      switch old {
      case .predicate(let old): .predicate(predicate(old))
      case .expression(let old): .expression(expression(old))
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
      case .aggregate where expressions.isEmpty: old
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
    return replacingNodes { node, bound in
      guard case .expression(.variable(let name)) = node, !bound.contains(name) else { return node }
      return replacements[name].map(PredicateNode.expression) ?? node
    }
  }

  private func replacingNodes(
    _ replacement: (PredicateNode, _ bound: Set<String>) -> PredicateNode
  ) -> FetchPredicate {
    guard case .predicate(let predicate) = node.replacingNodes(replacement) else { return self }
    return predicate
  }
}

// MARK: - Outside the predicates of subqueries, whose key paths are those of the elements

extension FetchPredicate {
  /// Returns the predicate with other expressions, from the leaves up.
  package func replacingExpressions(_ replacement: (FetchExpression) -> FetchExpression)
    -> FetchPredicate
  {
    replacingNodes { $0.replacingExpression($1, replacement) }
  }

  /// Returns the predicate with other comparisons; those inside the expressions of another come first.
  package func replacingComparisons(_ replacement: (ComparisonPredicate) -> ComparisonPredicate)
    -> FetchPredicate
  {
    replacingNodes { node, bound in
      guard case .predicate(.comparison(let comparison)) = node, bound.isEmpty else { return node }
      return .predicate(.comparison(replacement(comparison)))
    }
  }
}

extension FetchExpression {
  /// Returns the expression with other parts, from the leaves up.
  package func replacingExpressions(_ replacement: (FetchExpression) -> FetchExpression)
    -> FetchExpression
  {
    let replaced = node.replacingNodes { $0.replacingExpression($1, replacement) }
    guard case .expression(let expression) = replaced else { return self }
    return expression
  }
}

extension PredicateNode {
  fileprivate func replacingExpression(
    _ bound: Set<String>, _ replacement: (FetchExpression) -> FetchExpression
  ) -> PredicateNode {
    guard case .expression(let expression) = self, bound.isEmpty else { return self }
    return .expression(replacement(expression))
  }
}
