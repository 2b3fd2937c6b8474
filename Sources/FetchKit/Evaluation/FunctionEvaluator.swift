internal import Collation
import Foundation

enum FunctionEvaluator {
  /// Returns the result of a call; null for NaN, as in SQLite.
  static func value(of function: ExpressionFunction, _ arguments: [FetchValue])
    throws(FetchPredicateError)
    -> FetchValue
  {
    try result(of: function, arguments).withoutNaN
  }

  private static func result(of function: ExpressionFunction, _ arguments: [FetchValue])
    throws(FetchPredicateError) -> FetchValue
  {
    if let problem = function.problem(argumentCount: arguments.count) {
      throw FetchPredicateError(.evaluate, problem)
    }
    if function == .percentile {
      return try sample(function, arguments[1], collection([arguments[0]]))
    }
    if function.isCollectionFunction { return try aggregate(function, collection(arguments)) }
    switch function {
    case .add, .subtract, .multiply, .divide, .modulus, .power:
      return try Arithmetic.value(of: function, arguments[0], arguments[1])
    case .squareRoot: return try double(arguments[0]) { $0.squareRoot() }
    case .logarithm: return try logarithm(arguments[0], log10)
    case .naturalLogarithm: return try logarithm(arguments[0], log)
    case .exponential: return try double(arguments[0], exp)
    case .floor: return try rounded(arguments[0], .down)
    case .ceiling: return try rounded(arguments[0], .up)
    case .truncate: return try rounded(arguments[0], .towardZero)
    case .absolute: return try absolute(arguments[0])
    case .bitwiseAnd: return try bits(arguments) { $0 & $1 }
    case .bitwiseOr: return try bits(arguments) { $0 | $1 }
    case .bitwiseXor: return try bits(arguments) { $0 ^ $1 }
    case .leftShift: return try bits(arguments) { $0 << $1 }
    case .rightShift: return try bits(arguments) { $0 >> $1 }
    case .onesComplement: return try bits([arguments[0], .integer(0)]) { left, _ in ~left }
    case .lowercase: return try text(function, arguments[0]) { .string($0.lowercased()) }
    case .uppercase: return try text(function, arguments[0]) { .string($0.uppercased()) }
    case .length: return try length(arguments[0])
    case .firstLetter: return try text(function, arguments[0]) { .string($0.firstLetter) }
    case .cast: return try cast(arguments[0], to: arguments[1])
    case .distance: return try distance(arguments[0], arguments[1])
    case .elementAt: return element(of: arguments[0], at: arguments[1])
    case .bin: return try bin(arguments[0], width: arguments[1])
    case .year, .month, .day, .weekday: return try component(function, of: arguments[0])
    case .noIndex: return arguments[0]
    case .now: return .date(Date())
    case .random: return .double(Double.random(in: 0..<1))
    case .randomBelow: return try random(below: arguments[0])
    case .sum, .count, .min, .max, .average, .median, .mode, .standardDeviation, .percentile,
      .countDistinct:
      return .null
    }
  }

  /// The collection of an aggregate function: a single list, or several arguments.
  private static func collection(_ arguments: [FetchValue]) -> [FetchValue] {
    guard arguments.count == 1, let only = arguments.first else { return arguments }
    switch only {
    case .list(let elements): return elements
    case .null: return []
    default: return arguments
    }
  }

  private static func double(_ value: FetchValue, _ body: (Double) -> Double)
    throws(FetchPredicateError)
    -> FetchValue
  {
    guard let number = try Number(value) else { return .null }
    return Arithmetic.number(body(number.double))
  }

  /// Null for numbers that have no logarithm.
  private static func logarithm(_ value: FetchValue, _ body: (Double) -> Double)
    throws(FetchPredicateError) -> FetchValue
  {
    try double(value) { $0 > 0 ? body($0) : .nan }
  }

  private static func rounded(_ value: FetchValue, _ rule: FloatingPointRoundingRule)
    throws(FetchPredicateError) -> FetchValue
  {
    guard case .double(let double) = try Number(value) else { return value.asNumber }
    return .double(double.rounded(rule))
  }

  private static func absolute(_ value: FetchValue) throws(FetchPredicateError) -> FetchValue {
    switch try Number(value) {
    case .integer(let number): number == .min ? .double(0x1p63) : .integer(Swift.abs(number))
    case .double(let number): .double(Swift.abs(number))
    case nil: .null
    }
  }

  private static func bits(_ arguments: [FetchValue], _ body: (Int64, Int64) -> Int64)
    throws(FetchPredicateError) -> FetchValue
  {
    guard let left = try integer(arguments[0]), let right = try integer(arguments[1]) else {
      return .null
    }
    return .integer(body(left, right))
  }

