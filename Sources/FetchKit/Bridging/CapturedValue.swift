import Foundation

extension FetchValue {
  /// Creates a value from a captured Swift value; returns nil for a type that no attribute can have.
  ///
  /// Enumerations become their raw values, sequences become lists; NaN is not a value.
  init?(constant: Any) {
    switch constant {
    case let value as FetchValue: self = value
    case let number as Double where number.isNaN: return nil
    case let reference as any AnyObjectReference: self = FetchValue(reference.id)
    case let id as ObjectID: self = FetchValue(id)
    case let attribute as any AttributeValue: self = attribute.attributeValue
    case let optional as any AnyOptional:
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

  /// Creates a number; one that is too large for 64 bits becomes a double.
  init(integer: some BinaryInteger) {
    self = Int64(exactly: integer).map(FetchValue.integer) ?? .double(Double(integer))
  }

  private init?(elements: some Sequence) {
    var list: [FetchValue] = []
    for element in elements {
      guard let value = FetchValue(constant: element) else { return nil }
      list.append(value)
    }
    self = .list(list)
  }
}

private protocol AnyOptional {
  static var wrappedType: Any.Type { get }
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
  fileprivate var wrapped: Any? { map { $0 as Any } }
}

/// Returns the value inside of nested optionals; nil for nil.
func unwrappedOptional(_ value: Any) -> Any? {
  guard let optional = value as? any AnyOptional else { return value }
  return optional.wrapped.flatMap(unwrappedOptional)
}

// MARK: - Ranges

protocol CapturedRange {
  /// The range as an operand; nil if a store cannot compare the bounds.
  var operand: RangeOperand? { get }
}

extension RangeOperand {
  /// Creates a range from captured bounds; returns nil if a store cannot compare them.
  fileprivate init?(from lower: Any?, to upper: Any?, includesUpper: Bool) {
    let bounds = [lower, upper].compactMap { $0 }.map { FetchValue(constant: $0) }
    guard !bounds.contains(nil) else { return nil }
    self.init(
      lower: lower.flatMap(FetchValue.init(constant:)).map(FetchExpression.constant),
      upper: upper.flatMap(FetchValue.init(constant:)).map(FetchExpression.constant),
      includesUpper: includesUpper)
  }
}

extension Range: CapturedRange {
  var operand: RangeOperand? {
    RangeOperand(from: lowerBound, to: upperBound, includesUpper: false)
  }
}

extension ClosedRange: CapturedRange {
  var operand: RangeOperand? {
    RangeOperand(from: lowerBound, to: upperBound, includesUpper: true)
  }
}

extension PartialRangeFrom: CapturedRange {
  var operand: RangeOperand? { RangeOperand(from: lowerBound, to: nil, includesUpper: false) }
}

extension PartialRangeUpTo: CapturedRange {
  var operand: RangeOperand? { RangeOperand(from: nil, to: upperBound, includesUpper: false) }
}

extension PartialRangeThrough: CapturedRange {
  var operand: RangeOperand? { RangeOperand(from: nil, to: upperBound, includesUpper: true) }
}

/// Returns whether `<` of a type is the order of its stored values.
func isOrderedAsStored(_ type: Any.Type) -> Bool {
  let type = wrappedType(of: type)
  return type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type
    || type == String.self || type == Date.self || type == UUID.self || type == Decimal.self
}

func wrappedType(of type: Any.Type) -> Any.Type {
  (type as? any AnyOptional.Type)?.wrappedType ?? type
}

func isOptional(_ type: Any.Type) -> Bool { type is any AnyOptional.Type }
