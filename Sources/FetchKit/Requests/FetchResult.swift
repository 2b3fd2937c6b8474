/// A type that a fetch can return: the Swift type of an entity, or `FetchValue`.
public protocol FetchResult: Sendable {
  /// Returns the decoder of an entity's rows; nil when the entity describes another type.
  static func rowDecoder(of entity: EntityDescription) -> RowDecoder<Self>?
}

/// Makes results from the rows of an entity.
public struct RowDecoder<Result: Sendable> {
  /// Makes a result from the primary key and the attributes of a row.
  let decode: (borrowing SQLiteStatement) throws -> Result
  /// Sets the to-many relationships of a result to their elements.
  let setElements: (inout Result, [[FetchValue]], _ row: Int64) throws -> Void
  /// Sets the related objects of some results.
  let prefetch: (inout [Result], Range<Int>, RelatedObjects) throws -> Void
}

extension FetchableEntity {
  /// Returns the decoder of an entity's rows; nil when the entity describes another type.
  public static func rowDecoder(of entity: EntityDescription) -> RowDecoder<Self>? {
    guard let mapping = Self.entity.mapping(for: Self.self) else { return nil }
    let name = entity.name
    return RowDecoder(
      decode: { row in
        var result = try mapping.make(from: row)
        result.objectID = ObjectID(entityName: name, rowID: row.integer(0))
        return result
      },
      setElements: { try mapping.setElements($1, of: &$0, $2) },
      prefetch: { try mapping.prefetch($2.relationship.name, of: &$0, $1, $2) })
  }
}

extension FetchValue: FetchResult {
  /// Returns the decoder of an entity's rows as objects, nested by key path.
  public static func rowDecoder(of entity: EntityDescription) -> RowDecoder<FetchValue>? {
    let attributes = entity.attributes.map { (keys: $0.keyPath.split(separator: "."), $0) }
    let structures = entity.attributes.structures.compactMap { structure in
      entity.attributeIndex(forKeyPath: structure.marker).map {
        (keys: structure.keyPath.split(separator: "."), marker: $0)
      }
    }
    let lists =
      entity.toMany.map { (keys: $0.name.split(separator: "."), $0.relationship) }
      + entity.inverses.map { (keys: $0.name.split(separator: "."), $0) }
    return RowDecoder(
      decode: { row in
        var members: [String: FetchValue] = [:]
        for (index, attribute) in attributes.enumerated() {
          let value = row.value(index + 1, as: attribute.1.type)
          members.set(value.identified(by: attribute.1.relationship), at: attribute.keys[...])
        }
        for structure in structures where row.isNull(structure.marker + 1) {
          members.set(.null, at: structure.keys[...])
        }
        return .object(members)
      },
      setElements: { object, elements, _ in
        guard case .object(var members) = object else { return }
        for (list, elements) in zip(lists, elements) {
          members.set(.list(elements.map { $0.identified(by: list.1) }), at: list.keys[...])
        }
        object = .object(members)
      },
      prefetch: { objects, range, related in
        let path = related.relationship.name.split(separator: ".")[...]
        let values = objects[range].map { $0.value(forKeyPath: related.relationship.name) ?? .null }
        let ids = values.flatMap { $0.listValue ?? [$0] }.compactMap(\.objectID?.rowID)
        let found = try related.objects(
          Set(ids), of: related.relationship.destination, as: FetchValue.self)
        for (index, value) in zip(range, values) {
          guard case .object(var members) = objects[index] else { continue }
          members.set(value.replacing(with: found), at: path)
          objects[index] = .object(members)
        }
      })
  }

  /// The primary key in a column as the object that it identifies in an entity; otherwise the value itself.
  func identified(in entityName: String?) -> FetchValue {
    guard let entityName, case .integer(let rowID) = self else { return self }
    return FetchValue(ObjectID(entityName: entityName, rowID: rowID))
  }

  private func identified(by relationship: RelationshipDescription?) -> FetchValue {
    identified(in: relationship?.destination.name)
  }

  /// Returns the value with its object IDs replaced by objects.
  private func replacing(with objects: [Int64: FetchValue]) -> FetchValue {
    if case .list(let elements) = self {
      return .list(elements.map { $0.replacing(with: objects) })
    }
    guard let id = objectID, case .object(let members)? = objects[id.rowID] else { return self }
    return .object(id, members)
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
}
