/// The functions of expressions, by their selector.
///
/// The set is that of NSExpression's `init(forFunction:arguments:)`, see Apple's documentation, and `length:`.
public enum ExpressionFunction: String, Hashable, Sendable, CaseIterable {
  /// The sum of a collection; 0 when it is empty.
  case sum = "sum:"
  /// The number of elements, nils included.
  case count = "count:"
  /// The least element; nil when there is none.
  case min = "min:"
  /// The greatest element; nil when there is none.
  case max = "max:"
  /// The mean; nil when there is no number.
  case average = "average:"
  /// The middle number, or the mean of the two in the middle.
  case median = "median:"
  /// A list of the most frequent elements.
  case mode = "mode:"
  /// The standard deviation, in its population form.
  case standardDeviation = "stddev:"
  /// The sum of two numbers.
  case add = "add:to:"
  /// The first number less the second.
  case subtract = "from:subtract:"
  /// The product of two numbers.
  case multiply = "multiply:by:"
  /// The quotient, without its fraction for two integers; nil for a division by zero.
  case divide = "divide:by:"
  /// The remainder, with the sign of the first number.
  case modulus = "modulus:by:"
  /// The square root; nil of a negative number.
  case squareRoot = "sqrt:"
  /// The logarithm to base 10.
  case logarithm = "log:"
  /// The natural logarithm.
  case naturalLogarithm = "ln:"
  /// The first number to the power of the second.
  case power = "raise:toPower:"
  /// e to the power of a number.
  case exponential = "exp:"
  /// The next whole number below.
  case floor = "floor:"
  /// The next whole number above.
  case ceiling = "ceiling:"
  /// The number without its sign.
  case absolute = "abs:"
  /// The number without its fraction.
  case truncate = "trunc:"
  /// A random number from 0 up to 1.
  case random = "random"
  /// A random whole number from 0 up to a limit.
  case randomBelow = "randomn:"
  /// The date and time of the evaluation.
  case now = "now"
  /// The bits that both integers have.
  case bitwiseAnd = "bitwiseAnd:with:"
  /// The bits that either integer has.
  case bitwiseOr = "bitwiseOr:with:"
  /// The bits that exactly one integer has.
  case bitwiseXor = "bitwiseXor:with:"
  /// The bits moved up.
  case leftShift = "leftshift:by:"
  /// The bits moved down, the sign kept.
  case rightShift = "rightshift:by:"
  /// All bits turned over.
  case onesComplement = "onesComplement:"
  /// The text in lower case.
  case lowercase = "lowercase:"
  /// The text in upper case.
  case uppercase = "uppercase:"
  /// The UTF-16 units of a text, or the size of a list.
  case length = "length:"
  /// A value as another type, named as Foundation names it: `NSNumber`, `NSString`, `NSDate`, `NSData`.
  case cast = "castObject:toType:"
  /// Meters between two places along the surface of the earth.
  case distance = "distanceToLocation:fromLocation:"
  /// An element of a list by its 0-based place, or of an object by its key.
  case elementAt = "objectFrom:withIndex:"
  /// The argument itself.
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
