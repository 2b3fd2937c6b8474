/// The tables, indexes and triggers of a store, as SQL.
struct Schema {
  let model: ManagedObjectModel

  /// The version of the format: before 2, dates were stored as seconds since 1970.
  static let version = 2
  /// `FtKt`, the `PRAGMA application_id` of a store.
  static let applicationID = 0x4674_4B74

  static let ownTables = [
    """
    CREATE TABLE IF NOT EXISTS fetchkit_metadata (
      key TEXT PRIMARY KEY NOT NULL, value) WITHOUT ROWID
    """,
    """
    CREATE TABLE IF NOT EXISTS fetchkit_change (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, entity TEXT NOT NULL, object INTEGER,
      operation TEXT NOT NULL)
    """,
    UndoSchema.stepTable,
    UndoSchema.rangeTable,
    UndoSchema.batchTable,
    """
    CREATE TABLE IF NOT EXISTS fetchkit_list (
      name TEXT PRIMARY KEY NOT NULL, fingerprint TEXT NOT NULL, sequence INTEGER NOT NULL,
      ids BLOB NOT NULL, sections BLOB NOT NULL)
    """,
  ]

  /// A text that differs whenever the schema does.
  var fingerprint: String {
    Schema.ownTables.joined(separator: "\n")
      + model.entities.map { entity in
        ([entity.name, createTable(entity)] + indexes(entity) + triggers(entity)
          + entity.toMany.map(createTable) + views(entity).map(\.sql)).joined(separator: "\n")
      }.joined(separator: "\n")
  }
}

// MARK: - Tables

extension Schema {
  struct Column {
    let name: String
    let definition: String

    var sql: String { "\(SQLName.quoted(name)) \(definition)" }

    /// The column without a type, which stores values unchanged.
    var untyped: Column { Column(name: name, definition: "") }
  }

  struct Table {
    let name: String
    let sql: String
    let columns: [Column]
  }

  /// The tables of an entity, of its lists, and of their undo history.
  func tables(of entity: EntityDescription) -> [Table] {
    func tables(_ name: String, _ sql: String, _ undo: String, _ columns: [Column]) -> [Table] {
      [
        Table(name: name, sql: sql, columns: columns),
        Table(name: UndoSchema.name(name), sql: undo, columns: columns.map(\.untyped)),
      ]
    }
    let undo = UndoSchema(entity: entity)
    return tables(entity.table, createTable(entity), undo.createTable(), Self.columns(entity))
      + entity.toMany.flatMap {
        tables($0.table, createTable($0), undo.createTable($0), Self.columns($0))
      }
  }

  func createTable(_ entity: EntityDescription) -> String {
    let columns =
      [Column(name: "pk", definition: "INTEGER PRIMARY KEY AUTOINCREMENT")] + Self.columns(entity)
    return """
      CREATE TABLE IF NOT EXISTS \(SQLName.quoted(entity.table)) (
        \(columns.map(\.sql).joined(separator: ",\n  ")))
      """
  }

  func createTable(_ toMany: ToManyDescription) -> String {
    """
    CREATE TABLE IF NOT EXISTS \(SQLName.quoted(toMany.table)) (
      owner INTEGER NOT NULL,
      position INTEGER NOT NULL,
      \(Self.columns(toMany).map(\.sql).joined(separator: ",\n  ")),
      PRIMARY KEY (owner, position)) WITHOUT ROWID
    """
  }

  /// Returns the columns of the attributes and the store's own.
  static func columns(_ entity: EntityDescription) -> [Column] {
    let own = entity.attributes.flatMap(columns(of:))
    // Statements list at least one column.
    if own.isEmpty { return [Column(name: "fetchkit_none", definition: "INTEGER")] }
    return entity.identifier == nil
      ? own : own + [Column(name: "content_hash", definition: "INTEGER")]
  }

  static func columns(_ toMany: ToManyDescription) -> [Column] {
    toMany.attributes.flatMap(columns(of:))
  }

  static func columns(of attribute: AttributeDescription) -> [Column] {
    guard let name = attribute.column else { return [] }
    let type = attribute.type.storage.rawValue
    let rule = attribute.isOptional ? "" : " NOT NULL DEFAULT \(literal(attribute))"
    let column = Column(name: name, definition: type + rule)
    guard let order = attribute.orderColumn else { return [column] }
    return [column, Column(name: order, definition: "TEXT")]
  }

