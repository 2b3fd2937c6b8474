public import Foundation

/// A value of an attribute, a constant of a predicate, or a cell of a dictionary result.
///
/// Booleans are the numbers 1 and 0 wherever they meet numbers, as in Core Data.
public indirect enum Value: Hashable, Sendable {
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
  /// Compared and stored as seconds since 1970-01-01 UTC.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// A list, such as the values of a to-many.
  case list([Value])
  /// An object read by key: a JSON object, an element of a to-many, an entity as a whole.
  case object([String: Value])

  /// Whether there is no value.
  public var isNull: Bool { self == .null }
}

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// No value, written `nil`.
  public init(nilLiteral: ()) { self = .null }
  /// A truth value, written `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number, written out.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number with a fraction, written out.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A text, written out.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A list, written out.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
  /// An object, written out; the last of equal keys counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension Value {
  /// The number as an integer; nil when this is no number or not a whole one.
  public var integerValue: Int64? {
    switch self {
    case .bool(let flag): flag ? 1 : 0
    case .integer(let number): number
    case .double(let number): Int64(exactly: number)
    case .null, .string, .date, .data, .list, .object: nil
    }
  }

  /// The number as a double; nil when this is no number.
  public var doubleValue: Double? {
    switch self {
    case .bool(let flag): flag ? 1 : 0
    case .integer(let number): Double(number)
    case .double(let number): number
    case .null, .string, .date, .data, .list, .object: nil
    }
  }

  /// The text; nil when this is no string.
  public var stringValue: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number as a truth value; nil when this is no number.
  public var boolValue: Bool? { doubleValue.map { $0 != 0 } }

  /// The date; nil when this is no date.
  public var dateValue: Date? {
    guard case .date(let date) = self else { return nil }
    return date
  }

  /// nil in place of what is not a number, as in SQLite.
  var withoutNaN: Value {
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
  var kind: Kind {
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

  /// Whether a column can hold the value.
  var isScalar: Bool { kind != .list && kind != .object }
}
