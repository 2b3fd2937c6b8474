/// A node of the syntax tree of a predicate: what walks over all of a tree visits.
package enum PredicateNode {
  case predicate(FetchPredicate)
  case expression(FetchExpression)

  /// The predicates and expressions of which this one is made, from left to right.
  package var children: [PredicateNode] {
    if case .predicate(.comparison(let comparison)) = self {
      return [.expression(comparison.left), .expression(comparison.right)]
    }
    var children: [PredicateNode] = []
    forEachStorage { children += $0.nodes }
    return children
  }

  /// The number of nested predicates and expressions. Complexity: O(1).
  var depth: Int {
    if case .predicate(.comparison(let comparison)) = self {
      return 1 + max(comparison.left.depth, comparison.right.depth)
    }
    var deepest = 0
    forEachStorage { deepest = max(deepest, $0.depth) }
    return 1 + deepest
  }

  /// Calls a function with the storages of the children; those of a comparison are the ones of its sides.
  ///
  /// Each evaluation asks for the depth, so this makes no list.
  func forEachStorage(_ body: (TreeStorage) -> Void) {
    switch self {
    case .predicate(.constant), .expression(.constant), .expression(.evaluatedObject),
      .expression(.keyPath), .expression(.variable), .expression(.anyKey):
      break
    case .predicate(.comparison(let comparison)):
      PredicateNode.expression(comparison.left).forEachStorage(body)
      PredicateNode.expression(comparison.right).forEachStorage(body)
    case .predicate(.and(let parts)), .predicate(.or(let parts)): body(parts.storage)
    case .predicate(.not(let inner)): body(inner.storage)
    case .expression(.function(_, let operands)), .expression(.aggregate(let operands)):
      body(operands.storage)
    case .expression(.subquery(let collection, _, let predicate)):
      body(collection.storage)
      body(predicate.storage)
    case .expression(.conditional(let condition, let first, let second)):
      body(condition.storage)
      body(first.storage)
      body(second.storage)
    case .expression(.setOperation(_, let left, let right)):
      body(left.storage)
      body(right.storage)
    case .expression(.element(let collection, let index)):
      body(collection.storage)
      if case .at(let place) = index { body(place.storage) }
    case .expression(.step(let inner, _)), .expression(.assignment(_, let inner)):
      body(inner.storage)
    }
  }
}

// MARK: - Walks over trees of any depth

extension PredicateNode {
  /// Visits the tree from left to right, without the nodes inside one for which `visit` returns false.
  fileprivate func walk(_ visit: (PredicateNode) -> Bool) {
    var rest = [self]
    while let node = rest.popLast() {
      guard visit(node) else { continue }
      for child in node.children.reversed() { rest.append(child) }
    }
  }

  package func contains(where condition: (PredicateNode) -> Bool) -> Bool {
    var isFound = false
    walk { node in
      isFound = isFound || condition(node)
      return !isFound
    }
    return isFound
  }

  func keyPaths(where isOmitted: (PredicateNode) -> Bool = { _ in false }) -> Set<String> {
    var paths: Set<String> = []
    walk { node in
      guard !isOmitted(node) else { return false }
      if case .expression(.keyPath(let path, _)) = node { paths.insert(path) }
      return true
    }
    return paths
  }

  fileprivate var variables: Set<String> {
    var found: Set<String> = []
    _ = replacingNodes { node, bound in
      if case .expression(.variable(let name)) = node, !bound.contains(name) { found.insert(name) }
      return node
    }
    return found
  }
}

// MARK: - Equality

extension PredicateNode: Hashable {
  /// A node without its children.
  private enum Head: Hashable {
    case truth(Bool), comparison(ComparisonOperator, ComparisonModifier, TextOptions)
    case and, or, not
    case constant(FetchValue), keyPath(String), variable(String), function(ExpressionFunction)
    case subquery(variable: String), setOperation(SetOperation), step(String), assignment(String)
    case evaluatedObject, aggregate, conditional, anyKey
    case element, firstElement, lastElement, elementCount
  }

  private var head: Head {
    switch self {
    case .predicate(.constant(let truth)): .truth(truth)
    case .predicate(.comparison(let comparison)):
      .comparison(comparison.comparison, comparison.modifier, comparison.options)
    case .predicate(.and): .and
    case .predicate(.or): .or
    case .predicate(.not): .not
    case .expression(.constant(let value)): .constant(value)
    case .expression(.evaluatedObject): .evaluatedObject
    case .expression(.keyPath(let path, _)): .keyPath(path)
    case .expression(.variable(let name)): .variable(name)
    case .expression(.function(let function, _)): .function(function)
    case .expression(.aggregate): .aggregate
    case .expression(.subquery(_, let variable, _)): .subquery(variable: variable)
    case .expression(.conditional): .conditional
    case .expression(.setOperation(let operation, _, _)): .setOperation(operation)
    case .expression(.step(_, let path)): .step(path)
    case .expression(.element(_, .at)): .element
    case .expression(.element(_, .first)): .firstElement
    case .expression(.element(_, .last)): .lastElement
    case .expression(.element(_, .size)): .elementCount
    case .expression(.assignment(let name, _)): .assignment(name)
    case .expression(.anyKey): .anyKey
    }
  }