  /// The truncated number; nil for null and for numbers that do not fit.
  private static func integer(_ value: FetchValue) throws(FetchPredicateError) -> Int64? {
    switch try Number(value) {
    case .integer(let number): number
    case .double(let number): Int64(exactly: number.rounded(.towardZero))
    case nil: nil
    }
  }

  private static func text(
    _ function: ExpressionFunction, _ value: FetchValue, _ body: (String) -> FetchValue
  ) throws(FetchPredicateError) -> FetchValue {
    switch value {
    case .null: return .null
    case .string(let text): return body(text)
    default: throw .mismatch(of: function.formatName, FetchPredicateError.Expected.string, value)
    }
  }

  /// The number of UTF-16 code units of a string or of elements of a list.
  private static func length(_ value: FetchValue) throws(FetchPredicateError) -> FetchValue {
    if case .list(let elements) = value { return .integer(Int64(elements.count)) }
    return try text(.length, value) { .integer(Int64($0.utf16.count)) }
  }

  private static func random(below limit: FetchValue) throws(FetchPredicateError) -> FetchValue {
    guard let limit = try integer(limit), limit > 0 else { return .null }
    return .integer(Int64.random(in: 0..<limit))
  }

  /// Returns the element of a list at a 0-based index or of an object for a key; null when there is none.
  static func element(of collection: FetchValue, at place: FetchValue) -> FetchValue {
    switch (collection, place) {
    case (.object(let members), .string(let key)): return members[key] ?? .null
    case (.list(let elements), _):
      guard let index = place.integerValue.flatMap({ Int(exactly: $0) }),
        elements.indices.contains(index)
      else { return .null }
      return elements[index]
    default: return .null
    }
  }
}

extension FetchValue {
  fileprivate var asNumber: FetchValue {
    if case .bool(let flag) = self { .integer(flag ? 1 : 0) } else { self }
  }
}

// MARK: - Over collections

extension FunctionEvaluator {
  /// Returns the aggregate of a collection; only `count:` includes nulls.
  static func aggregate(_ function: ExpressionFunction, _ elements: [FetchValue])
    throws(FetchPredicateError) -> FetchValue
  {
    if function == .count { return .integer(Int64(elements.count)) }
    let values = elements.filter { !$0.isNull }
    switch function {
    case .sum: return try sum(values)
    case .min: return try extreme(values, -1)
    case .max: return try extreme(values, 1)
    case .average: return try average(values)
    case .median, .standardDeviation: return try sample(function, .null, values)
    case .mode: return mode(values)
    case .countDistinct:
      var distinct = ValueSet()
      return .integer(Int64(values.count { distinct.insert($0) }))
    default: return .null
    }
  }

  private static func sum(_ values: [FetchValue]) throws(FetchPredicateError) -> FetchValue {
    var total = FetchValue.integer(0)
    for value in values { total = try Arithmetic.value(of: .add, total, value) }
    return total
  }

  private static func extreme(_ values: [FetchValue], _ sign: Int) throws(FetchPredicateError)
    -> FetchValue
  {
    var best = FetchValue.null
    for value in values {
      guard let order = try ValueComparison.order(value, best) else {
        best = value
        continue
      }
      if order == sign { best = value }
    }
    return best
  }

  private static func doubles(_ values: [FetchValue]) throws(FetchPredicateError) -> [Double] {
    var doubles: [Double] = []
    for value in values {
      if let number = try Number(value) { doubles.append(number.double) }
    }
    return doubles
  }

  private static func average(_ values: [FetchValue]) throws(FetchPredicateError) -> FetchValue {
    let doubles = try doubles(values)
    guard !doubles.isEmpty else { return .null }
    return Arithmetic.number(doubles.reduce(0, +) / Double(doubles.count))
  }

  private static func sample(
    _ function: ExpressionFunction, _ percentile: FetchValue, _ values: [FetchValue]
  ) throws(FetchPredicateError) -> FetchValue {
    let percentile = try Number(percentile)?.double
    return SampleStatistics.value(function, percentile, of: try doubles(values))
      .map(FetchValue.double) ?? .null
  }

  /// The most frequent values in the order of first occurrence.
  private static func mode(_ values: [FetchValue]) -> FetchValue {
    var counts: [(value: FetchValue, count: Int)] = []
    for value in values {
      if let index = counts.firstIndex(where: { ValueComparison.isEqual($0.value, value) }) {
        counts[index].count += 1
      } else {
        counts.append((value, 1))
      }
    }
    let most = counts.map(\.count).max()
    return .list(counts.filter { $0.count == most }.map(\.value))
  }
}

// MARK: - Casts and places

