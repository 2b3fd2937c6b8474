/// The functions of expressions, by their selector.
///
/// The set is that of NSExpression's `init(forFunction:arguments:)`, see Apple's documentation, and `length:`.
public enum ExpressionFunction: String, Hashable, Sendable, CaseIterable {
  case sum = "sum:"
  case count = "count:"
  case min = "min:"
  case max = "max:"
  case average = "average:"
  case median = "median:"
  case mode = "mode:"
  case standardDeviation = "stddev:"
  case add = "add:to:"
  case subtract = "from:subtract:"
  case multiply = "multiply:by:"
  case divide = "divide:by:"
  case modulus = "modulus:by:"
  case squareRoot = "sqrt:"
  case logarithm = "log:"
  case naturalLogarithm = "ln:"
  case power = "raise:toPower:"
  case exponential = "exp:"
  case floor = "floor:"
  case ceiling = "ceiling:"
  case absolute = "abs:"
  case truncate = "trunc:"
  case random = "random"
  case randomBelow = "randomn:"
  case now = "now"
  case bitwiseAnd = "bitwiseAnd:with:"
  case bitwiseOr = "bitwiseOr:with:"
  case bitwiseXor = "bitwiseXor:with:"
  case leftShift = "leftshift:by:"
  case rightShift = "rightshift:by:"
  case onesComplement = "onesComplement:"
  case lowercase = "lowercase:"
  case uppercase = "uppercase:"
  case length = "length:"
  case cast = "castObject:toType:"
  case distance = "distanceToLocation:fromLocation:"
  case elementAt = "objectFrom:withIndex:"
  case noIndex = "noindex:"
}

extension ExpressionFunction {
  /// Whether the function goes over the elements of a collection.
  var isCollectionFunction: Bool {
    switch self {
    case .sum, .count, .min, .max, .average, .median, .mode, .standardDeviation: true
    default: false
    }
  }

  /// Whether SQLite has the function as an operator with the same results.
  var isArithmetic: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide: true
    default: false
    }
  }

  /// How many arguments the function takes; nil when a collection may be spelled out.
  var argumentCount: Int? {
    isCollectionFunction ? nil : rawValue.count { $0 == ":" }
  }

  /// Whether the same arguments always give the same result.
  var isDeterministic: Bool {
    switch self {
    case .random, .randomBelow, .now: false
    default: true
    }
  }

  /// The sign and how tightly it binds, for functions that are written between their arguments.
  var infix: (sign: String, precedence: Int)? {
    switch self {
    case .bitwiseAnd: ("&", 2)
    case .bitwiseOr: ("|", 2)
    case .bitwiseXor: ("^", 2)
    case .add: ("+", 3)
    case .subtract: ("-", 3)
    case .multiply: ("*", 4)
    case .divide: ("/", 4)
    case .power: ("**", 5)
    default: nil
    }
  }

  /// The function that a format text names: by its selector, or by its first word when it takes one argument.
  init?(formatName: String) {
    let lowered = formatName.lowercased()
    let known = Self.allCases.first { function in
      let selector = function.rawValue.lowercased()
      return selector == lowered || selector == lowered + ":"
    }
    guard let known else { return nil }
    self = known
  }
}