  /// The default of a required attribute, also for existing rows when the column is new.
  private static func literal(_ attribute: AttributeDescription) -> String {
    switch attribute.defaultValue {
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number): String(number)
    case .double(let number): SQLName.literal(number)
    case .string(let text): SQLName.literal(text)
    case .null, .date, .data, .list, .object: attribute.type == .string ? "''" : "0"
    }
  }
}

// MARK: - Indexes

extension Schema {
  /// An index; names are not quoted.
  struct Index {
    let name: String
    let table: String
    let columns: [String]
    let isUnique: Bool
  }

  /// The columns of the identifier and of each uniqueness constraint.
  static func uniqueKeys(_ entity: EntityDescription) -> [[String]] {
    let keys = ([entity.identifier.map { [$0] }].compactMap(\.self) + entity.uniquenessConstraints)
      .map { keyPaths in keyPaths.compactMap { entity.attribute(forKeyPath: $0)?.column } }
    var known: Set<[String]> = []
    return keys.filter { !$0.isEmpty && known.insert($0).inserted }
  }

  static func indexes(_ entity: EntityDescription) -> [Index] {
    let unique = uniqueKeys(entity).map { index(on: $0, ofTable: entity.table, isUnique: true) }
    let others = entity.indexes.map { keyPaths in
      let columns = keyPaths.compactMap { keyPath in
        entity.attribute(forKeyPath: keyPath).flatMap { $0.orderColumn ?? $0.column }
      }
      return index(on: columns, ofTable: entity.table, isUnique: false)
    }
    var names = Set(unique.map(\.name))
    return unique + (others + foreignKeys(entity)).filter { names.insert($0.name).inserted }
  }

  /// The indexes that find the objects that are related to an object.
  private static func foreignKeys(_ entity: EntityDescription) -> [Index] {
    entity.relationships.compactMap { relationship in
      guard !relationship.isInverse, let storage = relationship.storage(in: entity) else {
        return nil
      }
      return index(on: [storage.target], ofTable: storage.table, isUnique: false)
    }
  }

  private static func index(on columns: [String], ofTable table: String, isUnique: Bool) -> Index {
    Index(
      name: "\(table)_by_\(columns.joined(separator: "_and_"))", table: table, columns: columns,
      isUnique: isUnique)
  }

  func indexes(_ entity: EntityDescription) -> [String] {
    Self.indexes(entity).map { index in
      let list = index.columns.map(SQLName.quoted).joined(separator: ", ")
      return """
        CREATE \(index.isUnique ? "UNIQUE INDEX" : "INDEX") IF NOT EXISTS \
        \(SQLName.quoted(index.name)) ON \(SQLName.quoted(index.table)) (\(list))
        """
    }
  }
}

// MARK: - Triggers

extension Schema {
  /// Returns the triggers that write the change log, also for changes by other programs.
  func triggers(_ entity: EntityDescription) -> [String] {
    let table = entity.table
    let own = logTriggers(of: table) { operation, row in
      [log(entity, "\(row).pk", operation)]
        + (operation == "delete" ? entity.toMany.map(deleteElements) + nullify(entity) : [])
    }
    return own + replaceTriggers(entity) + entity.toMany.flatMap { triggers($0, of: entity) }
      + [staleHashTrigger(entity)].compactMap(\.self)
      + entity.relationships.flatMap {
        inverseTriggers($0, of: entity)
      }
  }

  /// Triggers for rows that disappear without a delete trigger: SQLite fires none for a row that `OR REPLACE`
  /// removes (see sqlite.org/lang_conflict.html), nor for the old primary key of a row.
  ///
  /// They log an update, because the row may also stay, depending on how the conflict is resolved.
  private func replaceTriggers(_ entity: EntityDescription) -> [String] {
    let table = SQLName.quoted(entity.table)
    let keys = Self.uniqueKeys(entity).map { $0.map(SQLName.quoted) }
    let entry = "INSERT INTO fetchkit_change (entity, object, operation)"
    let name = SQLName.literal(entity.name)
    let rivals = keys.map { columns in
      "FROM \(table) WHERE \(columns.map { "\($0) = NEW.\($0)" }.joined(separator: " AND "))"
    }
    let changes = keys.flatMap(\.self).map { "NEW.\($0) IS NOT OLD.\($0)" }
    let replacing = trigger(
      named: "\(entity.table)_replace_log", "BEFORE INSERT", on: entity.table,
      when: rivals.map { "EXISTS (SELECT 1 \($0))" }.joined(separator: " OR "),
      rivals.map { "\(entry) SELECT \(name), pk, 'update' \($0)" })
    let rekeying = trigger(
      named: "\(entity.table)_rekey_log", "BEFORE UPDATE", on: entity.table,
      when: (["NEW.pk <> OLD.pk"] + changes).joined(separator: " OR "),
      ["\(entry) SELECT \(name), OLD.pk, 'update' WHERE NEW.pk <> OLD.pk"]
        + rivals.map { "\(entry) SELECT \(name), pk, 'update' \($0) AND pk <> OLD.pk" })
    return keys.isEmpty ? [rekeying] : [replacing, rekeying]
  }

