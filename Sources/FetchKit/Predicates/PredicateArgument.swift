/// A type whose values can replace a placeholder or a variable of a predicate.
public protocol PredicateArgument: Sendable {
  /// The expression that replaces the placeholder.
  var predicateExpression: FetchExpression { get }
}

extension PredicateArgument where Self: AttributeValue {
  /// The value as a constant.
  public var predicateExpression: FetchExpression { .constant(attributeValue) }
}

extension FetchValue: PredicateArgument {
  /// The value as a constant.
  public var predicateExpression: FetchExpression { .constant(self) }
}

extension FetchExpression: PredicateArgument {
  /// The expression itself.
  public var predicateExpression: FetchExpression { self }
}

extension Optional: PredicateArgument where Wrapped: PredicateArgument {
  public var predicateExpression: FetchExpression { self?.predicateExpression ?? .constant(.null) }
}

extension Array: PredicateArgument where Element: PredicateArgument {
  public var predicateExpression: FetchExpression { .list(map(\.predicateExpression)) }
}

extension Set: PredicateArgument where Element: PredicateArgument {
  public var predicateExpression: FetchExpression { .list(map(\.predicateExpression)) }
}

extension ClosedRange: PredicateArgument where Bound: PredicateArgument {
  public var predicateExpression: FetchExpression {
    .list([lowerBound, upperBound].map(\.predicateExpression))
  }
}
