internal import Collation
import Foundation

/// An expression in a predicate: a constant, a key path, a variable or a computation.
///
/// ```swift
/// let ratio = try FetchExpression(format: "stats.tipCount / stats.checkinsCount")
/// try ratio.value(with: venue)  // in memory
/// ExpressionDescription(name: "ratio", expression: ratio)  // as a column of dictionary results
/// ```
///
/// Like predicates, expressions built in code may nest to any depth, but have a value up to 500 levels only.
public indirect enum FetchExpression: Sendable {
  /// A constant.
  case constant(FetchValue)
  /// `SELF`, the evaluated object.
  case evaluatedObject
  /// A dotted key path from the object, such as `stats.tipCount` or `tips.@count`.
  case keyPath(String, at: SourcePosition = .unknown)
  /// `$NAME`, replaced by substitution.
  case variable(String)
  /// A function call; arithmetic operators are functions.
  case function(ExpressionFunction, Operands)
  /// `{a, b, c}`, a list.
  case aggregate(Operands)
  /// `SUBQUERY(collection, $variable, predicate)`: the elements that match a predicate.
  case subquery(Nested, variable: String, FetchPredicate.Nested)
  /// `TERNARY(predicate, a, b)`: `a` if the predicate holds, otherwise `b`.
  case conditional(FetchPredicate.Nested, Nested, Nested)
  /// `a UNION b`, `a INTERSECT b` or `a MINUS b`.
  case setOperation(SetOperation, Nested, Nested)
  /// A key path from the value of another expression: `$x.name`, `(SELF.g).@count`.
  case step(Nested, keyPath: String)
  /// An element by index or key: `list[0]`, `list[LAST]`, `list[SIZE]`.
  case element(Nested, ExpressionIndex)
  /// `$name := expression`: the value of the expression.
  case assignment(String, Nested)
  /// `ANYKEY`: the values of all keys of the object.
  case anyKey
}

/// The index of an `element` expression.
public enum ExpressionIndex: Hashable, Sendable {
  /// A 0-based index, or a key.
  case at(FetchExpression.Nested)
  /// The first element.
  case first
  /// The last element.
  case last
  /// The number of elements.
  case size
}

/// An operation on two collections as sets.
public enum SetOperation: String, Hashable, Sendable, CaseIterable {
  /// The elements of either collection.
  case union = "UNION"
  /// The elements of both collections.
  case intersect = "INTERSECT"
  /// The elements of the first collection that are not in the second.
  case minus = "MINUS"
}

extension FetchExpression {
  /// Returns a list of expressions; a constant if all of them are.
  public static func list(_ elements: [FetchExpression]) -> FetchExpression {
    let values = elements.compactMap(\.constantValue)
    return values.count == elements.count ? .constant(.list(values)) : .aggregate(elements)
  }

  /// The value of a constant; nil for other expressions.
  public var constantValue: FetchValue? {
    guard case .constant(let value) = self else { return nil }
    return value
  }
}

extension FetchExpression {
  /// Creates a function call by selector.
  ///
  /// ```swift
  /// try FetchExpression(forFunction: "add:to:", arguments: [.keyPath("age"), .constant(1)])
  /// ```
  ///
  /// Throws a `FetchPredicateError` for an unknown selector and for a wrong number of arguments.
  public init(forFunction selector: String, arguments: [FetchExpression])
    throws(FetchPredicateError)
  {
    guard let function = ExpressionFunction(rawValue: selector) else {
      throw FetchPredicateError(.parse, ExpressionFunction.unknown(selector))
    }
    if let problem = function.problem(argumentCount: arguments.count) {
      throw FetchPredicateError(.parse, problem)
    }
    self = .function(function, arguments)
  }
}

extension FetchExpression {
  /// Returns the lower end of the band with a number, of bands that ascending bounds divide; nil for nil.
  ///
  /// The first band starts at 0. A format string calls it `bands(location.distance, 500, 1000)`.
  public static func bands(of number: FetchExpression, bounds: [Double]) -> FetchExpression {
    var lower = FetchExpression.constant(.double(bounds.last ?? 0))
    for (bound, start) in zip(bounds, [0] + bounds).reversed() {
      lower = .conditional(
        .comparison(number, .lessThan, .constant(.double(bound))), .constant(.double(start)), lower)
    }
    return .conditional(.comparison(number, .equal, .constant(.null)), .constant(.null), lower)
  }
}

extension ExpressionFunction {
  func problem(argumentCount found: Int) -> FetchPredicateError.Reason? {
    guard let argumentCount else {
      return found > 0 ? nil : .missingCollection(function: formatName)
    }
    return found == argumentCount
      ? nil : .wrongArgumentCount(function: formatName, expected: argumentCount, found: found)
  }

  static func unknown(_ selector: String) -> FetchPredicateError.Reason {
    let suggestion = NearestName.nearest(to: selector, in: allCases.map(\.rawValue))
    return .unknownFunction(selector, suggestion: suggestion)
  }
}

extension FetchExpression {
  /// The constant for which a `CAST` is the only notation, such as a date; nil for other calls.
  var literalConstant: FetchExpression? {
    guard case .function(.cast, let arguments) = self, arguments.count == 2,
      let value = arguments[0].constantValue, case .string(let type) = arguments[1].constantValue
    else { return nil }
    switch (type, value) {
    case ("NSDate", .integer), ("NSDate", .double):
      return value.doubleValue.map { .constant(.date(Date(timeIntervalSinceReferenceDate: $0))) }
    case ("NSData", .string), ("NSDictionary", .list),
      ("NSNumber", .string("inf")), ("NSNumber", .string("-inf")):
      let constant = try? FunctionEvaluator.value(of: .cast, [value, .string(type)])
      return constant.flatMap { $0.isNull ? nil : .constant($0) }
    default: return nil
    }
  }
}

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
