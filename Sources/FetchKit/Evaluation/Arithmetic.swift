import Foundation

/// Calculations on values with SQLite's rules, so that both engines give the same numbers.
///
/// nil in gives nil out; an integer overflow becomes a double; a division by zero is nil; a result that
/// is not a number is nil.
enum Arithmetic {
  static func add(_ left: Value, _ right: Value) throws(FetchPredicateError) -> Value {
    try combine(left, right, { $0.addingReportingOverflow($1) }, { $0 + $1 })
  }

  static func subtract(_ left: Value, _ right: Value) throws(FetchPredicateError) -> Value {
    try combine(left, right, { $0.subtractingReportingOverflow($1) }, { $0 - $1 })
  }

  static func multiply(_ left: Value, _ right: Value) throws(FetchPredicateError) -> Value {
    try combine(left, right, { $0.multipliedReportingOverflow(by: $1) }, { $0 * $1 })
  }

  static func divide(_ left: Value, _ right: Value) throws(FetchPredicateError) -> Value {
    guard let pair = try NumberPair(left, right) else { return .null }
    guard pair.right.double != 0 else { return .null }
    guard case (.integer(let dividend), .integer(let divisor)) = (pair.left, pair.right) else {
      return number(pair.left.double / pair.right.double)
    }
    let (quotient, overflow) = dividend.dividedReportingOverflow(by: divisor)
    return overflow ? number(Double(dividend) / Double(divisor)) : .integer(quotient)
  }

  static func modulus(_ left: Value, _ right: Value) throws(FetchPredicateError) -> Value {
    guard let pair = try NumberPair(left, right) else { return .null }
    guard pair.right.double != 0 else { return .null }
    guard case (.integer(let dividend), .integer(let divisor)) = (pair.left, pair.right) else {
      return number(fmod(pair.left.double, pair.right.double))
    }
    return .integer(divisor == -1 ? 0 : dividend % divisor)
  }

  static func power(_ base: Value, _ exponent: Value) throws(FetchPredicateError) -> Value {
    guard let pair = try NumberPair(base, exponent) else { return .null }
    return wholeIfInteger(pow(pair.left.double, pair.right.double), of: [pair.left, pair.right])
  }

  /// A double as a value; nil when it is not a number.
  static func number(_ double: Double) -> Value { double.isNaN ? .null : .double(double) }

  /// An integer when all operands were integers and the result is a whole number that fits exactly.
  private static func wholeIfInteger(_ double: Double, of operands: [Number]) -> Value {
    let isWhole = operands.allSatisfy { if case .integer = $0 { true } else { false } }
    guard isWhole, abs(double) < 0x1p53, let integer = Int64(exactly: double) else {
      return number(double)
    }
    return .integer(integer)
  }

  private static func combine(
    _ left: Value, _ right: Value, _ integers: (Int64, Int64) -> (Int64, Bool),
    _ doubles: (Double, Double) -> Double
  ) throws(FetchPredicateError) -> Value {
    guard let pair = try NumberPair(left, right) else { return .null }
    if case (.integer(let first), .integer(let second)) = (pair.left, pair.right) {
      let (result, overflow) = integers(first, second)
      if !overflow { return .integer(result) }
    }
    return number(doubles(pair.left.double, pair.right.double))
  }
}

/// A number that is either whole or not.
enum Number {
  case integer(Int64)
  case double(Double)

  var double: Double {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    }
  }

  /// The number in a value; nil for nil, an error for anything that is no number.
  init?(_ value: Value) throws(FetchPredicateError) {
    switch value {
    case .null: return nil
    case .bool(let flag): self = .integer(flag ? 1 : 0)
    case .integer(let number): self = .integer(number)
    case .double(let number):
      guard !number.isNaN else { return nil }
      self = .double(number)
    case .string, .date, .data, .list, .object:
      throw FetchPredicateError(
        .evaluate,
        .mismatchedOperand(
          of: "arithmetic", expected: FetchPredicateError.Expected.number, found: value.kind))
    }
  }

  /// -1, 0 or 1 without losing digits between an integer and a double.
  func compare(to other: Number) -> Int {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.double(let left), .double(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.integer(let left), .double(let right)): Number.compare(left, right)
    case (.double(let left), .integer(let right)): -Number.compare(right, left)
    }
  }

  private static func compare(_ integer: Int64, _ double: Double) -> Int {
    if double >= 0x1p63 { return -1 }
    if double < -0x1p63 { return 1 }
    let whole = Int64(double.rounded(.down))
    if integer != whole { return integer < whole ? -1 : 1 }
    return double > double.rounded(.down) ? -1 : 0
  }
}

/// Two operands, both present.
private struct NumberPair {
  let left: Number
  let right: Number

  init?(_ left: Value, _ right: Value) throws(FetchPredicateError) {
    let first = try Number(left)
    let second = try Number(right)
    guard let first, let second else { return nil }
    self.left = first
    self.right = second
  }
}
