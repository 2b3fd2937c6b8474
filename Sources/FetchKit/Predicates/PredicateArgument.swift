public import Foundation

/// Something that can stand for a placeholder or a variable of a predicate.
public protocol PredicateArgument: Sendable {
  /// What the placeholder becomes.
  var predicateExpression: FetchExpression { get }
}

extension PredicateArgument where Self: AttributeValue {
  public var predicateExpression: FetchExpression { .constant(attributeValue) }
}

extension String: PredicateArgument {}
extension Int: PredicateArgument {}
extension Int64: PredicateArgument {}
extension Double: PredicateArgument {}
extension Bool: PredicateArgument {}
extension Date: PredicateArgument {}
extension Data: PredicateArgument {}
extension UUID: PredicateArgument {}

extension Value: PredicateArgument {
  public var predicateExpression: FetchExpression { .constant(self) }
}

extension FetchExpression: PredicateArgument {
  public var predicateExpression: FetchExpression { self }
}

extension Optional: PredicateArgument where Wrapped: PredicateArgument {
  public var predicateExpression: FetchExpression { self?.predicateExpression ?? .constant(.null) }
}

extension Array: PredicateArgument where Element: PredicateArgument {
  public var predicateExpression: FetchExpression { listExpression(self) }
}

extension Set: PredicateArgument where Element: PredicateArgument {
  public var predicateExpression: FetchExpression { listExpression(self) }
}

extension ClosedRange: PredicateArgument where Bound: PredicateArgument {
  public var predicateExpression: FetchExpression { listExpression([lowerBound, upperBound]) }
}

/// A constant list when every element is constant, else a list of expressions.
private func listExpression(_ elements: some Sequence<some PredicateArgument>) -> FetchExpression {
  let expressions = elements.map(\.predicateExpression)
  let values = expressions.compactMap { expression in
    if case .constant(let value) = expression { value } else { nil }
  }
  return values.count == expressions.count ? .constant(.list(values)) : .aggregate(expressions)
}
