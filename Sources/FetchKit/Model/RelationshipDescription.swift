/// A relationship from the objects of an entity to those of another entity, or of the same one.
///
/// ```swift
/// EntityDescription(
///   name: "Book", attributes: [AttributeDescription("title", .string)],
///   relationships: [.toOne("author", to: author, inverse: "books")])
/// ```
///
/// A to-one relationship is stored in a column. A to-many relationship is the inverse of another one, or has a table
/// of its own. The inverse of a relationship follows its changes by itself.
public struct RelationshipDescription: Sendable {
  /// What happens to related objects when an object is deleted.
  public enum DeleteRule: String, Hashable, Sendable {
    /// Related objects stay.
    case nullify
    /// Related objects are deleted, too.
    case cascade
    /// The object cannot be deleted while it has related objects.
    case deny
  }

  /// The key, such as `author`.
  public let name: String
  /// Whether an object has a list of related objects.
  public let isToMany: Bool
  /// The relationship of the destination that leads back; nil for none.
  public let inverse: String?
  /// What happens to the related objects when an object is deleted.
  public let deleteRule: DeleteRule
  /// The table of a to-many relationship; nil for the inverse of a relationship that is stored.
  public let table: String?
  /// The integer attribute of the destination that keeps the order of the related objects; nil for none.
  public let orderKeyPath: String?
  private let target: @Sendable () -> EntityDescription

  /// The entity of the related objects.
  public var destination: EntityDescription { target() }

  /// Describes a relationship to one object; `destination` is evaluated when it is first needed.
  public static func toOne(
    _ name: String, to destination: @autoclosure @escaping @Sendable () -> EntityDescription,
    inverse: String? = nil, deleteRule: DeleteRule = .nullify
  ) -> RelationshipDescription {
    RelationshipDescription(
      name: name, isToMany: false, inverse: inverse, deleteRule: deleteRule, table: nil,
      orderKeyPath: nil, target: destination)
  }

  /// Describes a relationship to many objects, which is stored in `table` or with its inverse.
  ///
  /// A list in a table keeps its order. The inverse of a to-one relationship is ordered by the integer attribute
  /// `orderedBy` of its destination if there is one, otherwise by primary key.
  public static func toMany(
    _ name: String, to destination: @autoclosure @escaping @Sendable () -> EntityDescription,
    table: String? = nil, inverse: String? = nil, deleteRule: DeleteRule = .nullify,
    orderedBy: String? = nil
  ) -> RelationshipDescription {
    RelationshipDescription(
      name: name, isToMany: true, inverse: inverse, deleteRule: deleteRule, table: table,
      orderKeyPath: orderedBy, target: destination)
  }
}

extension RelationshipDescription: Hashable {
  private var parts: [String?] {
    [name, isToMany ? "many" : "one", inverse, deleteRule.rawValue, table, orderKeyPath]
  }

  /// Returns whether two relationships are declared alike, whatever the entity of their destination is.
  public static func == (left: RelationshipDescription, right: RelationshipDescription) -> Bool {
    left.parts == right.parts
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension RelationshipDescription {
  /// Whether the inverse of another relationship stores the related objects.
  var isInverse: Bool { isToMany && table == nil }

  var inverseDescription: RelationshipDescription? {
    inverse.flatMap { destination.relationship(named: $0) }
  }

  var attribute: AttributeDescription? {
    isToMany ? nil : AttributeDescription(relationship: self, keyPath: name)
  }

  /// The table of a to-many relationship that has one.
  var list: ToManyDescription? {
    table.map { ToManyDescription(self, table: $0) }
  }
}

// MARK: - Storage

/// The columns that hold the pairs of related objects.
struct RelationshipStorage {
  let table: String
  /// The column of the objects that have the relationship.
  let owner: String
  /// The column of the related objects.
  let target: String
  /// The column of the order of the related objects; nil for that of their primary keys.
  var position: String?
}

extension RelationshipDescription {
  func storage(in entity: EntityDescription) -> RelationshipStorage? {
    if let table {
      return RelationshipStorage(
        table: table, owner: "owner", target: "value", position: "position")
    }
    guard isToMany else {
      return entity.attribute(forKeyPath: name)?.column.map {
        RelationshipStorage(table: entity.table, owner: "pk", target: $0)
      }
    }
    let destination = destination
    guard let inverse = inverseDescription else { return nil }
    if let table = inverse.table {
      return RelationshipStorage(table: table, owner: "value", target: "owner")
    }
    return destination.attribute(forKeyPath: inverse.name)?.column.map {
      RelationshipStorage(
        table: destination.table, owner: $0, target: "pk",
        position: orderKeyPath.flatMap { destination.attribute(forKeyPath: $0)?.column })
    }
  }
}
