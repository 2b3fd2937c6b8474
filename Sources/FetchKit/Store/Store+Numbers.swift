internal import GRDB

extension Store {
  /// The numbers of some attributes of all objects of a request, in its order, fetched elsewhere.
  ///
  /// A hundred thousand rows cost two numbers and an identity each, instead of an object.
  /// Throws a `StoreError` for a key path that the entity does not have.
  public func numbers<Element>(_ request: FetchRequest<Element>, of keyPaths: [String]) async throws
    -> NumberTable
  {
    try await storing {
      try await database.read { try self.numbers(request.query, keyPaths, $0) }
    }
  }

  /// The objects of some identities, in their order, fetched elsewhere; those that are gone are left
  /// out.
  public func objects<Element: FetchableEntity>(with ids: [ObjectID], as type: Element.Type)
    async throws -> [Element]
  {
    try await objects(
      ids.map(\.rowID), of: FetchRequest<Element>(entity: Element.entity).query, as: type)
  }

  private func numbers(_ query: FetchQuery, _ keyPaths: [String], _ database: Database) throws
    -> NumberTable
  {
    let entity = try self.entity(of: query)
    let part = entity.reduced(to: keyPaths)
    let places = try keyPaths.map { keyPath in
      guard let place = part.attributeIndex(forKeyPath: keyPath) else {
        throw StoreError(.invalidRequest, "\(entity.name) has no attribute '\(keyPath)'")
      }
      return place + 1
    }
    let sql = try FetchStatement(query, entity: entity).objects(part)
    var table = NumberTable(entityName: entity.name, columns: keyPaths.count)
    try SQLiteStatement(database, sql).forEachRow { row in
      table.append(rowID: row.integer(0))
      for place in places { table.append(row.number(place)) }
    }
    return table
  }
}
