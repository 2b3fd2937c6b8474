internal import Collation
internal import GRDB

/// Brings the tables of a file up to the model.
struct SchemaInstaller {
  let schema: Schema
  /// What becomes of attributes that the model does not declare as they are stored.
  let migrations: [StoreMigration]
  private let fingerprint: String
  /// The attributes of the model, and the text that a store keeps of them.
  private let declared: (model: StoredModel, text: String)

  init(schema: Schema, migrations: [StoreMigration] = []) {
    self.schema = schema
    self.migrations = migrations
    fingerprint = schema.fingerprint
    let model = StoredModel(schema.model)
    declared = (model, model.text)
  }

  /// Creates and extends the schema of a store, and rejects files that are not stores or are newer.
  ///
  /// `store` runs the updates of the migrations.
  func install(
    in database: Database, evenIfCurrent: Bool = false, updating store: FetchStore? = nil
  ) throws {
    try checkFile(database)
    guard try evenIfCurrent || !isCurrent(database) else {
      return try ConnectionSetup.withoutTriggers(database) { try record(database) }
    }
    let plan = try plan(database)
    let new = plan.map(NewAttributes.init)
    let pairs = plan.map { NewPairs($0, schema.model) }
    let updates = store == nil ? [] : plan?.updates ?? []
    try ConnectionSetup.withoutTriggers(database) {
      if try DateUpgrade.isNeeded(database) {
        try DateUpgrade(stored: storedModel(database) ?? declared.model)
          .run(schema, database)
        // A program of an earlier version that has the store open must not write to it any more.
        try StoreStamp.install(nil, in: database)
      }
      try new?.keepStructures(schema.model, database)
      if let plan, !plan.isEmpty {
        try plan.run(database, schema)
        try Metadata.set(plan.migrated.text, "model", database)
      }
      try installAll(new, hasUpdates: !updates.isEmpty, in: database)
      try pairs?.complete(database)
    }
    try SchemaCheck(schema, database).checkTables(database) { true }
    if let store, !updates.isEmpty {
      for update in updates { try update.run(store, database) }
      try pairs?.complete(database)
      for entity in schema.model.entities { try createIndexes(of: entity, in: database) }
      try noteLayout(database)
    }
    try pairs?.check(database)
  }

  private func installAll(
    _ new: NewAttributes?, hasUpdates: Bool, in database: Database
  ) throws {
    for statement in Schema.ownTables { try database.execute(sql: statement) }
    let hasOldKeys = try !hasSortKeys(database)
    let hasOldDerivations = try !hasDerivations(database)
    for entity in schema.model.entities {
      try install(entity, hasUpdates: hasUpdates, in: database)
      try new?.fill(entity, database)
      if hasOldKeys { try entity.renewSortKeys(database) }
      if hasOldDerivations { try entity.renewDerivedColumns(database) }
      // Rows may have changed while a trigger was missing or outdated.
      try ChangeLog.mark(entity, database)
    }
    try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
    try database.execute(sql: "PRAGMA user_version = \(Schema.version)")
    try StoreStamp.install(in: database)
    try Metadata.set(fingerprint, "schema", database)
    try Metadata.set(naturalOrder, "naturalOrder", database)
    try Metadata.set(derivations, "derivations", database)
    if hasOldKeys || hasOldDerivations { try UndoApplier.noteOldDerivations(database) }
    try record(database)
    try noteLayout(database)
  }

  func isCurrent(_ database: Database) throws -> Bool {
    try isInstalled(database) && !needsMigration(database)
      && metadata("layout", database) == layout(database)
      && hasSortKeys(database) && hasDerivations(database)
  }

  /// Whether the derived columns are computed as the model says.
  private func hasDerivations(_ database: Database) throws -> Bool {
    try metadata("derivations", database) ?? "" == derivations
  }

  /// The derived attributes, each with its sources.
  private var derivations: String {
    schema.model.entities.flatMap { entity in
      entity.attributes.compactMap { attribute in
        attribute.derivation.map {
          "\(entity.name).\(attribute.keyPath): \($0.sources.joined(separator: ", "))"
        }
      }
    }.joined(separator: "\n")
  }

  /// Whether the natural-order keys are computed for the attributes that have them in the model.
  private func hasSortKeys(_ database: Database) throws -> Bool {
    try metadata("naturalOrder", database) == naturalOrder
  }

