internal import GRDB

extension Store {
  /// Copies the rows of an entity from another file into this store, which has none, as one step.
  func importTables(of file: String, _ name: String, _ entity: EntityDescription) throws {
    try storing {
      try database.writeWithoutTransaction { database in
        try database.execute(sql: "ATTACH ? AS draft", arguments: [file])
        defer { try? database.execute(sql: "DETACH draft") }
        try database.inTransaction(.immediate) {
          guard try EmptyStore.isEmpty(database, self.model) else {
            throw StoreError(.locked, "another program wrote to the store meanwhile")
          }
          try self.copyTables(name, entity, database)
          return .commit
        }
      }
    }
    try publishChanges()
  }

  private func copyTables(
    _ name: String, _ entity: EntityDescription, _ database: Database
  ) throws {
    let installer = SchemaInstaller(schema: Schema(model: model))
    try installer.dropTriggers(of: entity, in: database)
    let columns = [(entity.table, ["pk"] + Schema.columns(entity).map(\.name))]
    let lists = entity.toMany.map { list in
      (list.table, ["owner", "position"] + Schema.columns(list).map(\.name))
    }
    for (table, names) in columns + lists {
      let list = names.map(SQLName.quoted).joined(separator: ", ")
      let quoted = SQLName.quoted(table)
      try database.execute(
        sql: "INSERT INTO \(quoted) (\(list)) SELECT \(list) FROM draft.\(quoted)")
    }
    for statement in installer.schema.triggers(entity) { try database.execute(sql: statement) }
    try noteStep(name, entity, database)
  }

  private func noteStep(_ name: String, _ entity: EntityDescription, _ database: Database) throws {
    let last = try Int64.fetchOne(
      database, sql: "SELECT MAX(pk) FROM \(SQLName.quoted(entity.table))")
    let count = try Int.fetchOne(
      database, sql: "SELECT COUNT(*) FROM \(SQLName.quoted(entity.table))")
    guard let last, last > 0 else { return }
    let undo = UndoRecorder(name, database, undoLimits)
    try undo.didInsert(1...last, entity)
    try undo.end(count: count)
    try ChangeLog.mark(entity, database)
  }
}
