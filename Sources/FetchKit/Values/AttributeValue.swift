public import Foundation

/// A Swift type that can be the type of an attribute.
///
/// Enumerations with raw values need only declare the conformance; `Codable` lets `#Predicate` capture them:
///
/// ```swift
/// enum Genre: String, Codable, AttributeValue { case novel, poetry }
/// try FetchPredicate(format: "genre == %@", Genre.novel)
/// ```
///
/// Fetching an object whose stored raw value is that of no case throws a `StoreError`. An enumeration with a case for
/// such values implements `init?(attributeValue:)` and returns it.
public protocol AttributeValue: PredicateArgument {
  /// The type of the attribute.
  static var attributeType: AttributeType { get }
  /// Whether the attribute may be nil.
  static var isOptional: Bool { get }
  /// The value as it is stored and compared.
  var attributeValue: FetchValue { get }
  /// Creates a value from a stored one; returns nil when `value` has another type.
  init?(attributeValue value: FetchValue)
}

extension AttributeValue {
  /// `false`; only optionals may be nil.
  public static var isOptional: Bool { false }
}

extension String: AttributeValue {
  public static var attributeType: AttributeType { .string }
  public var attributeValue: FetchValue { .string(self) }
  public init?(attributeValue value: FetchValue) {
    guard let text = value.stringValue else { return nil }
    self = text
  }
}

extension AttributeValue where Self: FixedWidthInteger {
  public static var attributeType: AttributeType { .integer }
  public var attributeValue: FetchValue { FetchValue(integer: self) }
  public init?(attributeValue value: FetchValue) {
    guard let number = value.integerValue else { return nil }
    self.init(exactly: number)
  }
}

extension Int: AttributeValue {}
extension Int64: AttributeValue {}
extension Int32: AttributeValue {}
extension Int16: AttributeValue {}
extension Int8: AttributeValue {}
extension UInt32: AttributeValue {}
extension UInt16: AttributeValue {}
extension UInt8: AttributeValue {}

extension Double: AttributeValue {
  public static var attributeType: AttributeType { .double }
  public var attributeValue: FetchValue { .double(self) }
  public init?(attributeValue value: FetchValue) {
    guard let number = value.doubleValue else { return nil }
    self = number
  }
}

/// Stored as a double.
extension Float: AttributeValue {
  public static var attributeType: AttributeType { .double }
  public var attributeValue: FetchValue { .double(Double(self)) }
  public init?(attributeValue value: FetchValue) {
    guard let number = value.doubleValue else { return nil }
    self = Float(number)
  }
}

/// Stored as a double, which is exact for up to 15 significant digits.
extension Decimal: AttributeValue {
  public static var attributeType: AttributeType { .double }
  public var attributeValue: FetchValue {
    guard let number = Double(description) else { return .null }
    // The largest decimals are rounded to doubles that are too large for one.
    let isDecimal = abs(number) < 1e165 || Decimal(digitsOf: number) != nil
    return .double(isDecimal ? number : number > 0 ? number.nextDown : number.nextUp)
  }
  public init?(attributeValue value: FetchValue) {
    guard let decimal = value.doubleValue.flatMap(Decimal.init(digitsOf:)) else { return nil }
    self = decimal
  }

  /// The decimal with the digits of a double.
  ///
  /// Exponents end at 127: Foundation reads larger numbers only if their digits end with zeros instead.
  private init?(digitsOf number: Double) {
    let parts = "\(number)".split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]), exponent > 100 else {
      self.init(string: "\(number)")
      return
    }
    let fraction = parts[0].split(separator: ".").dropFirst().first ?? ""
    let zeros = String(repeating: "0", count: max(0, exponent - 100 - fraction.count))
    self.init(
      string: parts[0].filter { $0 != "." } + zeros + "e\(exponent - fraction.count - zeros.count)")
  }
}

extension Bool: AttributeValue {
  public static var attributeType: AttributeType { .boolean }
  public var attributeValue: FetchValue { .bool(self) }
  public init?(attributeValue value: FetchValue) {
    guard let flag = value.boolValue else { return nil }
    self = flag
  }
}

extension Date: AttributeValue {
  public static var attributeType: AttributeType { .date }
  public var attributeValue: FetchValue { .date(self) }
  public init?(attributeValue value: FetchValue) {
    guard let date = value.dateValue else { return nil }
    self = date
  }
}

extension Data: AttributeValue {
  public static var attributeType: AttributeType { .data }
  public var attributeValue: FetchValue { .data(self) }
  public init?(attributeValue value: FetchValue) {
    guard case .data(let data) = value else { return nil }
    self = data
  }
}

/// Stored as text, such as `6F9619FF-8B86-D011-B42D-00C04FC964FF`.
extension UUID: AttributeValue {
  public static var attributeType: AttributeType { .string }
  public var attributeValue: FetchValue { .string(uuidString) }
  public init?(attributeValue value: FetchValue) {
    guard let text = value.stringValue else { return nil }
    self.init(uuidString: text)
  }
}

/// Stored as text.
extension URL: AttributeValue {
  public static var attributeType: AttributeType { .string }
  public var attributeValue: FetchValue { .string(absoluteString) }
  public init?(attributeValue value: FetchValue) {
    guard let text = value.stringValue else { return nil }
    self.init(string: text)
  }
}

extension Optional: AttributeValue where Wrapped: AttributeValue {
  public static var attributeType: AttributeType { Wrapped.attributeType }
  public static var isOptional: Bool { true }
  public var attributeValue: FetchValue { self?.attributeValue ?? .null }
  public init?(attributeValue value: FetchValue) {
    guard !value.isNull else {
      self = .none
      return
    }
    guard let wrapped = Wrapped(attributeValue: value) else { return nil }
    self = .some(wrapped)
  }
}

/// Enumerations are stored as their raw values.
extension AttributeValue where Self: RawRepresentable, RawValue: AttributeValue {
  public static var attributeType: AttributeType { RawValue.attributeType }
  public var attributeValue: FetchValue { rawValue.attributeValue }
  public init?(attributeValue value: FetchValue) {
    guard let raw = RawValue(attributeValue: value) else { return nil }
    self.init(rawValue: raw)
  }
}