  /// Returns whether both are the same tree; positions in format strings are ignored.
  package static func == (left: PredicateNode, right: PredicateNode) -> Bool {
    areEqual([left], [right])
  }

  /// Returns whether both have the same trees in the same order.
  static func areEqual(_ left: [PredicateNode], _ right: [PredicateNode]) -> Bool {
    guard left.count == right.count else { return false }
    var pairs = Array(zip(left, right))
    while let (left, right) = pairs.popLast() {
      guard left.depth == right.depth, left.head == right.head else { return false }
      if left.sharesStorage(with: right) { continue }
      let (leftChildren, rightChildren) = (left.children, right.children)
      guard leftChildren.count == rightChildren.count else { return false }
      for pair in zip(leftChildren, rightChildren) { pairs.append(pair) }
    }
    return true
  }

  /// Whether both have the same children because they share them.
  private func sharesStorage(with other: PredicateNode) -> Bool {
    if case .predicate(.comparison) = self { return false }
    var own: [TreeStorage] = []
    forEachStorage { own.append($0) }
    var others = 0
    var isShared = true
    other.forEachStorage { storage in
      isShared = isShared && others < own.count && own[others] === storage
      others += 1
    }
    return isShared && others == own.count
  }

  package func hash(into hasher: inout Hasher) {
    walk { node in
      hasher.combine(node.head)
      hasher.combine(node.depth)
      return true
    }
  }
}

// MARK: - Predicates and expressions

extension FetchPredicate: Hashable {
  /// The key paths in the predicate, including those of collection elements.
  public var keyPaths: Set<String> { node.keyPaths() }

  /// The names of the variables without a value, without `$`.
  public var variables: Set<String> { node.variables }

  /// Returns whether both are the same tree; positions in format strings are ignored.
  public static func == (left: FetchPredicate, right: FetchPredicate) -> Bool {
    left.node == right.node
  }

  /// Hashes the tree.
  public func hash(into hasher: inout Hasher) { node.hash(into: &hasher) }
}

extension FetchPredicate: SyntaxTree {
  var node: PredicateNode { .predicate(self) }
}

extension FetchExpression: Hashable {
  /// The key paths in the expression, including those of collection elements.
  public var keyPaths: Set<String> { node.keyPaths() }

  /// The names of the variables without a value, without `$`.
  public var variables: Set<String> { node.variables }

  /// Returns whether both are the same tree; positions in format strings are ignored.
  public static func == (left: FetchExpression, right: FetchExpression) -> Bool {
    left.node == right.node
  }

  /// Hashes the tree.
  public func hash(into hasher: inout Hasher) { node.hash(into: &hasher) }
}

extension FetchExpression: SyntaxTree {
  var node: PredicateNode { .expression(self) }
}

/// A predicate or an expression.
protocol SyntaxTree {
  var node: PredicateNode { get }
}

extension SyntaxTree {
  /// The key paths, also those that start from a variable or an element.
  var steps: Set<String> {
    var steps = node.keyPaths()
    node.walk { node in
      if case .expression(.step(_, let path)) = node { steps.insert(path) }
      return true
    }
    return steps
  }

  /// Whether the tree has the same value for every object.
  var isConstant: Bool {
    !isVolatile
      && !node.contains { node in
        switch node {
        case .expression(.evaluatedObject), .expression(.keyPath), .expression(.variable),
          .expression(.anyKey), .expression(.subquery):
          true
        default: false
        }
      }
  }

  /// Whether the value may differ from one evaluation to the next.
  var isVolatile: Bool {
    node.contains { node in
      switch node {
      case .expression(.function(.random, _)), .expression(.function(.randomBelow, _)): true
      default: false
      }
    }
  }

  /// Whether the value may differ later, for the same objects.
  var changesOverTime: Bool {
    isVolatile
      || node.contains { if case .expression(.function(.now, _)) = $0 { true } else { false } }
  }

  var depth: Int { node.depth }

  /// Refuses a tree so deep, with the values of its variables, that recursion over it could overflow the stack.
  func checkDepth(
    _ stage: FetchPredicateError.Stage, _ variables: [String: FetchExpression] = [:]
  ) throws(FetchPredicateError) {
    let depth = variables.values.reduce(depth) { $0 + $1.depth - 1 }
    guard depth > PredicateParser.maximumDepth else { return }
    throw FetchPredicateError(stage, .nestingTooDeep(limit: PredicateParser.maximumDepth))
  }
}