  /// The triggers of a relationship; a change of an element is an update of its owner.
  private func triggers(_ toMany: ToManyDescription, of entity: EntityDescription) -> [String] {
    logTriggers(of: toMany.table) { _, row in [log(entity, "\(row).owner", "update")] }
  }

  /// The triggers that run statements after each operation on a row of a table.
  private func logTriggers(
    of table: String, _ statements: (_ operation: String, _ row: String) -> [String]
  ) -> [String] {
    [("insert", "NEW"), ("update", "NEW"), ("delete", "OLD")].map { operation, row in
      trigger(
        named: "\(table)_\(operation)_log", "AFTER \(operation.uppercased())", on: table,
        statements(operation, row))
    }
  }

  private func log(_ entity: EntityDescription, _ object: String, _ operation: String) -> String {
    "INSERT INTO fetchkit_change (entity, object, operation) VALUES (\(SQLName.literal(entity.name)), \(object), '\(operation)')"
  }

  private func deleteElements(_ toMany: ToManyDescription) -> String {
    "DELETE FROM \(SQLName.quoted(toMany.table)) WHERE owner = OLD.pk"
  }

  /// Removes the references to a deleted row, also to one that another program deletes.
  private func nullify(_ entity: EntityDescription) -> [String] {
    model.references(to: entity).map { reference in
      let storage = reference.storage
      let (table, target) = (SQLName.quoted(storage.table), SQLName.quoted(storage.target))
      return reference.relationship.isToMany
        ? "DELETE FROM \(table) WHERE \(target) = OLD.pk"
        : "UPDATE \(table) SET \(target) = NULL WHERE \(target) = OLD.pk"
    }
  }

  /// The triggers of a relationship with an inverse; a change of it is an update of the related objects.
  private func inverseTriggers(
    _ relationship: RelationshipDescription, of entity: EntityDescription
  ) -> [String] {
    guard !relationship.isInverse, relationship.inverse != nil,
      let storage = relationship.storage(in: entity)
    else { return [] }
    let target = SQLName.quoted(storage.target)
    let destination = relationship.destination
    func log(_ rows: [String]) -> [String] {
      rows.map {
        "INSERT INTO fetchkit_change (entity, object, operation) SELECT \(SQLName.literal(destination.name)), \($0).\(target), 'update' WHERE \($0).\(target) IS NOT NULL"
      }
    }
    return [("insert", ["NEW"]), ("update", ["OLD", "NEW"]), ("delete", ["OLD"])].map {
      operation, rows in
      trigger(
        named: "\(storage.table)_by_\(storage.target)_\(operation)_log",
        "AFTER \(operation.uppercased())", on: storage.table,
        when: operation == "update" ? "NEW.\(target) IS NOT OLD.\(target)" : nil, log(rows))
    }
  }

  /// The trigger that clears the import hash of an edited row, so that the next import writes it again.
  private func staleHashTrigger(_ entity: EntityDescription) -> String? {
    guard entity.identifier != nil else { return nil }
    let columns = entity.attributes.filter {
      !entity.keptByImports.contains($0.keyPath) && $0.derivation == nil
    }
    .compactMap(\.column).map(SQLName.quoted).joined(separator: ", ")
    let table = SQLName.quoted(entity.table)
    return """
      CREATE TRIGGER IF NOT EXISTS \(SQLName.quoted("\(entity.table)_stale_hash")) AFTER UPDATE OF \(columns) ON \(table)
      WHEN NEW.content_hash IS OLD.content_hash AND NEW.content_hash IS NOT NULL
      BEGIN UPDATE \(table) SET content_hash = NULL WHERE pk = NEW.pk; END
      """
  }

  private func trigger(
    named name: String, _ event: String, on table: String, when condition: String? = nil,
    _ statements: [String]
  ) -> String {
    """
    CREATE TRIGGER IF NOT EXISTS \(SQLName.quoted(name)) \(event) ON \(SQLName.quoted(table))
    \(condition.map { "WHEN \($0)\n" } ?? "")BEGIN \(statements.map { $0 + ";" }.joined(separator: " ")) END
    """
  }
}
