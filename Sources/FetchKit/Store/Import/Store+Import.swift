internal import GRDB

/// What an import of rows does beside writing them.
public struct RowImportOptions: Hashable, Sendable {
  /// Whether rows that the import does not name are deleted.
  public var replacesEverything: Bool
  /// Whether the store is left as it was, with a summary of what would have happened.
  public var isDryRun: Bool
  /// A metadata key that the import sets, and that makes a second import of the same key do nothing; nil for none.
  ///
  /// Such an import belongs to the store's beginning and is no step that can be undone.
  public var onceKey: String?
  /// Whether the import may overwrite or delete more than can be kept for undoing it.
  public var allowsUnrestorable: Bool
  /// Texts that are kept with the store, by key, when the import changes rows; nil deletes one.
  public var metadata: [String: String?]

  /// Options of an import of rows.
  public init(
    replacesEverything: Bool = false, isDryRun: Bool = false, onceKey: String? = nil,
    allowsUnrestorable: Bool = false, metadata: [String: String?] = [:]
  ) {
    self.replacesEverything = replacesEverything
    self.isDryRun = isDryRun
    self.onceKey = onceKey
    self.allowsUnrestorable = allowsUnrestorable
    self.metadata = metadata
  }
}

/// What an import of rows did: the store before it against the store after it.
public struct RowImportSummary: Hashable, Sendable {
  /// Rows whose identifier was not in the store.
  public var inserted = 0
  /// Rows that differ from what the store had.
  public var updated = 0
  /// Rows that the store had already.
  public var unchanged = 0
  /// Rows whose identifier came again later in the import; the last one won.
  public var repeated = 0
  /// Offsets in the input of the first repeated rows in the order of the input, at most 20.
  public internal(set) var firstRepeated: [Int] = []
  /// Inserted rows that had been deleted from the store earlier.
  public var restored = 0
  /// Rows deleted because the import replaced everything.
  public var deleted = 0

  /// A summary of nothing.
  public init() {}

  /// The number of rows that differ between the store before the import and the store after it.
  var changed: Int { inserted + updated + deleted }

  /// Counts a row whose identifier came again later; the rows may be noted in any order.
  mutating func noteRepeated(at offset: Int) {
    repeated += 1
    if firstRepeated.count == Self.reportedRows {
      guard let last = firstRepeated.last, offset < last else { return }
      firstRepeated.removeLast()
    }
    let place = firstRepeated.firstIndex { $0 > offset } ?? firstRepeated.endIndex
    firstRepeated.insert(offset, at: place)
  }

  private static let reportedRows = 20
}

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
    var log = ChangeLogging(entity, model, database)
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
