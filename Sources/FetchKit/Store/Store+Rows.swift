internal import GRDB

extension Store {
  /// Hands over the values of some key paths, row by row, so that memory does not grow with their number.
  ///
  /// A key path through a to-many, such as `categories.name`, gives a list. What the cells point to must
  /// not be kept; `body` ends it by returning false.
  public func forEachRow<Element>(
    _ request: FetchRequest<Element>, of keyPaths: [String], _ body: ([RowCell]) throws -> Bool
  ) throws {
    try storing {
      try connection.readOnce { database in
        let entity = try self.entity(of: request.query)
        try RowStream(request.query, entity: entity, keyPaths: keyPaths, database).forEachRow(body)
      }
    }
  }

  /// Hands over values row by row like the other, elsewhere, until its task is cancelled.
  public func forEachRow<Element>(
    _ request: FetchRequest<Element>, of keyPaths: [String],
    _ body: @escaping @Sendable ([RowCell]) throws -> Bool
  ) async throws {
    try await storing {
      try await connection.readOnce { database in
        let entity = try self.entity(of: request.query)
        try RowStream(request.query, entity: entity, keyPaths: keyPaths, database).forEachRow(body)
      }
    }
  }
}
