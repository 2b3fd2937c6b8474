/// A function of expressions, by its selector.
///
/// The functions are those of `NSExpression.init(forFunction:arguments:)`, and further ones for texts, statistics
/// and dates.
///
/// ```swift
/// try FetchExpression(format: "add:to:(tipCount, 1)")  // tipCount + 1
/// FetchExpression.function(.sum, [.keyPath("tips.likes")])
/// ```
public enum ExpressionFunction: String, Hashable, Sendable, CaseIterable {
  /// The sum of a collection; 0 for an empty one.
  case sum = "sum:"
  /// The number of elements, including nils; in dictionary results, of rows that have a value.
  case count = "count:"
  /// The minimum of a collection; nil for an empty one.
  case min = "min:"
  /// The maximum of a collection; nil for an empty one.
  case max = "max:"
  /// The arithmetic mean; nil without numbers.
  case average = "average:"
  /// The median; nil without numbers.
  case median = "median:"
  /// The most frequent elements, as a list.
  case mode = "mode:"
  /// The population standard deviation; nil without numbers.
  case standardDeviation = "stddev:"
  /// A percentile of a collection, from 0 to 100, with linear interpolation; nil without numbers.
  ///
  /// The 50th is the median. A format string calls it `percentile(tips, 90)`.
  case percentile = "percentile:at:"
  /// The number of different elements, without nil.
  case countDistinct = "countDistinct:"
  /// The sum of two numbers.
  case add = "add:to:"
  /// The difference of two numbers.
  case subtract = "from:subtract:"
  /// The product of two numbers.
  case multiply = "multiply:by:"
  /// The quotient, truncated for two integers; nil for division by zero.
  case divide = "divide:by:"
  /// The remainder, with the sign of the dividend; nil for division by zero.
  case modulus = "modulus:by:"
  /// The square root; nil for a negative number.
  case squareRoot = "sqrt:"
  /// The logarithm to base 10.
  case logarithm = "log:"
  /// The natural logarithm.
  case naturalLogarithm = "ln:"
  /// The first number to the power of the second.
  case power = "raise:toPower:"
  /// e to the power of a number.
  case exponential = "exp:"
  /// The largest integer not greater than a number.
  case floor = "floor:"
  /// The smallest integer not less than a number.
  case ceiling = "ceiling:"
  /// The absolute value.
  case absolute = "abs:"
  /// The integer part of a number.
  case truncate = "trunc:"
  /// A random number from 0 up to, but not including, 1.
  case random = "random"
  /// A random integer from 0 up to, but not including, a limit.
  case randomBelow = "randomn:"
  /// The current date.
  case now = "now"
  /// The bitwise AND of two integers.
  case bitwiseAnd = "bitwiseAnd:with:"
  /// The bitwise OR of two integers.
  case bitwiseOr = "bitwiseOr:with:"
  /// The bitwise XOR of two integers.
  case bitwiseXor = "bitwiseXor:with:"
  /// The left shift of an integer.
  case leftShift = "leftshift:by:"
  /// The arithmetic right shift of an integer.
  case rightShift = "rightshift:by:"
  /// The ones' complement of an integer.
  case onesComplement = "onesComplement:"
  /// The string in lower case.
  case lowercase = "lowercase:"
  /// The string in upper case.
  case uppercase = "uppercase:"
  /// The number of UTF-16 code units of a string, or of elements of a list.
  case length = "length:"
  /// The first letter of a string in upper case without diacritics; `#` for anything else.
  case firstLetter = "firstLetter:"
  /// A value converted to a type: `NSNumber`, `NSString`, `NSDate` or `NSData`.
  case cast = "castObject:toType:"
  /// The distance in meters between two coordinates.
  case distance = "distanceToLocation:fromLocation:"
  /// The element of a list at a 0-based index, or of an object for a key.
  case elementAt = "objectFrom:withIndex:"
  /// The lower end of the interval with a number, of intervals with a width from 0 on.
  ///
  /// A format string calls it `bin(rating, 0.5)`.
  case bin = "bin:by:"
  /// The year of a date, in UTC.
  case year = "year:"
  /// The month of a date, 1 to 12, in UTC.
  case month = "month:"
  /// The day of the month of a date, from 1 on, in UTC.
  case day = "day:"
  /// The day of the week of a date, from 1 for Monday to 7, in UTC.
  case weekday = "weekday:"
  /// The argument itself.
  case noIndex = "noindex:"
}

extension ExpressionFunction {
  var isCollectionFunction: Bool {
    switch self {
    case .sum, .count, .min, .max, .average, .median, .mode, .standardDeviation, .percentile,
      .countDistinct:
      true
    default: false
    }
  }

  var takesDate: Bool {
    switch self {
    case .year, .month, .day, .weekday: true
    default: false
    }
  }

  /// Whether SQLite has an operator with the same results.
  var isArithmetic: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide: true
    default: false
    }
  }

  /// The number of arguments; nil for a function of a collection, whose elements may be listed.
  var argumentCount: Int? {
    isCollectionFunction && self != .percentile ? nil : rawValue.count { $0 == ":" }
  }

  /// The function of a string that a key names, as in `title.length`; nil for another key.
  init?(textKey: some StringProtocol) {
    switch textKey {
    case "length": self = .length
    case "firstLetter": self = .firstLetter
    default: return nil
    }
  }

  /// The infix operator and its precedence; nil for a function that has none.
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

  /// The functions with an infix operator, by its sign.
  static let bySign = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { function in
      function.infix.map { ($0.sign, function) }
    })

  /// Short names in format strings, besides the selectors.
  private static let shortNames: [String: ExpressionFunction] = [
    "percentile": .percentile, "distinct": .countDistinct, "avg": .average, "bin": .bin,
  ]

  /// The name in messages: the selector, or a short name of a function that Core Data does not have.
  var formatName: String {
    switch self {
    case .percentile: "percentile"
    case .countDistinct: "distinct"
    case .bin: "bin"
    default: rawValue
    }
  }

  /// Creates a function from its name in a format string: its selector, without the colon if it has one.
  package init?(formatName: String) {
    let lowered = formatName.lowercased()
    if let short = Self.shortNames[lowered] {
      self = short
      return
    }
    let known = Self.allCases.first { function in
      let selector = function.rawValue.lowercased()
      return selector == lowered || selector == lowered + ":"
    }
    guard let known else { return nil }
    self = known
  }
}
