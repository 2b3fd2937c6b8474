internal import Foundation
internal import GRDB

/// A step from an earlier model of a store to the current one.
///
/// New entities and attributes are added without a step. A store that has an attribute otherwise than the model
/// declares it is opened only with a step that says what becomes of the values. The steps of all versions stay in the
/// list, in order; a store does those that it has not done yet, in one transaction, and remembers them.
///
/// ```swift
/// let store = try FetchStore(
///   path: "books.sqlite", model: model,
///   migrations: [
///     .renaming("writer", to: "author", in: "Book"),
///     .converting("price", in: "Book") { text in
///       .double(text.stringValue.flatMap { Double($0) } ?? 0)
///     },
///     .removing("room", from: "Book"),
///   ])
/// ```
///
/// A step that fails leaves the store as it was. Changes from before a migration cannot be undone.
public struct StoreMigration: Sendable {
  typealias Conversion = @Sendable (FetchValue) throws -> FetchValue

  typealias Update =
    @Sendable (
      _ stored: [String: FetchValue], _ id: ObjectID, _ transaction: inout StoreTransaction
    )
    throws -> Void

  enum Kind: Sendable {
    case rename(to: String)
    case remove
    case convert(Conversion)
    case update(Update)
  }

  let entity: String
  /// The key path of the attribute, or the name of an update.
  let keyPath: String
  let kind: Kind

  /// A line that identifies the step in the list of those that a store has done.
  var line: String {
    let operation =
      switch kind {
      case .rename(let name): "rename\t\(name)"
      case .remove: "remove"
      case .convert: "convert"
      case .update: "update"
      }
    return "\(entity)\t\(keyPath)\t\(operation)"
  }

  /// Gives a stored attribute another name, and its column the one that the model declares.
  public static func renaming(_ keyPath: String, to name: String, in entity: String)
    -> StoreMigration
  {
    StoreMigration(entity: entity, keyPath: keyPath, kind: .rename(to: name))
  }

  /// Deletes the values of an attribute or a to-many relationship that the model no longer declares.
  public static func removing(_ keyPath: String, from entity: String) -> StoreMigration {
    StoreMigration(entity: entity, keyPath: keyPath, kind: .remove)
  }

  /// Converts each value of an attribute to the type and optionality that the model declares.
  public static func converting(
    _ keyPath: String, in entity: String,
    _ convert: @escaping @Sendable (_ value: FetchValue) throws -> FetchValue
  ) -> StoreMigration {
    StoreMigration(entity: entity, keyPath: keyPath, kind: .convert(convert))
  }

  /// Calls `update` with the stored attributes and the identity of each object that an entity has before the migration.
  ///
  /// The transaction reads and writes objects of the model. Attributes that later steps remove, rename or convert are
  /// as they are before those steps. `name` tells the step from others.
  ///
  /// ```swift
  /// .updating("Book", named: "authors") { stored, id, transaction in
  ///   guard var book = try transaction.object(with: id, as: Book.self) else { return }
  ///   book.author = transaction.insert(Author(name: stored["writer"]?.stringValue ?? ""))
  ///   transaction.update(book)
  /// },
  /// .removing("writer", from: "Book"),
  /// ```
  public static func updating(
    _ entity: String, named name: String,
    _ update:
      @escaping @Sendable (
        _ stored: [String: FetchValue], _ id: ObjectID, _ transaction: inout StoreTransaction
      ) throws -> Void
  ) -> StoreMigration {
    StoreMigration(entity: entity, keyPath: name, kind: .update(update))
  }
}

