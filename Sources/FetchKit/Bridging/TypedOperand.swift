internal import Collation
import Foundation

/// The translation of an expression of a typed predicate.
///
/// Foundation has one kind of expression for conditions, values and lists; FetchKit has several.
indirect enum TypedOperand {
  /// A condition, never nil.
  case condition(FetchPredicate)
  /// An optional scalar.
  case value(FetchExpression)
  /// A captured Swift value.
  case constant(Any)
  /// A value with properties: the object, an element of a relationship, or a structure in them.
  case object(ObjectOperand)
  /// Elements of a to-many relationship.
  case collection(CollectionOperand)
  case range(RangeOperand)
  /// The `ComparisonResult` of two strings.
  case order(FetchExpression, FetchExpression, TextOptions)
  /// An optional that is not a scalar: nil unless the condition holds.
  case optional(TypedOperand, present: FetchPredicate)
}

struct CollectionOperand {
  let elements: FetchExpression
  /// Whether the elements have attributes.
  let hasKeys: Bool

  var count: FetchExpression { elements.appending(key: "@count") }
}

/// A range; a bound is nil on an open side.
struct RangeOperand {
  let lower: FetchExpression?
  let upper: FetchExpression?
  let includesUpper: Bool

  func contains(_ value: FetchExpression) -> FetchPredicate {
    if includesUpper, let lower, let upper {
      return .compared(value, .between, .list([lower, upper]))
    }
    let isAbove = lower.map { FetchPredicate.compared(value, .greaterThanOrEqual, $0) }
    let isBelow = upper.map {
      FetchPredicate.compared(value, includesUpper ? .lessThanOrEqual : .lessThan, $0)
    }
    return .both(isAbove ?? .constant(true), isBelow ?? .constant(true))
  }
}

// MARK: - As what an operator needs

extension TypedOperand {
  func condition(for name: String) throws(TypedQueryError) -> FetchPredicate {
    switch self {
    case .condition(let predicate): return predicate
    case .value(let expression): return .compared(expression, .equal, .constant(.bool(true)))
    case .constant(let flag as Bool): return .constant(flag)
    case .constant, .object, .collection, .range, .order, .optional:
      throw mismatch(TypedQueryError.Operand.boolean, for: name)
    }
  }

  /// Returns the operand as a scalar; throws for lists, ranges and objects.
  func expression(for name: String) throws(TypedQueryError) -> FetchExpression {
    switch self {
    case .condition(.constant(let flag)): return .constant(.bool(flag))
    case .condition(let predicate):
      return .conditional(predicate, .constant(.bool(true)), .constant(.bool(false)))
    case .value(let expression): return expression
    case .constant(let value):
      if let constant = FetchValue(constant: value) { return .constant(constant) }
    case .optional(let term, let present):
      return .conditional(present, try term.expression(for: name), .constant(.null))
    case .object(let object):
      if let whole = object.whole { return whole }
    case .collection, .range, .order: break
    }
    throw mismatch(TypedQueryError.Operand.value, for: name)
  }

  func mismatch(_ expected: ErrorMessage, for name: String) -> TypedQueryError {
    TypedQueryError(name, .mismatchedOperand(expected: expected, found: title))
  }

  private var title: ErrorMessage {
    switch self {
    case .condition: ErrorMessage("typedQuery.condition", "a condition")
    case .value: TypedQueryError.Operand.value
    case .constant(let value): ErrorMessage("typedQuery.constant", "\("\(type(of: value))")")
    case .object(let object): object.title
    case .collection: ErrorMessage("typedQuery.list", "a list")
    case .range: TypedQueryError.Operand.range
    case .order: ErrorMessage("typedQuery.comparisonResult", "a ComparisonResult")
    case .optional(let term, _): ErrorMessage("typedQuery.optional", "an optional of \(term.title)")
    }
  }
}

// MARK: - As optionals

extension TypedOperand {
  /// The wrapped operand of an optional, and the condition that it is present.
  var unwrapped: (term: TypedOperand, present: FetchPredicate) {
    switch self {
    case .value(let expression): (self, .present(expression))
    case .optional(let term, let present): (term, present)
    case .constant(let value):
      if let value = unwrappedOptional(value) {
        (.constant(value), .constant(true))
      } else {
        (self, .constant(false))
      }
    case .condition, .object, .collection, .range, .order: (self, .constant(true))
    }
  }

  /// Whether the operand is nil for every object.
  var isNil: Bool {
    switch self {
    case .constant(let value): unwrappedOptional(value) == nil
    case .value(let expression): expression == .constant(.null)
    case .condition, .object, .collection, .range, .order, .optional: false
    }
  }

  /// Returns the operand as the result of a `flatMap`: nil unless the condition holds.
  func when(_ present: FetchPredicate) throws(TypedQueryError) -> TypedOperand {
    switch self {
    case .value(let expression): return .value(expression.when(present))
    case .optional(let term, let inner): return .optional(term, present: .both(present, inner))
    case .constant(let value):
      guard let constant = FetchValue(constant: value) else {
        return .optional(self, present: present)
      }
      return .value(FetchExpression.constant(constant).when(present))
    case .condition, .object, .collection, .range, .order: return .optional(self, present: present)
    }
  }
}

