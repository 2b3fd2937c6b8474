import Foundation

extension PredicateExpressions.KeyPath: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    switch try context.operand(of: root) {
    case .object(let object): return object.appending(keyPath)
    case .constant(let value):
      guard let base = value as? Root.Output else { throw unknown }
      return .constant(base[keyPath: keyPath])
    case .collection(let collection): return try member(of: collection)
    case .value(let expression): return try member(of: expression)
    case .condition, .range, .order, .optional: throw unknown
    }
  }

  private var unknown: TypedQueryError { failure(.unreadableProperty("\(keyPath)")) }

  /// `count`, `isEmpty`, `first` and `last` of a to-many relationship.
  private func member(of collection: CollectionOperand) throws(TypedQueryError) -> TypedOperand {
    switch kind {
    case .collectionCount: return .value(collection.count)
    case .collectionIsEmpty:
      return .condition(.compared(collection.count, .equal, .constant(.integer(0))))
    case .collectionFirst: return end(of: collection, .first)
    case .bidirectionalCollectionLast: return end(of: collection, .last)
    case nil: throw unknown
    @unknown default: throw unknown
    }
  }

  /// The first or last element; nil for an empty list. A scalar that is never nil shows that by itself.
  private func end(of collection: CollectionOperand, _ index: ExpressionIndex) -> TypedOperand {
    let element = collection.element(at: index)
    guard collection.hasKeys || isOptional(wrappedType(of: Output.self)) else { return element }
    return .optional(element, present: .hasElements(collection))
  }

  /// `isEmpty`, `utf16` and `utf16.count` of a string, `rawValue` of an enumeration, `uuidString`.
  private func member(of value: FetchExpression) throws(TypedQueryError) -> TypedOperand {
    switch keyPath as AnyKeyPath {
    case \String.isEmpty: return .condition(.compared(value, .equal, .constant(.string(""))))
    case \String.utf16, \UUID.uuidString: return .value(value)
    case \String.UTF16View.count: return .value(.function(.length, [value]))
    case \String.UTF16View.isEmpty:
      return .condition(.compared(value, .equal, .constant(.string(""))))
    case \String.count:
      throw failure(.characterCount)
    default:
      guard isRawValue else { throw unknown }
      return .value(value)
    }
  }

  /// Whether the key path is `rawValue`; there is no literal for it, so the values of all cases are compared.
  private var isRawValue: Bool {
    guard let type = Root.Output.self as? any (CaseIterable & RawRepresentable).Type else {
      return false
    }
    return type.isRawValue(keyPath)
  }
}

extension CaseIterable where Self: RawRepresentable {
  fileprivate static func isRawValue(_ keyPath: AnyKeyPath) -> Bool {
    guard let keyPath = keyPath as? KeyPath<Self, RawValue> else { return false }
    return allCases.allSatisfy {
      FetchValue(constant: $0[keyPath: keyPath]) == FetchValue(constant: $0.rawValue)
    }
  }
}

extension CollectionOperand {
  fileprivate func element(at index: ExpressionIndex) -> TypedOperand {
    hasKeys
      ? .object(ObjectOperand(origin: .element(elements, index), path: nil))
      : .value(.element(elements, index))
  }
}

/// An index out of range gives nil, where Swift traps.
extension PredicateExpressions.CollectionIndexSubscript: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    let place = try context.operand(of: index)
    switch (try context.operand(of: wrapped), place) {
    case (.collection(let collection), _):
      return collection.element(at: .at(try place.expression(for: operatorName)))
    case (.constant(let list as Wrapped.Output), .constant(let index as Index.Output)):
      guard index >= list.startIndex, index < list.endIndex else {
        throw failure(.indexOutOfRange("\(index)"))
      }
      return .constant(list[index])
    case (let other, _): throw other.mismatch(TypedQueryError.Operand.toMany, for: operatorName)
    }
  }
}