extension FunctionEvaluator {
  /// The result of `CAST(value, 'NSNumber')` and the like; null if the value cannot be converted.
  private static func cast(_ value: FetchValue, to type: FetchValue) throws(FetchPredicateError)
    -> FetchValue
  {
    guard case .string(let name) = type else {
      throw .mismatch(of: "CAST", FetchPredicateError.Expected.typeName, type)
    }
    switch name {
    case "NSNumber", "NSDecimalNumber": return numberCast(value)
    case "NSString", "NSURL", "NSUUID": return stringCast(value)
    case "NSDate": return dateCast(value)
    case "NSData": return dataCast(value)
    case "NSDictionary": return dictionaryCast(value)
    default: throw FetchPredicateError(.evaluate, .unknownType(name))
    }
  }

  /// The number; for a date its seconds since the reference date.
  private static func numberCast(_ value: FetchValue) -> FetchValue {
    switch value {
    case .bool, .integer, .double: value.asNumber
    case .string(let text):
      Int64(text).map(FetchValue.integer) ?? Double(text).map(Arithmetic.number) ?? .null
    case .date(let date): .double(date.timeIntervalSinceReferenceDate)
    case .null, .data, .list, .object: .null
    }
  }

  static func stringCast(_ value: FetchValue) -> FetchValue {
    switch value {
    case .string: value
    case .bool(let flag): .string(flag ? "1" : "0")
    case .integer(let number): .string(String(number))
    case .double(let number): .string(written(number))
    case .null, .date, .data, .list, .object: .null
    }
  }

  /// The number as Foundation prints it: without a zero fraction.
  private static func written(_ number: Double) -> String {
    let text = String(number)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The data; a string is decoded as base 64.
  private static func dataCast(_ value: FetchValue) -> FetchValue {
    switch value {
    case .data: value
    case .string(let text): Data(base64Encoded: text).map(FetchValue.data) ?? .null
    case .null, .bool, .integer, .double, .date, .list, .object: .null
    }
  }

  /// The object; a list alternates keys and values.
  private static func dictionaryCast(_ value: FetchValue) -> FetchValue {
    guard case .list(let parts) = value, parts.count.isMultiple(of: 2) else {
      if case .object = value { return value }
      return .null
    }
    var members: [String: FetchValue] = [:]
    for index in stride(from: 0, to: parts.count, by: 2) {
      guard case .string(let key) = parts[index] else { return .null }
      members[key] = parts[index + 1]
    }
    return .object(members)
  }

  private static func dateCast(_ value: FetchValue) -> FetchValue {
    switch value {
    case .date: value
    case .bool, .integer, .double:
      .date(Date(timeIntervalSinceReferenceDate: value.doubleValue ?? 0))
    case .string(let text):
      ISO8601Date.seconds(text).map { .date(Date(timeIntervalSince1970: $0)) } ?? .null
    case .null, .data, .list, .object: .null
    }
  }

  /// The distance in meters between coordinates, each a list `{latitude, longitude}` or an object.
  private static func distance(_ first: FetchValue, _ second: FetchValue)
    throws(FetchPredicateError) -> FetchValue
  {
    guard let start = try coordinate(first), let end = try coordinate(second) else { return .null }
    return Arithmetic.number(start.distance(to: end))
  }

  private static func coordinate(_ value: FetchValue) throws(FetchPredicateError) -> Coordinate? {
    let parts: [FetchValue] =
      switch value {
      case .list(let elements): elements
      case .object(let members): [members["latitude"] ?? .null, members["longitude"] ?? .null]
      default: []
      }
    guard value.isNull || parts.count == 2 else {
      throw FetchPredicateError(.evaluate, .invalidCoordinate)
    }
    guard parts.count == 2, let latitude = try Number(parts[0]),
      let longitude = try Number(parts[1])
    else { return nil }
    return Coordinate(latitude: latitude.double, longitude: longitude.double)
  }
}

extension String {
  /// The first letter in upper case without diacritics; `#` for anything else.
  fileprivate var firstLetter: String {
    let folding = TextFolding([.caseInsensitive, .diacriticInsensitive])
    guard let first = prefix(1).first.map({ folding.folded(String($0)) })?.first, first.isLetter
    else { return "#" }
    return first.uppercased()
  }
}

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
    return Arithmetic.number(Arithmetic.multiple(step, of: width.double))
  }

  /// A component of a date in UTC.
  static func component(_ function: ExpressionFunction, of value: FetchValue)
    throws(FetchPredicateError)
    -> FetchValue
  {
    if value.isNull { return .null }
    guard case .date(let time) = value else {
      throw .mismatch(of: function.formatName, FetchPredicateError.Expected.date, value)
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