  /// The version of the order and the attributes with sort keys.
  private var naturalOrder: String {
    let attributes = schema.model.entities.flatMap { entity in
      entity.attributes.filter(\.hasNaturalOrder).map { "\(entity.name).\($0.keyPath)" }
    }
    return ([String(NaturalOrder.version)] + attributes).joined(separator: "\n")
  }

  /// Whether the tables are those of the model, according to the stored fingerprint.
  func isInstalled(_ database: Database) throws -> Bool {
    try metadata("schema", database) == fingerprint && !DateUpgrade.isNeeded(database)
  }

  /// Whether the store lists the attributes of the model and the migrations; one of an earlier version lists none.
  func isRecorded(_ database: Database) throws -> Bool {
    guard let text = try metadata("model", database), try newMigrations(database).isEmpty else {
      return false
    }
    if text == declared.text { return true }
    let stored = StoredModel(text: text)
    return stored.merging(schema.model) == stored
  }

  func needsMigration(_ database: Database) throws -> Bool {
    try plan(database).map { !$0.isEmpty } ?? false
  }

  /// What the migrations change; nil for a store that does not list its attributes.
  func plan(_ database: Database) throws -> MigrationPlan? {
    guard let stored = try storedModel(database) else { return nil }
    return MigrationPlan(stored, try newMigrations(database), schema.model)
  }

  private func newMigrations(_ database: Database) throws -> [StoreMigration] {
    guard !migrations.isEmpty else { return [] }
    var done = (try metadata("migrations", database) ?? "").split(separator: "\n").map(String.init)
    return migrations.filter { step in
      guard let index = done.firstIndex(of: step.line) else { return true }
      done.remove(at: index)
      return false
    }
  }

  private func storedModel(_ database: Database) throws -> StoredModel? {
    try metadata("model", database).map { text in
      text == declared.text ? declared.model : StoredModel(text: text)
    }
  }

  private func record(_ database: Database) throws {
    let stored = try storedModel(database) ?? declared.model
    try Metadata.set(stored.merging(schema.model).text, "model", database)
    let new = try newMigrations(database).map(\.line)
    guard !new.isEmpty else { return }
    let done = try metadata("migrations", database).map { [$0] } ?? []
    try Metadata.set((done + new).joined(separator: "\n"), "migrations", database)
  }

  private func metadata(_ key: String, _ database: Database) throws -> String? {
    try Metadata.exists(database) ? Metadata.text(key, database) : nil
  }

  func checkFile(_ database: Database) throws {
    let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    if application == Schema.applicationID {
      guard version <= Schema.version else {
        throw StoreError(
          .newerVersion, "store.newerVersion",
          "the store has format \(version), this program reads formats up to \(Schema.version): use the newer program that wrote it"
        )
      }
      if let stored = try storedModel(database), stored != declared.model,
        let plan = try plan(database)
      {
        try plan.migrated.check(schema.model)
        // The tables are checked after the migration.
        guard plan.isEmpty else { return }
      }
      return try SchemaCheck(schema, database)
        .checkTables(database) { try metadata("schema", database) == fingerprint }
    }
    let tables = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_schema") ?? 0
    guard tables == 0 else {
      throw StoreError(
        .cannotOpen, "store.otherProgram", "the file is an SQLite database of another program")
    }
  }

  private func install(
    _ entity: EntityDescription, hasUpdates: Bool, in database: Database
  ) throws {
    try dropTriggers(of: entity, in: database)
    try installTables(of: entity, in: database)
    try dropOldIndexes(of: entity, in: database)
    try dropFalseIndexes(in: database)
    try createIndexes(of: entity, isComplete: !hasUpdates, in: database)
    for statement in schema.triggers(entity) { try database.execute(sql: statement) }
    for view in schema.views(entity) {
      try database.execute(sql: "DROP VIEW IF EXISTS \(SQLName.quoted(view.name))")
      try database.execute(sql: view.sql)
    }
  }

  /// Creates the indexes; where that is not complete, leaves out those of constraints that objects break until the
  /// updates of a migration have run.
  private func createIndexes(
    of entity: EntityDescription, isComplete: Bool = true, in database: Database
  ) throws {
    for statement in schema.indexes(entity) {
      do {
        try database.execute(sql: statement)
      } catch let error as DatabaseError
        where !isComplete && error.resultCode == .SQLITE_CONSTRAINT
      {
        continue
      }
    }
  }

