internal import Collation
import Foundation

/// Arithmetic with SQLite's rules, so that both engines give the same numbers.
///
/// Operations on nil, divisions by zero and NaN results give nil; an integer overflow gives a double.
enum Arithmetic {
  static func add(_ left: FetchValue, _ right: FetchValue) throws(FetchPredicateError) -> FetchValue
  {
    try combine(left, right, { $0.addingReportingOverflow($1) }, { $0 + $1 })
  }

  static func subtract(_ left: FetchValue, _ right: FetchValue) throws(FetchPredicateError)
    -> FetchValue
  {
    try combine(left, right, { $0.subtractingReportingOverflow($1) }, { $0 - $1 })
  }

  static func multiply(_ left: FetchValue, _ right: FetchValue) throws(FetchPredicateError)
    -> FetchValue
  {
    try combine(left, right, { $0.multipliedReportingOverflow(by: $1) }, { $0 * $1 })
  }

  static func divide(_ left: FetchValue, _ right: FetchValue) throws(FetchPredicateError)
    -> FetchValue
  {
    guard let pair = try NumberPair(left, right) else { return .null }
    guard pair.right.double != 0 else { return .null }
    guard case (.integer(let dividend), .integer(let divisor)) = (pair.left, pair.right) else {
      return number(pair.left.double / pair.right.double)
    }
    let (quotient, overflow) = dividend.dividedReportingOverflow(by: divisor)
    return overflow ? number(Double(dividend) / Double(divisor)) : .integer(quotient)
  }

  static func modulus(_ left: FetchValue, _ right: FetchValue) throws(FetchPredicateError)
    -> FetchValue
  {
    guard let pair = try NumberPair(left, right) else { return .null }
    guard pair.right.double != 0 else { return .null }
    guard case (.integer(let dividend), .integer(let divisor)) = (pair.left, pair.right) else {
      return number(fmod(pair.left.double, pair.right.double))
    }
    return .integer(divisor == -1 ? 0 : dividend % divisor)
  }

  static func power(_ base: FetchValue, _ exponent: FetchValue) throws(FetchPredicateError)
    -> FetchValue
  {
    guard let pair = try NumberPair(base, exponent) else { return .null }
    return wholeIfInteger(pow(pair.left.double, pair.right.double), of: [pair.left, pair.right])
  }

  /// The double as a value; null for NaN.
  static func number(_ double: Double) -> FetchValue { double.isNaN ? .null : .double(double) }

  /// An integer if all operands are integers and the result is exact.
  private static func wholeIfInteger(_ double: Double, of operands: [Number]) -> FetchValue {
    let isWhole = operands.allSatisfy { if case .integer = $0 { true } else { false } }
    guard isWhole, abs(double) < 0x1p53, let integer = Int64(exactly: double) else {
      return number(double)
    }
    return .integer(integer)
  }

  private static func combine(
    _ left: FetchValue, _ right: FetchValue, _ integers: (Int64, Int64) -> (Int64, Bool),
    _ doubles: (Double, Double) -> Double
  ) throws(FetchPredicateError) -> FetchValue {
    guard let pair = try NumberPair(left, right) else { return .null }
    if case (.integer(let first), .integer(let second)) = (pair.left, pair.right) {
      let (result, overflow) = integers(first, second)
      if !overflow { return .integer(result) }
    }
    return number(doubles(pair.left.double, pair.right.double))
  }
}

enum Number {
  case integer(Int64)
  case double(Double)

  var double: Double {
    switch self {
    case .integer(let number): Double(number)
    case .double(let number): number
    }
  }

  /// Returns nil for null and NaN; throws for values that are not numbers.
  init?(_ value: FetchValue) throws(FetchPredicateError) {
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

  /// Returns -1, 0 or 1, exact for an integer and a double.
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

/// Two operands that are not null.
private struct NumberPair {
  let left: Number
  let right: Number

  init?(_ left: FetchValue, _ right: FetchValue) throws(FetchPredicateError) {
    let first = try Number(left)
    let second = try Number(right)
    guard let first, let second else { return nil }
    self.left = first
    self.right = second
  }
}

/// Comparison of values; equality never fails, ordering fails for different kinds.
enum ValueComparison {
  /// Returns whether two values are equal; null equals only null.
  static func isEqual(_ left: FetchValue, _ right: FetchValue, _ options: TextOptions = []) -> Bool
  {
    switch (left, right) {
    case (.null, .null): true
    case (.string(let first), .string(let second)): TextComparison.equals(first, second, options)
    case (.date(let first), .date(let second)):
      first == second
    case (.data(let first), .data(let second)): first == second
    case (.list(let first), .list(let second)):
      first.count == second.count
        && zip(first, second).allSatisfy { isEqual($0, $1, options) }
    case (.object, .object) where left.objectID != nil && right.objectID != nil:
      left.objectID == right.objectID
    case (.object(let first), .object(let second)):
      first.count == second.count
        && first.allSatisfy { key, value in second[key].map { isEqual(value, $0) } ?? false }
    default: numbersAreEqual(left, right)
    }
  }

  private static func numbersAreEqual(_ left: FetchValue, _ right: FetchValue) -> Bool {
    guard let first = try? Number(left), let second = try? Number(right) else { return false }
    return first.compare(to: second) == 0
  }

  /// Returns -1, 0 or 1; nil if either value is null; throws for different kinds.
  static func order(_ left: FetchValue, _ right: FetchValue, _ options: TextOptions = [])
    throws(FetchPredicateError) -> Int?
  {
    switch (left, right) {
    case (.null, _), (_, .null): return nil
    case (.string(let first), .string(let second)):
      return TextComparison.compare(first, second, options)
    case (.date(let first), .date(let second)):
      return Number.double(first.timeIntervalSinceReferenceDate)
        .compare(to: .double(second.timeIntervalSinceReferenceDate))
    case (.data(let first), .data(let second)):
      return first.lexicographicallyPrecedes(second) ? -1 : first == second ? 0 : 1
    default: return try numberOrder(left, right)
    }
  }

  private static func numberOrder(_ left: FetchValue, _ right: FetchValue)
    throws(FetchPredicateError) -> Int?
  {
    guard let first = try? Number(left), let second = try? Number(right) else {
      throw FetchPredicateError(.evaluate, .unordered(left.kind, right.kind))
    }
    return first.compare(to: second)
  }
}
