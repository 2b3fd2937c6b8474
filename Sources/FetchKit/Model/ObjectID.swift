/// The identity of a stored object: stable while the object lives, whatever its attributes become.
public struct ObjectID: Hashable, Sendable, Comparable {
  /// The entity the object belongs to.
  public let entityName: String
  /// The primary key of its row.
  public let rowID: Int64

  /// Names the object with primary key `rowID` in the table of an entity.
  public init(entityName: String, rowID: Int64) {
    self.entityName = entityName
    self.rowID = rowID
  }

  /// Hashes the key alone: sets of a million identities are nearly always of one entity.
  public func hash(into hasher: inout Hasher) { hasher.combine(rowID) }

  /// By entity name, then by primary key.
  public static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.entityName, left.rowID) < (right.entityName, right.rowID)
  }
}