  /// Makes the tables, and forgets the hashes of rows that were imported without what is new: the next import
  /// compares these value by value.
  private func installTables(of entity: EntityDescription, in database: Database) throws {
    let before = try shape(of: entity, in: database)
    for table in schema.tables(of: entity) {
      try database.execute(sql: table.sql)
      try addMissing(table.columns, to: table.name, in: database)
    }
    guard entity.identifier != nil, try before != shape(of: entity, in: database) else { return }
    try database.execute(sql: "UPDATE \(SQLName.quoted(entity.table)) SET content_hash = NULL")
  }

  /// The number of columns of an entity's tables; 0 for one that does not exist.
  private func shape(of entity: EntityDescription, in database: Database) throws -> [Int] {
    try entity.tables.map { table in
      try Int.fetchOne(
        database, sql: "SELECT COUNT(*) FROM pragma_table_info(?)", arguments: [table]) ?? 0
    }
  }

  private func addMissing(_ columns: [Schema.Column], to table: String, in database: Database)
    throws
  {
    let present = Set(try database.columns(in: table).map { $0.name.lowercased() })
    for column in columns where !present.contains(column.name.lowercased()) {
      try database.execute(sql: "ALTER TABLE \(SQLName.quoted(table)) ADD COLUMN \(column.sql)")
    }
  }

  func dropTriggers(of entity: EntityDescription, in database: Database) throws {
    for table in entity.tables { try dropOwn(.trigger, of: table, in: database) }
  }

  /// Drops the triggers of all tables, also of entities that are no longer in the model: they may name columns of others.
  func dropAllTriggers(in database: Database) throws {
    let tables = try String.fetchAll(
      database, sql: "SELECT DISTINCT tbl_name FROM sqlite_schema WHERE type = 'trigger'")
    for table in tables { try dropOwn(.trigger, of: table, in: database) }
  }

  func dropOwn(_ kind: Kind, of table: String, in database: Database) throws {
    for name in try own(kind, of: table, in: database) {
      try database.execute(sql: "DROP \(kind.rawValue.uppercased()) \(SQLName.quoted(name))")
    }
  }

  private func dropOldIndexes(of entity: EntityDescription, in database: Database) throws {
    let names = Set(Schema.indexes(entity).map(\.name))
    for name in try own(.index, of: entity.table, in: database) where !names.contains(name) {
      try database.execute(sql: "DROP INDEX \(SQLName.quoted(name))")
    }
  }

  /// Drops indexes with a name of the model's but other columns.
  private func dropFalseIndexes(in database: Database) throws {
    for object in try SchemaCheck(schema, database).foreignObjects where object.kind == .index {
      try database.execute(sql: "DROP INDEX \(SQLName.quoted(object.name))")
    }
  }

  func dropIndexes(of entity: EntityDescription, in database: Database) throws {
    for index in Schema.indexes(entity) {
      try database.execute(sql: "DROP INDEX IF EXISTS \(SQLName.quoted(index.name))")
    }
  }

  enum Kind: String {
    case index, trigger
  }

  /// The indexes or triggers of a table that FetchKit created: their statements are in the store's metadata.
  private func own(_ kind: Kind, of table: String, in database: Database) throws -> [String] {
    let made = fingerprint + (try metadata("schema", database) ?? "")
    let present = try String.fetchAll(
      database,
      sql: "SELECT name FROM sqlite_schema WHERE type = ? AND tbl_name = ? AND sql IS NOT NULL",
      arguments: [kind.rawValue, table])
    return present.filter {
      made.contains("\(kind.rawValue.uppercased()) IF NOT EXISTS \(SQLName.quoted($0)) ")
    }
  }
}

// MARK: - Changes by other programs

extension SchemaInstaller {
  /// A fingerprint of the entities' tables: their root pages, indexes and triggers.
  ///
  /// It changes when another program rebuilds a table or drops a trigger, after which rows may have changed without
  /// an entry in the change log. It also changes with `VACUUM`, which costs an unnecessary reload.
  private func layout(_ database: Database) throws -> String {
    let tables = schema.model.entities.flatMap(\.tables).map { SQLFragment.value(.string($0)) }
    var parts = ""
    try SQLiteStatement(
      database,
      """
      SELECT type, name, CASE type WHEN 'table' THEN rootpage WHEN 'trigger' THEN sql END \
      FROM sqlite_schema WHERE tbl_name COLLATE NOCASE IN (\(tables.joined(separator: ", "))) \
      ORDER BY type, name
      """
    ).forEachRow { parts += "\($0.text(0))\t\($0.text(1))\t\($0.text(2))\n" }
    return ContentHash.text(of: parts)
  }

  func noteLayout(_ database: Database) throws {
    try Metadata.set(layout(database), "layout", database)
  }
}
