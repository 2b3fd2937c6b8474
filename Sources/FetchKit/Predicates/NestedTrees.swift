extension FetchPredicate {
  /// The conditions that `and` or `or` combines.
  public struct Subpredicates: RandomAccessCollection, Hashable, Sendable {
    let storage: TreeStorage

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of conditions.
    public var endIndex: Int { storage.predicates.count }
    /// The condition at a position.
    public subscript(position: Int) -> FetchPredicate { storage.predicates[position] }
  }

  /// A predicate inside another predicate or an expression.
  public struct Nested: Hashable, Sendable {
    let storage: TreeStorage

    init(_ predicate: FetchPredicate) { storage = TreeStorage(predicates: [predicate]) }

    /// The predicate.
    public var predicate: FetchPredicate { storage.predicates[0] }
  }

  /// Returns a predicate that is true when all subpredicates are, and without subpredicates.
  public static func and(_ parts: [FetchPredicate]) -> FetchPredicate {
    .and(Subpredicates(storage: TreeStorage(predicates: parts)))
  }

  /// Returns a predicate that is true when some subpredicate is, and false without subpredicates.
  public static func or(_ parts: [FetchPredicate]) -> FetchPredicate {
    .or(Subpredicates(storage: TreeStorage(predicates: parts)))
  }

  /// Returns the negation of a predicate.
  public static func not(_ predicate: FetchPredicate) -> FetchPredicate { .not(Nested(predicate)) }
}

extension FetchExpression {
  /// The arguments of a function, or the elements of a list.
  public struct Operands: RandomAccessCollection, Hashable, Sendable {
    let storage: TreeStorage

    init(_ operands: [FetchExpression]) { storage = TreeStorage(expressions: operands) }

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of operands.
    public var endIndex: Int { storage.expressions.count }
    /// The operand at a position.
    public subscript(position: Int) -> FetchExpression { storage.expressions[position] }
  }

  /// An expression inside another.
  public struct Nested: Hashable, Sendable {
    let storage: TreeStorage

    init(_ expression: FetchExpression) { storage = TreeStorage(expressions: [expression]) }

    /// The expression.
    public var expression: FetchExpression { storage.expressions[0] }
  }

  /// Returns a function call.
  public static func function(_ function: ExpressionFunction, _ arguments: [FetchExpression])
    -> FetchExpression
  {
    .function(function, Operands(arguments))
  }

  /// Returns a list of expressions.
  public static func aggregate(_ elements: [FetchExpression]) -> FetchExpression {
    .aggregate(Operands(elements))
  }

  /// Returns the elements of a collection that match a predicate.
  public static func subquery(
    _ collection: FetchExpression, variable: String, _ predicate: FetchPredicate
  ) -> FetchExpression {
    .subquery(Nested(collection), variable: variable, FetchPredicate.Nested(predicate))
  }

  /// Returns an expression with the value of the first one if a predicate holds, otherwise of the second.
  public static func conditional(
    _ predicate: FetchPredicate, _ first: FetchExpression, _ second: FetchExpression
  ) -> FetchExpression {
    .conditional(FetchPredicate.Nested(predicate), Nested(first), Nested(second))
  }

  /// Returns an operation on two collections as sets.
  public static func setOperation(
    _ operation: SetOperation, _ left: FetchExpression, _ right: FetchExpression
  ) -> FetchExpression {
    .setOperation(operation, Nested(left), Nested(right))
  }

  /// Returns a key path from the value of an expression.
  public static func step(_ base: FetchExpression, keyPath: String) -> FetchExpression {
    .step(Nested(base), keyPath: keyPath)
  }

  /// Returns an element of a collection.
  public static func element(_ collection: FetchExpression, _ index: ExpressionIndex)
    -> FetchExpression
  {
    .element(Nested(collection), index)
  }

  /// Returns an expression that names its value.
  public static func assignment(_ name: String, _ value: FetchExpression) -> FetchExpression {
    .assignment(name, Nested(value))
  }
}

extension ExpressionIndex {
  /// Returns a 0-based index, or a key.
  public static func at(_ place: FetchExpression) -> ExpressionIndex {
    .at(FetchExpression.Nested(place))
  }
}

/// The predicates and expressions inside another, and how deep they are nested.
///
/// A tree of any depth is released level by level: the recursion of the compiler would overflow the stack.
final class TreeStorage: @unchecked Sendable {
  /// Changed only while the last owner releases the storage, as are the expressions.
  private(set) var predicates: [FetchPredicate]
  private(set) var expressions: [FetchExpression]
  let depth: Int

  /// Shallower trees are released by recursion.
  private static let recursionLimit = 100

  init(predicates: [FetchPredicate] = [], expressions: [FetchExpression] = []) {
    self.predicates = predicates
    self.expressions = expressions
    var deepest = 0
    for predicate in predicates { deepest = max(deepest, predicate.depth) }
    for expression in expressions { deepest = max(deepest, expression.depth) }
    depth = deepest
  }

  deinit {
    guard depth > Self.recursionLimit else { return }
    var rest = removeAll()
    while var storage = rest.popLast() {
      if isKnownUniquelyReferenced(&storage) { rest += storage.removeAll() }
    }
  }

  private func removeAll() -> [TreeStorage] {
    var storages: [TreeStorage] = []
    for node in nodes { node.forEachStorage { storages.append($0) } }
    (predicates, expressions) = ([], [])
    return storages
  }

  /// The trees; predicates come first.
  var nodes: [PredicateNode] {
    var nodes: [PredicateNode] = []
    for predicate in predicates { nodes.append(.predicate(predicate)) }
    for expression in expressions { nodes.append(.expression(expression)) }
    return nodes
  }
}

extension TreeStorage: Hashable {
  static func == (left: TreeStorage, right: TreeStorage) -> Bool {
    left === right || PredicateNode.areEqual(left.nodes, right.nodes)
  }

  func hash(into hasher: inout Hasher) {
    for node in nodes { node.hash(into: &hasher) }
  }
}
