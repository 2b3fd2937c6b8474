internal import GRDB

/// The steps that apply to a store.
struct MigrationPlan {
  /// The name that an attribute had before, and the conversions of its values so far.
  private typealias Origin = (name: String, conversion: StoreMigration.Conversion?)

  /// A step with what the store has.
  struct Change {
    let entity: EntityDescription
    let keyPath: String
    let stored: StoredModel.Attribute
    /// The attribute of the model that receives the values; nil for one that is removed.
    let target: AttributeDescription?
    let conversion: StoreMigration.Conversion?
  }

  private(set) var changes: [Change] = []
  private(set) var listRenamings: [ListRenaming] = []
  private(set) var updates: [MigrationUpdate] = []
  /// Whether tables stay as they are.
  var keepsTables: Bool { changes.isEmpty && listRenamings.isEmpty }
  var isEmpty: Bool { keepsTables && updates.isEmpty }
  /// The attributes of the store before the migration.
  let stored: StoredModel
  /// The attributes of the store after the migration.
  private(set) var migrated: StoredModel

  init(_ stored: StoredModel, _ migrations: [StoreMigration], _ model: ManagedObjectModel) {
    self.stored = stored
    migrated = stored
    /// The names that attributes had before, by entity and current name.
    var origins: [StoredModel.Key: Origin] = [:]
    for step in migrations {
      let key = StoredModel.Key(entity: step.entity, list: "", keyPath: step.keyPath)
      guard let entity = model.entity(named: step.entity) else { continue }
      let origin = origins[key] ?? (step.keyPath, nil)
      switch step.kind {
      case .rename(let name):
        let new = StoredModel.Key(entity: step.entity, list: "", keyPath: name)
        guard migrated.rename(key, to: new) else { continue }
        (origins[key], origins[new]) = (nil, origin)
      case .convert(let convert):
        guard migrated[key] != nil else { continue }
        let earlier = origin.conversion
        origins[key] = (origin.name, { try convert(earlier?($0) ?? $0) })
      case .remove: remove(key, origin.name, entity)
      case .update(let update):
        updates.append(
          MigrationUpdate(
            entity: entity, name: step.keyPath, number: updates.count,
            attributes: migrated.attributes(of: entity.name).map {
              ($0.keyPath, $1, origins[$0]?.conversion)
            },
            lists: lists(of: entity), update: update))
      }
    }
    for (key, origin) in origins.sorted(by: { $0.key.keyPath < $1.key.keyPath }) {
      addRenaming(ofList: key, origin.name, model)
      guard let stored = migrated[key], let entity = model.entity(named: key.entity),
        let target = entity.attribute(forKeyPath: key.keyPath), let column = target.column,
        origin.conversion != nil || (origin.name, stored.column) != (key.keyPath, column)
      else { continue }
      changes.append(
        Change(
          entity: entity, keyPath: origin.name, stored: stored, target: target,
          conversion: origin.conversion))
      migrated[key] = StoredModel.Attribute(
        table: stored.table, column: column,
        type: origin.conversion == nil ? stored.type : target.storedType,
        isOptional: origin.conversion == nil ? stored.isOptional : target.isOptional)
    }
    for entity in model.entities { removeMarkers(of: entity) }
  }

  /// What an update that follows gets of the to-many relationships of an entity.
  private func lists(of entity: EntityDescription) -> [ListCopy] {
    migrated.lists(of: entity.name).enumerated().map { index, name in
      let attributes = migrated.keys(ofList: name, of: entity.name).compactMap { key in
        migrated[key].map { (keyPath: key.keyPath, stored: $0) }
      }
      return ListCopy(
        name: name, attributes: attributes, table: "fetchkit_before_\(updates.count)_\(index)")
    }
  }

  /// Adds the renaming of a to-many relationship with a table; nothing for an attribute.
  private mutating func addRenaming(
    ofList key: StoredModel.Key, _ oldName: String, _ model: ManagedObjectModel
  ) {
    let elements = migrated.keys(ofList: key.keyPath, of: key.entity)
    guard let oldTable = elements.first.flatMap({ migrated[$0]?.table }),
      let entity = model.entity(named: key.entity),
      let target = entity.toMany.first(where: { $0.name == key.keyPath })
    else { return }
    listRenamings.append(
      ListRenaming(entity: entity, oldName: oldName, oldTable: oldTable, target: target))
    for element in elements { migrated[element]?.table = target.table }
  }

  /// Removes the attributes that told whether structures are there, which have required attributes now.
  private mutating func removeMarkers(of entity: EntityDescription) {
    let structures = Set(entity.attributes.compactMap(\.structure?.keyPath))
    for keyPath in structures.map({ "\($0).isPresent" }).sorted()
    where entity.attribute(forKeyPath: keyPath) == nil {
      remove(StoredModel.Key(entity: entity.name, list: "", keyPath: keyPath), keyPath, entity)
    }
  }

  private mutating func remove(
    _ key: StoredModel.Key, _ name: String, _ entity: EntityDescription
  ) {
    let elements = migrated.keys(ofList: key.keyPath, of: key.entity)
    guard let stored = migrated[key] ?? elements.first.flatMap({ migrated[$0] }) else { return }
    changes.append(
      Change(entity: entity, keyPath: name, stored: stored, target: nil, conversion: nil))
    for removed in [key] + elements { migrated[removed] = nil }
  }
}

extension MigrationPlan.Change: CustomStringConvertible {
  var description: String {
    guard let target else { return "remove '\(keyPath)' of '\(entity.name)'" }
    let renaming =
      target.keyPath == keyPath
      ? "" : "rename '\(keyPath)' of '\(entity.name)' to '\(target.keyPath)'"
    guard conversion != nil else {
      return renaming.isEmpty
        ? "move '\(keyPath)' of '\(entity.name)' to the column '\(target.column ?? "")'" : renaming
    }
    let type = (target.isOptional ? "optional " : "") + target.storedType
    let conversion =
      "convert '\(target.keyPath)' of '\(entity.name)' from \(stored.typeDescription) to \(type)"
    return renaming.isEmpty ? conversion : "\(renaming), \(conversion)"
  }
}

