/// An operand of a predicate: a constant, a key path, a variable, or a computation over them.
public indirect enum FetchExpression: Hashable, Sendable {
  /// A value.
  case constant(Value)
  /// `SELF`, the object that the predicate is evaluated with.
  case evaluatedObject
  /// A dotted key path from the object, such as `stats.tipCount` or `tips.@count`.
  case keyPath(String, at: SourcePosition = .unknown)
  /// `$NAME`, bound by substitution.
  case variable(String)
  /// A call of a function, or arithmetic, which is one.
  case function(ExpressionFunction, [FetchExpression])
  /// `{a, b, c}`, a list.
  case aggregate([FetchExpression])
  /// `SUBQUERY(collection, $variable, predicate)`: the elements for which the predicate holds.
  case subquery(FetchExpression, variable: String, FetchPredicate)
  /// `TERNARY(predicate, a, b)`: `a` where the predicate holds, else `b`.
  case conditional(FetchPredicate, FetchExpression, FetchExpression)
  /// `a UNION b`, `a INTERSECT b` or `a MINUS b`.
  case setOperation(SetOperation, FetchExpression, FetchExpression)
  /// A key path from the result of another expression: `$x.name`, `(SELF.g).@count`.
  case step(FetchExpression, keyPath: String)
  /// An element by its place or key: `list[0]`, `list[LAST]`, `list[SIZE]`.
  case element(FetchExpression, ExpressionIndex)
  /// `$name := expression`: the value of the expression; nothing else sees the name.
  case assignment(String, FetchExpression)
  /// `ANYKEY`: the values of all keys of the object.
  case anyKey
}

/// Which element `[…]` takes.
public indirect enum ExpressionIndex: Hashable, Sendable {
  /// A 0-based position, or a key of a dictionary.
  case at(FetchExpression)
  /// The first element.
  case first
  /// The last element.
  case last
  /// The number of elements.
  case size
}

/// An operation on two collections.
public enum SetOperation: String, Hashable, Sendable, CaseIterable {
  /// What is in either.
  case union = "UNION"
  /// What is in both.
  case intersect = "INTERSECT"
  /// What is in the first and not in the second.
  case minus = "MINUS"
}

extension FetchExpression {
  /// A list of expressions: a constant when all of them are constant.
  public static func list(_ elements: [FetchExpression]) -> FetchExpression {
    let values = elements.compactMap(\.constantValue)
    return values.count == elements.count ? .constant(.list(values)) : .aggregate(elements)
  }

  /// The value of a constant; nil for anything else.
  public var constantValue: Value? {
    guard case .constant(let value) = self else { return nil }
    return value
  }
}
