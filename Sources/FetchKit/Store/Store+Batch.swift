internal import GRDB

extension Store {
  /// Changes many objects with one statement; results controllers see it.
  @discardableResult
  public func perform(_ request: BatchUpdateRequest) throws -> BatchResult {
    let result = try storing { try database.write { try self.update(request, $0) } }
    try publishChanges()
    return result
  }

  /// Deletes many objects with one statement; results controllers see it.
  @discardableResult
  public func perform(_ request: BatchDeleteRequest) throws -> BatchResult {
    let result = try storing { try database.write { try self.delete(request, $0) } }
    try publishChanges()
    return result
  }

  private func update(_ request: BatchUpdateRequest, _ database: Database) throws -> BatchResult {
    let statements = BatchStatement(entity: request.entity)
    let matched = try number(statements.count(request.predicate), database)
    guard !request.propertiesToUpdate.isEmpty else {
      return BatchResult(matched: matched, changed: 0)
    }
    let keyPaths = Set(request.propertiesToUpdate.keys)
    let update = try SQLiteStatement(
      database, statements.update(request.propertiesToUpdate, request.predicate))
    try update.run()
    let changed = update.changes
    for derive in try statements.derive(from: keyPaths) {
      try SQLiteStatement(database, derive).run()
    }
    try ChangeLog.trim(database)
    return BatchResult(matched: matched, changed: changed)
  }

  private func delete(_ request: BatchDeleteRequest, _ database: Database) throws -> BatchResult {
    let statement = try SQLiteStatement(
      database, BatchStatement(entity: request.entity).delete(request.predicate))
    try statement.run()
    let changed = statement.changes
    try ChangeLog.trim(database)
    return BatchResult(matched: changed, changed: changed)
  }

  private func number(_ sql: SQLFragment, _ database: Database) throws -> Int {
    let statement = try SQLiteStatement(database, sql)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(0)) : 0
  }
}
