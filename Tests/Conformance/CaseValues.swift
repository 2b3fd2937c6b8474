import FetchKit
import Foundation

/// Conversion of JSON to values, with objects such as `{"$date": "2000-01-01T00:00:00Z"}` for other types.
enum TypedValue {
  static func value(_ json: JSON) throws(CaseError) -> FetchValue {
    switch json {
    case .null: return .null
    case .bool(let flag): return .bool(flag)
    case .integer(let number): return .integer(number)
    case .double(let number): return .double(number)
    case .string(let text): return .string(text)
    case .list(let elements): return .list(try values(elements))
    case .object(let members):
      if let tag = members.keys.first, tag.hasPrefix("$"), members.count == 1,
        let inner = members[tag]
      {
        return try tagged(tag, inner)
      }
      var result: [String: FetchValue] = [:]
      for (key, member) in members { result[key] = try value(member) }
      return .object(result)
    }
  }

  static func values(_ list: [JSON]) throws(CaseError) -> [FetchValue] {
    var values: [FetchValue] = []
    for element in list { values.append(try value(element)) }
    return values
  }

  private static func tagged(_ tag: String, _ inner: JSON) throws(CaseError) -> FetchValue {
    switch (tag, inner) {
    case ("$null", _): return .null
    case ("$date", .string(let text)): return .date(try date(text))
    case ("$date", .integer(let seconds)):
      return .date(Date(timeIntervalSince1970: Double(seconds)))
    case ("$date", .double(let seconds)): return .date(Date(timeIntervalSince1970: seconds))
    case ("$data", .string(let hex)): return .data(try data(hex))
    case ("$uuid", .string(let text)):
      guard let uuid = UUID(uuidString: text) else { throw CaseError("\(text) is no UUID") }
      return uuid.attributeValue
    case ("$url", .string), ("$string", .string): return try value(inner)
    case ("$decimal", .string(let text)):
      guard let number = Double(text) else { throw CaseError("\(text) is no number") }
      return .double(number)
    case ("$decimal", .integer), ("$decimal", .double), ("$number", _), ("$dict", _), ("$list", _),
      ("$array", _):
      return try value(inner)
    case ("$set", .list(let elements)): return .list(try unique(elements))
    default: throw CaseError("there is no form for \(tag)")
    }
  }

  private static func date(_ text: String) throws(CaseError) -> Date {
    let plain = Date.ISO8601FormatStyle()
    let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard let date = (try? plain.parse(text)) ?? (try? fractional.parse(text)) else {
      throw CaseError("\(text) is no date")
    }
    return date
  }

  private static func data(_ hex: String) throws(CaseError) -> Data {
    let digits = hex.compactMap(\.hexDigitValue)
    guard digits.count == hex.count, digits.count.isMultiple(of: 2) else {
      throw CaseError("\(hex) is no data")
    }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { (index: Int) -> UInt8 in
      let byte: Int = digits[index] * 16 + digits[index + 1]
      return UInt8(byte)
    }
    return Data(bytes)
  }

  /// Returns the elements of a set in a canonical order.
  private static func unique(_ elements: [JSON]) throws(CaseError) -> [FetchValue] {
    var result: [FetchValue] = []
    for value in try values(elements) where !result.contains(value) { result.append(value) }
    return result.sorted { $0.shown < $1.shown }
  }

  /// Returns a constant, or a key path for `{"$keypath": "a.b"}`.
  static func expression(_ json: JSON) throws(CaseError) -> FetchExpression {
    if let path = json["$keypath"]?.text { return .keyPath(path) }
    return .constant(try value(json))
  }
}

/// The predicate of a case with its arguments and variables.
struct CasePredicate {
  let format: String
  let arguments: [FetchExpression]
  let variables: [String: FetchExpression]

  /// Creates a predicate from the members `format` (or `key`), `args` and `vars`.
  init(_ json: JSON, key: String = "format") throws(CaseError) {
    guard let format = json[key]?.text else { throw CaseError("there is no \(key)") }
    self.format = format
    var arguments: [FetchExpression] = []
    for argument in json["args"]?.elements ?? [] {
      arguments.append(try TypedValue.expression(argument))
    }
    self.arguments = arguments
    var variables: [String: FetchExpression] = [:]
    if case .object(let members) = json["vars"] {
      for (name, value) in members { variables[name] = try TypedValue.expression(value) }
    }
    self.variables = variables
  }

  /// Returns the parsed predicate.
  func parsed() throws(FetchPredicateError) -> FetchPredicate {
    try FetchPredicate(format: format, arguments: arguments)
  }

  /// Returns the predicate with its variables replaced.
  func bound() throws(FetchPredicateError) -> FetchPredicate {
    try parsed().substituting(variables)
  }

  func evaluate(_ predicate: FetchPredicate, with object: FetchValue) throws(FetchPredicateError)
    -> Bool
  {
    try predicate.evaluate(with: object, substituting: variables)
  }
}

/// Comparison of results with expected values.
enum Expectation {
  /// Returns whether two values are equal; numbers up to rounding, missing members as nil.
  static func isSame(_ got: FetchValue, _ expected: FetchValue) -> Bool {
    switch (got, expected) {
    case (.list(let first), .list(let second)):
      return first.count == second.count && zip(first, second).allSatisfy(isSame)
    case (.object(let first), .object(let second)):
      return Set(first.keys).union(second.keys).allSatisfy { key in
        isSame(first[key] ?? .null, second[key] ?? .null)
      }
    default:
      guard let first = got.doubleValue, let second = expected.doubleValue else {
        return got == expected
      }
      return first == second || abs(first - second) <= 1e-12 * max(abs(first), abs(second))
    }
  }

  /// Returns whether two lists contain the same values in any order.
  static func isSameSet(_ got: [FetchValue], _ expected: [FetchValue]) -> Bool {
    var rest = expected
    for value in got {
      guard let index = rest.firstIndex(where: { isSame(value, $0) }) else { return false }
      rest.remove(at: index)
    }
    return rest.isEmpty
  }
}

extension FetchValue {
  /// The value in the format language.
  var shown: String { FetchExpression.constant(self).expressionFormat }
}
