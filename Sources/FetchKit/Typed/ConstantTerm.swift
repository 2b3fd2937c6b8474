import Foundation

extension Value {
  /// A captured Swift value; nil for one of a type that no attribute can have.
  ///
  /// Enumerations become their raw values, sequences become lists; a double that is not a number is none.
  init?(constant: Any) {
    switch constant {
    case let value as Value: self = value
    case let number as Double where number.isNaN: return nil
    case let attribute as any AttributeValue: self = attribute.attributeValue
    case let optional as any OptionalConstant:
      guard let wrapped = optional.wrapped else {
        self = .null
        return
      }
      self.init(constant: wrapped)
    case let integer as any BinaryInteger: self.init(integer: integer)
    case let number as any BinaryFloatingPoint: self.init(constant: Double(number))
    case let character as Character: self = .string(String(character))
    case let text as Substring: self = .string(String(text))
    case let raw as any RawRepresentable: self.init(constant: raw.rawValue)
    case let sequence as any Sequence: self.init(elements: sequence)
    default: return nil
    }
  }

  private init(integer: some BinaryInteger) {
    self = Int64(exactly: integer).map(Value.integer) ?? .double(Double(integer))
  }

  private init?(elements: some Sequence) {
    var list: [Value] = []
    for element in elements {
      guard let value = Value(constant: element) else { return nil }
      list.append(value)
    }
    self = .list(list)
  }
}

/// An optional of any type.
private protocol OptionalConstant {
  var wrapped: Any? { get }
}

extension Optional: OptionalConstant {
  fileprivate var wrapped: Any? { map { $0 as Any } }
}

/// What is inside of a value that may be an optional; nil for nil.
func unwrappedOptional(_ value: Any) -> Any? {
  guard let optional = value as? any OptionalConstant else { return value }
  return optional.wrapped.flatMap(unwrappedOptional)
}

// MARK: - Ranges

/// A range of any kind and type.
protocol RangeConstant {
  /// nil where the bounds cannot be compared in a store.
  var rangeTerm: RangeTerm? { get }
}

extension RangeTerm {
  /// A range between captured bounds; nil where they cannot be compared in a store.
  fileprivate init?(from lower: Any?, to upper: Any?, includesUpper: Bool) {
    let bounds = [lower, upper].compactMap { $0 }.map { Value(constant: $0) }
    guard !bounds.contains(nil) else { return nil }
    self.init(
      lower: lower.flatMap(Value.init(constant:)).map(FetchExpression.constant),
      upper: upper.flatMap(Value.init(constant:)).map(FetchExpression.constant),
      includesUpper: includesUpper)
  }
}

extension Range: RangeConstant {
  var rangeTerm: RangeTerm? {
    RangeTerm(from: lowerBound, to: upperBound, includesUpper: false)
  }
}

extension ClosedRange: RangeConstant {
  var rangeTerm: RangeTerm? {
    RangeTerm(from: lowerBound, to: upperBound, includesUpper: true)
  }
}

extension PartialRangeFrom: RangeConstant {
  var rangeTerm: RangeTerm? { RangeTerm(from: lowerBound, to: nil, includesUpper: false) }
}

extension PartialRangeUpTo: RangeConstant {
  var rangeTerm: RangeTerm? { RangeTerm(from: nil, to: upperBound, includesUpper: false) }
}

extension PartialRangeThrough: RangeConstant {
  var rangeTerm: RangeTerm? { RangeTerm(from: nil, to: upperBound, includesUpper: true) }
}