// MARK: - In the database

extension MigrationPlan {
  /// Changes the tables; those of the undo history, whose values have the old form, are dropped.
  func run(_ database: Database, _ schema: Schema) throws {
    for update in updates { try update.keepStored(database) }
    guard !keepsTables else { return }
    let installer = SchemaInstaller(schema: schema)
    try installer.dropAllTriggers(in: database)
    for entity in schema.model.entities { try dropDependents(of: entity, installer, database) }
    try database.execute(
      sql: """
        DELETE FROM fetchkit_step; DELETE FROM fetchkit_undo_range; \
        DROP TABLE IF EXISTS fetchkit_undo_batch
        """)
    // An attribute may get the column of another one, and a list the table of another one.
    for change in changes { try change.setAside(database) }
    for list in listRenamings { try list.setAside(database) }
    for change in changes { try change.run(database) }
    for list in listRenamings { try list.run(database) }
  }

  /// Drops what FetchKit created for the tables; SQLite adapts the indexes and triggers of others, or refuses.
  private func dropDependents(
    of entity: EntityDescription, _ installer: SchemaInstaller, _ database: Database
  ) throws {
    let removed = changes.filter { $0.target == nil }.map(\.stored.table)
    for table in Set(entity.tables + removed + listRenamings.map(\.oldTable)) {
      try installer.dropOwn(.index, of: table, in: database)
      try database.execute(
        sql: """
          DROP VIEW IF EXISTS \(SQLName.quoted(table + "_flat"));
          DROP TABLE IF EXISTS \(SQLName.quoted(UndoSchema.name(table)))
          """)
    }
  }
}

extension MigrationPlan.Change {
  private var table: String { SQLName.quoted(stored.table) }

  /// The column while those of the model are not complete.
  private var oldColumn: String { "fetchkit_old_" + stored.column }

  fileprivate func setAside(_ database: Database) throws {
    if target != nil { try rename(stored.column, to: oldColumn, database) }
  }

  fileprivate func run(_ database: Database) throws {
    guard let target, let column = target.column else { return try remove(database) }
    if conversion == nil { return try rename(oldColumn, to: column, database) }
    for column in Schema.columns(of: target) {
      try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(column.sql)")
    }
    try convert(from: oldColumn, to: target, column, database)
    try drop(oldColumn, database)
  }

  private func remove(_ database: Database) throws {
    if stored.table != entity.table {
      return try database.execute(sql: "DROP TABLE \(table)")
    }
    try drop(stored.column, database)
  }

  private func drop(_ column: String, _ database: Database) throws {
    for name in try existing(column, database) {
      try database.execute(sql: "ALTER TABLE \(table) DROP COLUMN \(SQLName.quoted(name))")
    }
  }

  private func rename(_ old: String, to new: String, _ database: Database) throws {
    for name in try existing(old, database) {
      try database.execute(
        sql: """
          ALTER TABLE \(table) RENAME COLUMN \(SQLName.quoted(name)) \
          TO \(SQLName.quoted(new + name.dropFirst(old.count)))
          """)
    }
  }

  /// A column and, if there is one, that of its natural order.
  private func existing(_ column: String, _ database: Database) throws -> [String] {
    let columns = Set(try database.columns(in: stored.table).map(\.name))
    return [column, column + "_order"].filter {
      columns.contains($0)
        && ($0 == column || !entity.attributes.contains { $0.column == column + "_order" })
    }
  }

  private func convert(
    from old: String, to target: AttributeDescription, _ column: String, _ database: Database
  ) throws {
    let update = try SQLiteStatement(
      database, sql: "UPDATE \(table) SET \(SQLName.quoted(column)) = ? WHERE pk = ?",
      isReused: false)
    let rows = try SQLiteStatement(
      database, sql: "SELECT pk, \(SQLName.quoted(old)) FROM \(table)", isReused: false)
    try rows.forEachRow { row in
      let value = try conversion?(stored.value(of: row, 1)) ?? .null
      guard let converted = value.stored(as: target), target.isOptional || !converted.isNull else {
        throw StoreError(
          .constraint, "store.conversion",
          "the migration gives '\(target.keyPath)' of \(entity.name) \(row.integer(0)) no value of the type \(target.storedType)"
        )
      }
      try target.check(converted, of: entity.name)
      update.bind(converted, at: 1)
      update.bind(row.integer(0), at: 2)
      try update.run()
    }
    try checkRelated(target, column, database)
    if entity.identifier != nil {
      // An import compares the converted values.
      try database.execute(sql: "UPDATE \(table) SET content_hash = NULL")
    }
    guard let order = target.orderColumn else { return }
    try database.run("UPDATE \(sql: table) SET \(name: order) = fetchkit_natural(\(name: column))")
  }

  /// Throws if a conversion relates an object to one that is not stored.
  private func checkRelated(
    _ target: AttributeDescription, _ column: String, _ database: Database
  ) throws {
    guard let destination = target.relationship?.destination else { return }
    let isStored: SQLFragment =
      try database.tableExists(destination.table)
      ? "\(name: column) IN (SELECT pk FROM \(name: destination.table))" : "0"
    let missing = try database.integers(
      "SELECT \(name: column) FROM \(sql: table) WHERE \(name: column) IS NOT NULL AND NOT \(isStored) LIMIT 1"
    )
    if let id = missing.first { throw StoreError.rowGone(id, destination) }
  }
}
