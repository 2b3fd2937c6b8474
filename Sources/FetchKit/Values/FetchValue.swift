public import Foundation

/// A value of an attribute, a constant in a predicate, or a cell of a dictionary result.
///
/// Booleans compare as the numbers 1 and 0, as in Core Data. Literals work for every case but dates and
/// data:
///
/// ```swift
/// let row: FetchValue = ["name": "Boba", "tips": [1, 2], "rating": nil]
/// row.value(forKeyPath: "name")?.stringValue  // "Boba"
/// ```
public enum FetchValue: Hashable, Sendable {
  /// No value.
  case null
  /// A truth value.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A number with a fraction.
  case double(Double)
  /// A text.
  case string(String)
  /// Compared and stored as seconds since 2001-01-01 UTC, as Foundation counts.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// A list, such as the values of a to-many relationship.
  case list([FetchValue])
  /// An object: values by key.
  case object([String: FetchValue])

  /// Whether the value is null.
  public var isNull: Bool { if case .null = self { true } else { false } }
}

extension FetchValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates null from `nil`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a Boolean from a literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an integer from a literal.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a double from a literal.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a string from a literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a list from a literal.
  public init(arrayLiteral elements: FetchValue...) { self = .list(elements) }
  /// Creates an object from a literal; the last of equal keys wins.
  public init(dictionaryLiteral elements: (String, FetchValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension FetchValue {
  /// The number as an integer; nil for a fraction and for other kinds of values.
  public var integerValue: Int64? {
    switch self {
    case .bool(let flag): flag ? 1 : 0
    case .integer(let number): number
    case .double(let number): Int64(exactly: number)
    case .null, .string, .date, .data, .list, .object: nil
    }
  }

  /// The number as a double; nil for other kinds of values.
  public var doubleValue: Double? {
    switch self {
    case .bool(let flag): flag ? 1 : 0
    case .integer(let number): Double(number)
    case .double(let number): number
    case .null, .string, .date, .data, .list, .object: nil
    }
  }

  /// The string; nil for other kinds of values.
  public var stringValue: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// Whether the number is not 0; nil for other kinds of values.
  public var boolValue: Bool? { doubleValue.map { $0 != 0 } }

  /// The date; nil for other kinds of values.
  public var dateValue: Date? {
    guard case .date(let date) = self else { return nil }
    return date
  }

  /// The elements of a list; nil for other kinds of values.
  package var listValue: [FetchValue]? {
    if case .list(let elements) = self { elements } else { nil }
  }

  /// Null for NaN, as in SQLite; otherwise the value itself.
  var withoutNaN: FetchValue {
    if case .double(let number) = self, number.isNaN { .null } else { self }
  }

  /// The kind in English, such as "a number".
  var kindName: String { kind.errorMessage.description }

  /// The kind of a value: it decides which operators apply.
  package enum Kind: Hashable, Sendable {
    case null, number, string, date, data, list, object

    init(_ type: AttributeType) {
      switch type {
      case .integer, .double, .boolean: self = .number
      case .string: self = .string
      case .date: self = .date
      case .data: self = .data
      }
    }
  }

  /// The kind of the value; a Boolean is a number.
  package var kind: Kind {
    switch self {
    case .null: .null
    case .bool, .integer, .double: .number
    case .string: .string
    case .date: .date
    case .data: .data
    case .list: .list
    case .object: .object
    }
  }

  var isScalar: Bool { kind != .list && kind != .object }
}
