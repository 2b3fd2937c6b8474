/// The object ID of an object whose type is known, and the object itself where a request has prefetched it.
///
/// ```swift
/// struct Book: FetchableEntity {
///   var objectID: ObjectID?
///   var title = ""
///   var author: ObjectReference<Author>?
/// }
/// ```
///
/// References are equal when they identify the same object.
@dynamicMemberLookup
public struct ObjectReference<Target: DescribedValue>: Sendable {
  let rowID: Int64
  private var fetched: Fetched?

  /// Holds an object, whose type may contain references to this one.
  private final class Fetched: Sendable {
    let object: Target

    init(_ object: Target) { self.object = object }
  }

  init(rowID: Int64, object: Target? = nil) {
    self.rowID = rowID
    fetched = object.map(Fetched.init)
  }

  /// Creates a reference to an object; throws a `StoreError` for an object of another entity.
  public init(_ id: ObjectID) throws {
    try id.check(Target.entity)
    self.init(rowID: id.rowID)
  }

  /// The object ID.
  public var id: ObjectID { ObjectID(entityName: Target.entity.name, rowID: rowID) }

  /// The object ID, as the object names it; the same as `id`.
  public var objectID: ObjectID { id }

  /// The object as it was fetched; nil when `FetchRequest.relationshipKeyPathsForPrefetching` does not name the
  /// relationship.
  public var object: Target? { fetched?.object }

  /// A property of the prefetched object; nil without it.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Target, Member>) -> Member? {
    object?[keyPath: keyPath]
  }

  /// An optional property of the prefetched object; nil without it.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Target, Member?>) -> Member? {
    object?[keyPath: keyPath]
  }
}

extension ObjectReference where Target: FetchableEntity {
  /// Creates a reference to a stored object, which it holds; throws a `StoreError` for one that is not stored.
  public init(_ object: Target) throws {
    guard let id = object.objectID else {
      throw StoreError(
        .invalidRequest, "store.notStored",
        "an object without an identity cannot be related to others, insert it first")
    }
    try id.check(Target.entity)
    self.init(rowID: id.rowID, object: object)
  }
}

extension ObjectReference: Hashable {
  /// Returns whether two references identify the same object.
  public static func == (left: ObjectReference, right: ObjectReference) -> Bool {
    left.rowID == right.rowID
  }

  /// Hashes the primary key.
  public func hash(into hasher: inout Hasher) { hasher.combine(rowID) }
}

/// Encoded as the primary key, so that `#Predicate` can capture references.
extension ObjectReference: Codable {
  /// Reads the primary key.
  public init(from decoder: any Decoder) throws {
    self.init(rowID: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Writes the primary key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rowID)
  }
}

extension ObjectReference: PredicateArgument {
  /// The object ID as a constant.
  public var predicateExpression: FetchExpression { .constant(FetchValue(id)) }
}

extension ObjectID: PredicateArgument {
  /// The object ID as a constant.
  public var predicateExpression: FetchExpression { .constant(FetchValue(self)) }
}

// MARK: - As values

protocol AnyObjectReference: Sendable {
  static var targetType: any DescribedValue.Type { get }
  var id: ObjectID { get }
  static func isIdentity(_ keyPath: AnyKeyPath) -> Bool
}

extension ObjectReference: AnyObjectReference {
  static var targetType: any DescribedValue.Type { Target.self }

  static func isIdentity(_ keyPath: AnyKeyPath) -> Bool {
    keyPath == \ObjectReference.id || keyPath == \ObjectReference.objectID
  }

  /// The object ID, with the properties of a prefetched object.
  var value: FetchValue {
    guard
      case .object(let members)? = Target.entity.mapping(for: Target.self).flatMap({ mapping in
        object.map(mapping.wholeValue)
      })
    else { return FetchValue(id) }
    return .object(id, members)
  }

  init?(_ value: FetchValue) {
    guard let rowID = value.rowID(of: Target.entity) else { return nil }
    self.init(rowID: rowID)
  }
}

extension FetchValue {
  /// The member of a related object that identifies it.
  static let identityKey = "objectID"

  /// Creates the value of a relationship to an object.
  public init(_ id: ObjectID) { self = .object(id, [:]) }

  /// A related object with its properties.
  static func object(_ id: ObjectID, _ members: [String: FetchValue]) -> FetchValue {
    var members = members
    members[identityKey] = .list([.string(id.entityName), .integer(id.rowID)])
    return .object(members)
  }

  /// The object ID of an object, such as a related one; nil for other values.
  public var objectID: ObjectID? {
    guard case .object(let members) = self, case .list(let parts)? = members[Self.identityKey],
      parts.count == 2, case .string(let name) = parts[0], case .integer(let rowID) = parts[1]
    else { return nil }
    return ObjectID(entityName: name, rowID: rowID)
  }

  /// Whether the value identifies a related object, but does not have its properties.
  var isUnfetched: Bool {
    guard case .object(let members) = self else { return false }
    return members.count == 1 && objectID != nil
  }

  /// The primary key of a related object of an entity, or a plain one; nil for other values.
  func rowID(of entity: @autoclosure () -> EntityDescription) -> Int64? {
    if case .integer(let rowID) = self { return rowID }
    guard let id = objectID, id.entityName == entity().name else { return nil }
    return id.rowID
  }
}
