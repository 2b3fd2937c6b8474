/// A type that a fetch can return: the Swift type of an entity, or `Value`.
public protocol FetchResult: Sendable {
  /// Returns the result for a fetched row; nil when the entity describes another type.
  static func make(from row: FetchedRow, of entity: EntityDescription) -> Self?
}

/// A fetched row.
public struct FetchedRow: Sendable {
  /// The primary key.
  public let rowID: Int64
  /// The values of the entity's attributes, in their order.
  public let cells: [Value]
  /// The elements of the entity's to-many relationships, in their order.
  public let elements: [[Value]]
}

extension FetchableEntity {
  /// Returns a value with the row's attributes; nil when the entity describes another type.
  public static func make(from row: FetchedRow, of entity: EntityDescription) -> Self? {
    guard let mapping = Self.entity.mapping(for: Self.self) else { return nil }
    var result = mapping.make(cells: row.cells, elements: row.elements)
    result.objectID = ObjectID(entityName: entity.name, rowID: row.rowID)
    return result
  }
}

extension Value: FetchResult {
  /// Returns the row as an object, nested by key path.
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

/// The progress of an asynchronous fetch.
public struct FetchProgress: Hashable, Sendable {
  /// The number of objects fetched so far.
  public let completed: Int
  /// The number of objects to fetch.
  public let total: Int

  package init(completed: Int, total: Int) {
    self.completed = completed
    self.total = total
  }

  /// The completed fraction, from 0 to 1.
  public var fraction: Double { total == 0 ? 1 : Double(completed) / Double(total) }
}
