/// A type that a fetch can return: the Swift type of an entity, or `Value`.
public protocol FetchResult: Sendable {
  /// Returns the decoder of an entity's rows; nil when the entity describes another type.
  static func rowDecoder(of entity: EntityDescription) -> RowDecoder<Self>?
}

/// Makes results from the rows of an entity.
public struct RowDecoder<Result: Sendable> {
  /// Makes a result from the primary key and the attributes of a row.
  let decode: (borrowing SQLiteStatement) throws -> Result
  /// Sets the to-many relationships of a result to their elements.
  let setElements: (inout Result, [[Value]], _ row: Int64) throws -> Void
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
      }, setElements: { try mapping.setElements($1, of: &$0, $2) })
  }
}

extension Value: FetchResult {
  /// Returns the decoder of an entity's rows as objects, nested by key path.
  public static func rowDecoder(of entity: EntityDescription) -> RowDecoder<Value>? {
    let attributes = entity.attributes.map { (keys: $0.keyPath.split(separator: "."), $0.type) }
    let lists = entity.toMany.map { $0.name.split(separator: ".") }
    return RowDecoder(
      decode: { row in
        var members: [String: Value] = [:]
        for (index, attribute) in attributes.enumerated() {
          members.set(row.value(index + 1, as: attribute.1), at: attribute.keys[...])
        }
        return .object(members)
      },
      setElements: { object, elements, _ in
        guard case .object(var members) = object else { return }
        for (keys, list) in zip(lists, elements) { members.set(.list(list), at: keys[...]) }
        object = .object(members)
      })
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
