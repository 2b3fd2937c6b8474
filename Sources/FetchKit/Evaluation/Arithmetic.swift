internal import Collation
import Foundation

/// Arithmetic with SQLite's rules, so that both engines give the same numbers.
///
/// Operations on nil, divisions by zero and NaN results give nil; an integer overflow gives a double.
enum Arithmetic {
  /// Returns the result of an operation on two numbers.
  static func value(of function: ExpressionFunction, _ left: FetchValue, _ right: FetchValue)
    throws(FetchPredicateError) -> FetchValue
  {
    guard let first = try Number(left), let second = try Number(right) else {
      // The kind of the other operand is an error even beside nil.
      _ = try Number(right)
      return .null
    }
    switch function {
    case .add: return combine(first, second, { $0.addingReportingOverflow($1) }, +)
    case .subtract: return combine(first, second, { $0.subtractingReportingOverflow($1) }, -)
    case .multiply: return combine(first, second, { $0.multipliedReportingOverflow(by: $1) }, *)
    case .power: return wholeIfInteger(pow(first.double, second.double), of: [first, second])
    case .divide where second.double != 0:
      return combine(first, second, { $0.dividedReportingOverflow(by: $1) }, /)
    case .modulus where second.double != 0:
      return combine(first, second, { ($1 == -1 ? 0 : $0 % $1, false) }, fmod)
    default: return .null
    }
  }

  /// The double as a value; null for NaN.
  static func number(_ double: Double) -> FetchValue { double.isNaN ? .null : .double(double) }

  /// A multiple of a width, exact for widths with a few decimals and for fractions of one: three times 0.3 is 0.9.
  static func multiple(_ count: Double, of width: Double) -> Double {
    for power in [1, 10, 100, 1e3, 1e4, 1e5, 1e6] {
      let units = (width * power).rounded()
      if units / power == width { return count * units / power }
    }
    let parts = (1 / width).rounded()
    return parts * width == 1 ? count / parts : count * width
  }

  /// An integer if all operands are integers and the result is exact.
  private static func wholeIfInteger(_ double: Double, of operands: [Number]) -> FetchValue {
    let isWhole = operands.allSatisfy { if case .integer = $0 { true } else { false } }
    guard isWhole, abs(double) < 0x1p53, let integer = Int64(exactly: double) else {
      return number(double)
    }
    return .integer(integer)
  }

  private static func combine(
    _ left: Number, _ right: Number, _ integers: (Int64, Int64) -> (Int64, overflow: Bool),
    _ doubles: (Double, Double) -> Double
  ) -> FetchValue {
    if case (.integer(let first), .integer(let second)) = (left, right) {
      let (result, overflow) = integers(first, second)
      if !overflow { return .integer(result) }
    }
    return number(doubles(left.double, right.double))
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
      throw .mismatch(of: "arithmetic", FetchPredicateError.Expected.number, value)
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

/// Comparison of values; equality never fails, ordering fails for different kinds.
enum ValueComparison {
  /// Returns whether two values are equal; null equals only null.
  static func isEqual(_ left: FetchValue, _ right: FetchValue, _ options: TextOptions = []) -> Bool
  {
    FetchValue.areEqual(left, right) { left, right in
      switch (left, right) {
      case (.null, .null): true
      case (.string(let first), .string(let second)): TextComparison.equals(first, second, options)
      case (.date(let first), .date(let second)): first == second
      case (.data(let first), .data(let second)): first == second
      case (.list, .list): nil
      case (.object, .object):
        if let first = left.objectID, let second = right.objectID { first == second } else { nil }
      default: numbersAreEqual(left, right)
      }
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