/// A value with properties, and the Swift key path from it.
struct ObjectOperand {
  enum Origin {
    case row
    /// The element of a closure over a to-many relationship.
    case variable(String)
    case element(FetchExpression, ExpressionIndex)
    /// The object of a to-one relationship.
    case related(FetchExpression)
  }

  let origin: Origin
  /// The key path from the origin; nil for the origin itself.
  var path: AnyKeyPath?

  /// Returns the operand at a key path: an attribute, a relationship, or a structure on the way to one.
  func appending(_ keyPath: AnyKeyPath) -> TypedOperand {
    guard let whole = path?.appending(path: keyPath) ?? (path == nil ? keyPath : nil) else {
      return .object(self)
    }
    if Self.isIdentity(whole) { return .value(object) }
    guard let property = Self.property(at: whole) else {
      return .object(ObjectOperand(origin: origin, path: whole))
    }
    switch property {
    case .embedded(let name, let marker):
      return .optional(
        .object(ObjectOperand(origin: .related(expression(for: name)))),
        present: .present(expression(for: marker)))
    case .relationship(let relationship):
      let value = expression(for: relationship.name)
      guard !relationship.isToMany else {
        return .collection(CollectionOperand(elements: value, hasKeys: true))
      }
      return .optional(.object(ObjectOperand(origin: .related(value))), present: .present(value))
    case .attribute(let attribute): return .value(expression(for: attribute.keyPath))
    case .toMany(let list):
      return .collection(
        CollectionOperand(elements: expression(for: list.name), hasKeys: !list.isScalar))
    }
  }

  private static func isIdentity(_ keyPath: AnyKeyPath) -> Bool {
    switch type(of: keyPath).rootType {
    case let type as any FetchableEntity.Type: type.isIdentity(keyPath)
    case let reference as any AnyObjectReference.Type: reference.isIdentity(keyPath)
    default: false
    }
  }

  private var object: FetchExpression {
    switch origin {
    case .row: .evaluatedObject
    case .variable(let name): .variable(name)
    case .element(let elements, let index): .element(elements, index)
    case .related(let value): value
    }
  }

  private static func property(at keyPath: AnyKeyPath) -> TypedProperty? {
    switch type(of: keyPath).rootType {
    case let type as any DescribedValue.Type: type.typedProperty(of: keyPath)
    case let reference as any AnyObjectReference.Type:
      reference.targetType.typedProperty(ofReference: keyPath)
    default: nil
    }
  }

  /// The object itself, which can be compared with others; nil for structures in it.
  var whole: FetchExpression? { path == nil ? object : nil }

  private func expression(for name: String) -> FetchExpression {
    switch origin {
    case .related(let value): value.appending(key: name)
    case .row: .keyPath(name)
    case .variable(let variable): .step(.variable(variable), keyPath: name)
    case .element(let elements, let index): .element(elements.appending(key: name), index)
    }
  }

  var title: ErrorMessage {
    guard let path else { return ErrorMessage("typedQuery.object", "an object") }
    return ErrorMessage(
      "typedQuery.undeclaredProperty", "\("\(path)"), which the entity does not declare")
  }
}

enum TypedProperty {
  case attribute(AttributeDescription)
  case toMany(ToManyDescription)
  case relationship(RelationshipDescription)
  /// An optional structure, which is there when the attribute at `marker` is.
  case embedded(name: String, marker: String)
}

extension FetchableEntity {
  /// Whether a key path leads from an object to its identifier: that of the type's own property differs from that of
  /// the protocol's, so an object tells.
  fileprivate static func isIdentity(_ keyPath: AnyKeyPath) -> Bool {
    guard let keyPath = keyPath as? KeyPath<Self, ObjectID?> else { return false }
    var object = Self()
    object.objectID = ObjectID(entityName: entity.name, rowID: .min)
    return object[keyPath: keyPath] == object.objectID
  }
}

extension DescribedValue {
  static func typedProperty(of keyPath: AnyKeyPath) -> TypedProperty? {
    let mapping = entity.mapping(for: Self.self)
    if let (name, marker) = mapping?.embedded(at: keyPath) {
      return .embedded(name: name, marker: marker)
    }
    return mapping?.name(of: keyPath).flatMap(typedProperty)
  }

  static func typedProperty(ofReference keyPath: AnyKeyPath) -> TypedProperty? {
    entity.mapping(for: Self.self)?.name(ofReference: keyPath).flatMap(typedProperty)
  }

  private static func typedProperty(named name: String) -> TypedProperty? {
    if let relationship = entity.relationship(named: name) { return .relationship(relationship) }
    if let attribute = entity.attribute(forKeyPath: name) { return .attribute(attribute) }
    return entity.toManyIndex(named: name).map { .toMany(entity.toMany[$0]) }
  }
}