extension FetchStore {
  /// Describes what opening a store with a model and migrations would change, one sentence for each change.
  ///
  /// ```swift
  /// try FetchStore.plannedMigration(at: path, model: model, migrations: migrations)
  /// // ["rename 'writer' of 'Book' to 'author'", "add 'color' to 'Book'"]
  /// ```
  ///
  /// Changes nothing. Throws what opening the store would throw, except for values that a conversion rejects
  /// and for objects that break a new uniqueness constraint.
  public static func plannedMigration(
    at path: String, model: ManagedObjectModel, migrations: [StoreMigration] = []
  ) throws -> [String] {
    try model.validate()
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FetchKit.storing(at: path) {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(5)
      configuration.prepareDatabase { try ConnectionSetup.prepare($0) }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      return try queue.read { database in
        let installer = SchemaInstaller(schema: Schema(model: model), migrations: migrations)
        try installer.checkFile(database)
        guard let plan = try installer.plan(database) else { return [] }
        return plan.changes.map(\.description) + plan.updates.map(\.description)
          + plan.migrated.additions(model)
      }
    }
  }
}

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
  private(set) var updates: [MigrationUpdate] = []
  var isEmpty: Bool { changes.isEmpty && updates.isEmpty }
  /// The attributes of the store after the migration.
  private(set) var migrated: StoredModel

  init(_ stored: StoredModel, _ migrations: [StoreMigration], _ model: ManagedObjectModel) {
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
        guard let attribute = migrated[key], migrated[new] == nil else { continue }
        (migrated[key], migrated[new]) = (nil, attribute)
        (origins[key], origins[new]) = (nil, origin)
      case .convert(let convert):
        guard let attribute = migrated[key],
          let target = entity.attribute(forKeyPath: step.keyPath),
          attribute.type != target.storedType || attribute.isOptional != target.isOptional
        else { continue }
        let earlier = origin.conversion
        origins[key] = (origin.name, { try convert(earlier?($0) ?? $0) })
      case .remove: remove(key, origin.name, entity)
      case .update(let update):
        updates.append(
          MigrationUpdate(
            entity: entity, name: step.keyPath, number: updates.count,
            attributes: migrated.attributes(of: entity.name).map {
              ($0.keyPath, $1, origins[$0]?.conversion)
            }, update: update))
      }
    }
    for (key, origin) in origins.sorted(by: { $0.key.keyPath < $1.key.keyPath }) {
      guard let stored = migrated[key], let entity = model.entity(named: key.entity),
        let target = entity.attribute(forKeyPath: key.keyPath), let column = target.column
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
  }

  private mutating func remove(
    _ key: StoredModel.Key, _ name: String, _ entity: EntityDescription
  ) {
    let isDeclared =
      entity.attribute(forKeyPath: key.keyPath) != nil
      || entity.toManyIndex(named: key.keyPath) != nil
    guard !isDeclared else { return }
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
    guard conversion != nil else { return renaming }
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
    guard !changes.isEmpty else { return }
    let installer = SchemaInstaller(schema: schema)
    try installer.dropAllTriggers(in: database)
    for entity in schema.model.entities { try dropDependents(of: entity, installer, database) }
    try database.execute(
      sql: """
        DELETE FROM fetchkit_step; DELETE FROM fetchkit_undo_range; \
        DROP TABLE IF EXISTS fetchkit_undo_batch
        """)
    // An attribute may get the column of another one.
    for change in changes { try change.setAside(database) }
    for change in changes { try change.run(database) }
  }

  /// Drops what FetchKit created for the tables; SQLite adapts the indexes and triggers of others, or refuses.
  private func dropDependents(
    of entity: EntityDescription, _ installer: SchemaInstaller, _ database: Database
  ) throws {
    let removed = changes.filter { $0.target == nil }.map(\.stored.table)
    for table in Set(entity.tables + removed) {
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
    let type = AttributeType(rawValue: stored.type)
    try rows.forEachRow { row in
      let value = try conversion?(row.value(1, as: type)) ?? .null
      guard let converted = value.stored(as: target.type),
        target.isOptional || !converted.isNull
      else {
        throw StoreError(
          .constraint, "store.conversion",
          "the migration gives '\(target.keyPath)' of \(entity.name) \(row.integer(0)) no value of the type \(target.type.rawValue)"
        )
      }
      update.bind(converted, at: 1)
      update.bind(row.integer(0), at: 2)
      try update.run()
    }
    if entity.identifier != nil {
      // An import compares the converted values.
      try database.execute(sql: "UPDATE \(table) SET content_hash = NULL")
    }
    guard let order = target.orderColumn else { return }
    try database.run("UPDATE \(sql: table) SET \(name: order) = fetchkit_natural(\(name: column))")
  }
}

/// A step of a migration that runs Swift code for each object of an entity.
struct MigrationUpdate {
  let entity: EntityDescription
  let name: String
  let number: Int
  /// The attributes as the file has them, with the conversions of earlier steps.
  let attributes:
    [(keyPath: String, stored: StoredModel.Attribute, conversion: StoreMigration.Conversion?)]
  let update: StoreMigration.Update

  var description: String { "update each '\(entity.name)': \(name)" }

  private var table: String { "temp.fetchkit_before_\(number)" }

  /// Copies the objects before later steps change them.
  func keepStored(_ database: Database) throws {
    guard let origin = attributes.first?.stored.table else { return }
    let columns = ["pk"] + attributes.map { SQLName.quoted($0.stored.column) }
    let names = columns.indices.map { "\(columns[$0]) AS c\($0)" }.joined(separator: ", ")
    try database.execute(
      sql: "CREATE TABLE \(table) AS SELECT \(names) FROM \(SQLName.quoted(origin))")
  }

  /// Updates the objects, whose tables are those of the model by now.
  func run(_ store: FetchStore, _ database: Database) throws {
    guard !attributes.isEmpty else { return }
    let undo = UndoRecorder(name, store.model, database, .disabled)
    var transaction = StoreTransaction(store, database, undo)
    let rows = try SQLiteStatement(
      database, sql: "SELECT * FROM \(table) ORDER BY c0", isReused: false)
    try rows.forEachRow { row in
      var stored: [String: FetchValue] = [:]
      for (index, attribute) in attributes.enumerated() {
        let value = row.value(index + 1, as: AttributeType(rawValue: attribute.stored.type))
        stored[attribute.keyPath] = try attribute.conversion?(value) ?? value
      }
      try update(stored, ObjectID(entityName: entity.name, rowID: row.integer(0)), &transaction)
      if let failure = transaction.failure { throw failure }
    }
    rows.reset()
    try undo.end()
    try database.execute(sql: "DROP TABLE \(table)")
  }
}
