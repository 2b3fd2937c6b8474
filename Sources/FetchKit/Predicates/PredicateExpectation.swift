/// What could stand where a predicate goes wrong.
public enum PredicateExpectation: Hashable, Sendable {
  /// An operator or a bracket.
  case sign(String)
  /// A comma, or the bracket that closes a list.
  case commaOr(String)
  /// A parenthesis behind the name of a function.
  case parenthesis(after: String)
  /// A key path, a value or a condition.
  case anything
  /// A key path or a value; the word that stands there instead is one of the language.
  case keyOrValue(insteadOf: String)
  /// A key path.
  case keyPath
  /// A key behind a point.
  case keyAfterPoint
  /// A variable.
  case variable
  /// The end, or another condition behind AND or OR.
  case end
  /// A comparison of two values.
  case comparison
  /// A comparison behind ANY or ALL.
  case comparisonOfAny
  /// The letters that say how strings are compared.
  case options
  /// An expression where a condition stands.
  case expression
}

extension PredicateExpectation: CustomStringConvertible {
  /// As it is named in messages.
  public var description: String {
    switch self {
    case .sign(let sign): "'\(sign)'"
    case .commaOr(let sign): "',' or '\(sign)'"
    case .parenthesis(let name): "'(' after \(name)"
    case .anything: "a key path, a value or a condition"
    case .keyOrValue(let word):
      "a key path or a value (a key named like a keyword is written #\(word))"
    case .keyPath: "a key path"
    case .keyAfterPoint: "a key after the point"
    case .variable: "a variable such as $x"
    case .end: "the end, AND or OR"
    case .comparison: "a comparison such as == or CONTAINS"
    case .comparisonOfAny: "a comparison such as == or IN"
    case .options: "the options c, d, l and n"
    case .expression: "an expression, not a condition, before this"
    }
  }
}
