internal import GRDB

extension Store {
  /// Writes many rows in one transaction, by the entity's identifier; what `body` throws leaves the store as it was.
  ///
  /// `name` is what the import is called when it is undone; `willCommit` is the last that may throw.
  public func importRows(
    _ name: String, into entity: EntityDescription, options: RowImportOptions = RowImportOptions(),
    willCommit: () throws -> Void = {}, _ body: (inout RowWriter) throws -> Void
  ) throws -> RowImportSummary {
    let summary = try storing {
      try connection.writer().writeWithoutTransaction { database in
        var summary = RowImportSummary()
        try database.inTransaction(.immediate) {
          try self.replacement.verify(database)
          guard try self.isFirst(options.onceKey, database) else { return .commit }
          let undo = UndoRecorder(name, self.model, database, self.undoLimits)
          summary = try self.write(entity, options, undo, database, body)
          if options.onceKey != nil { try undo.forget() }
          if summary.inserted + summary.updated + summary.deleted > 0 {
            try Metadata.set(options.metadata, database)
          }
          try willCommit()
          // Rows that were overwritten and came again as they had been leave the redo history alone.
          let isNeutral = summary.changed == 0 && undo.step != nil && options.onceKey == nil
          return options.isDryRun || isNeutral ? .rollback : .commit
        }
        return summary
      }
    }
    if !options.isDryRun { publishChanges() }
    return summary
  }

  /// Whether an import that happens once has not happened; from now on it has.
  private func isFirst(_ key: String?, _ database: Database) throws -> Bool {
    guard let key else { return true }
    let statement = try SQLiteStatement(
      database,
      """
      INSERT INTO fetchkit_metadata (key, value) VALUES (\(.string("client." + key)), 'done') \
      ON CONFLICT (key) DO NOTHING
      """)
    try statement.run()
    return statement.changes > 0
  }

  private func write(
    _ entity: EntityDescription, _ options: RowImportOptions, _ undo: UndoRecorder,
    _ database: Database,
    _ body: (inout RowWriter) throws -> Void
  ) throws -> RowImportSummary {
    let bulk = try BulkMode(entity, model: model, database)
    var log = ImportLog(entity, model, database)
    if bulk.wasEmpty { try log.pause() }
    var writer = try RowWriter(
      entity, database, undo, log, allowsUnrestorable: options.allowsUnrestorable)
    try body(&writer)
    try bulk.end()
    if options.replacesEverything { try writer.deleteOthers() }
    try writer.finish()
    try ChangeLog.trim(database)
    return writer.summary
  }
}

/// Keeps indexes out of the way while an empty table is filled.
private struct BulkMode {
  private let schema: Schema
  private let entity: EntityDescription
  private let database: Database
  let wasEmpty: Bool

  init(_ entity: EntityDescription, model: ManagedObjectModel, _ database: Database) throws {
    schema = Schema(model: model)
    self.entity = entity
    self.database = database
    wasEmpty =
      try Int.fetchOne(
        database, sql: "SELECT pk FROM \(SQLName.quoted(entity.table)) LIMIT 1") == nil
    guard wasEmpty else { return }
    try SchemaInstaller(schema: schema).dropPlainIndexes(of: entity, in: database)
  }

  func end() throws {
    guard wasEmpty else { return }
    for statement in schema.indexes(entity) { try database.execute(sql: statement) }
  }
}
