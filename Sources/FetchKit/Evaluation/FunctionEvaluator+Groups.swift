internal import Foundation

// Functions that people group by.

extension FunctionEvaluator {
  /// The lower end of the interval with a number; nil for a width that is not positive.
  ///
  /// A quotient that is a whole number but for rounding counts as one, so that 8.7 by 0.1 is 8.7.
  static func bin(_ value: FetchValue, width: FetchValue) throws(FetchPredicateError) -> FetchValue
  {
    guard let number = try Number(value), let width = try Number(width), width.double > 0 else {
      return .null
    }
    if case .integer(let integer) = number, case .integer(let size) = width {
      let rest = integer % size
      let (lower, overflow) = integer.subtractingReportingOverflow(rest < 0 ? rest + size : rest)
      return overflow ? .double(Double(integer)) : .integer(lower)
    }
    let quotient = number.double / width.double
    let nearest = quotient.rounded()
    let isWhole = abs(quotient - nearest) <= 1e-9 * max(1, abs(quotient))
    let step = isWhole ? nearest : quotient.rounded(.down)
    let parts = (1 / width.double).rounded()
    let lower = parts * width.double == 1 ? step / parts : step * width.double
    return Arithmetic.number(lower)
  }

  /// A component of a date in UTC.
  static func component(_ function: ExpressionFunction, of value: FetchValue)
    throws(FetchPredicateError)
    -> FetchValue
  {
    if value.isNull { return .null }
    guard case .date(let time) = value else {
      throw .mismatch(of: function.rawValue, FetchPredicateError.Expected.date, value)
    }
    guard let date = CivilDate(seconds: time.timeIntervalSince1970) else { return .null }
    switch function {
    case .year: return .integer(Int64(date.year))
    case .month: return .integer(Int64(date.month))
    case .day: return .integer(Int64(date.day))
    case .weekday: return .integer(Int64(date.weekday))
    default: return .null
    }
  }
}
