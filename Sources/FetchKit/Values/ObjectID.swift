/// The ID of a stored object, stable until the object is deleted.
///
/// ```swift
/// let id = try store.write("Add a book") { $0.insert(book) }
/// try store.object(with: id, as: Book.self)
/// ```
public struct ObjectID: Hashable, Sendable, Comparable, Codable {
  /// The name of the object's entity.
  public let entityName: String
  /// The primary key of the object's row.
  public let rowID: Int64

  /// Creates the ID of the object with a primary key.
  public init(entityName: String, rowID: Int64) {
    self.entityName = entityName
    self.rowID = rowID
  }

  /// Hashes the primary key only, because large sets are nearly always of one entity.
  public func hash(into hasher: inout Hasher) { hasher.combine(rowID) }

  /// Orders by entity name, then by primary key.
  public static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.entityName, left.rowID) < (right.entityName, right.rowID)
  }
}

extension [ObjectID] {
  /// The primary keys of those that are of an entity.
  func rowIDs(of entity: EntityDescription) -> [Int64] {
    filter { $0.entityName == entity.name }.map(\.rowID)
  }
}

extension ObjectID {
  func check(_ entity: EntityDescription) throws {
    guard entityName == entity.name else {
      throw StoreError(
        .invalidRequest, "store.otherEntity",
        "\(entityName) \(rowID) is not an object of the entity '\(entity.name)'")
    }
  }
}
