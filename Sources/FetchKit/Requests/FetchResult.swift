/// What a fetch request can give: a value of an entity's Swift type, or a plain `Value`.
public protocol FetchResult: Sendable {
  /// Makes the result from a fetched row; nil when the entity describes another type.
  static func make(from row: FetchedRow, of entity: EntityDescription) -> Self?
}

/// A row as it was fetched.
public struct FetchedRow: Sendable {
  /// The primary key.
  public let rowID: Int64
  /// One value for each attribute of the entity, in its order.
  public let cells: [Value]
  /// The elements of each to-many of the entity, in its order.
  public let elements: [[Value]]
}

extension FetchableEntity {
  /// A value of the Swift type with the row's attributes; nil when the entity describes another type.
  public static func make(from row: FetchedRow, of entity: EntityDescription) -> Self? {
    guard let mapping = Self.entity.mapping(for: Self.self) else { return nil }
    var result = mapping.make(cells: row.cells, elements: row.elements)
    result.objectID = ObjectID(entityName: entity.name, rowID: row.rowID)
    return result
  }
}

extension Value: FetchResult {
  /// The object by key, nested as its key paths are.
  public static func make(from row: FetchedRow, of entity: EntityDescription) -> Value? {
    var members: [String: Value] = [:]
    for (attribute, cell) in zip(entity.attributes, row.cells) {
      members.set(cell, at: attribute.keyPath.split(separator: ".")[...])
    }
    for (toMany, elements) in zip(entity.toMany, row.elements) {
      members.set(.list(elements), at: toMany.name.split(separator: ".")[...])
    }
    return .object(members)
  }
}
