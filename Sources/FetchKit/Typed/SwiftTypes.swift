import Foundation

/// Whether `<` of a type means the same as the order of its stored values.
func isOrderedAsStored(_ type: Any.Type) -> Bool {
  let type = wrappedType(of: type)
  return type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type
    || type == String.self || type == Date.self || type == UUID.self
}

/// The type inside of an optional type; any other type as it is.
func wrappedType(of type: Any.Type) -> Any.Type {
  (type as? any OptionalType.Type)?.wrappedType ?? type
}

/// Whether a type is an optional.
func isOptional(_ type: Any.Type) -> Bool { type is any OptionalType.Type }

private protocol OptionalType {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
}
