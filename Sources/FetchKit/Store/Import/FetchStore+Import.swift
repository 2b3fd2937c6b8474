internal import GRDB

/// The options of an import of rows.
package struct RowImportOptions: Hashable, Sendable {
  /// Whether rows that the import does not include are deleted.
  package var replacesEverything: Bool
  /// Whether the import only computes its summary.
  package var isDryRun: Bool
  /// A metadata key that makes further imports with the same key do nothing; nil for none.
  ///
  /// Such an import cannot be undone.
  package var onceKey: String?
  /// Whether the import may be too large to undo.
  package var allowsUnrestorable: Bool
  /// Metadata to set, by key, when the import changes rows; nil deletes. Undoing the import brings the old one back.
  package var metadata: [String: String?]
  /// The number of new rows that are inserted one by one before the rest is collected and inserted at once.
  var singleInsertions = 512

  /// Creates options.
  package init(
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

/// The changes of an import of rows.
package struct RowImportSummary: Hashable, Sendable {
  /// New rows.
  package var inserted = 0
  /// Changed rows.
  package var updated = 0
  /// Rows that the store already had.
  package var unchanged = 0
  /// Rows whose identifier a later row repeated; the last one is kept.
  package var repeated = 0
  /// The byte offsets of the first repeated rows, at most 20, ascending.
  package internal(set) var firstRepeated: [Int] = []
  /// New rows that had been deleted earlier.
  package var restored = 0
  /// Deleted rows, which the import did not include.
  package var deleted = 0

  /// Creates an empty summary.
  package init() {}

  /// The number of new, changed and deleted rows.
  var changed: Int { inserted + updated + deleted }

  /// Counts a repeated row; the order does not matter.
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

/// Metadata that an import writes about itself.
package struct ImportRecord {
  let key: String
  let text: (RowImportSummary, _ revision: String, _ last: String?) throws -> String?

  /// Creates a record under a metadata key; `text` gets the revision of the entity after the import and the last text
  /// under the key, and returns nil to keep that.
  package init(
    key: String,
    text: @escaping (RowImportSummary, _ revision: String, _ last: String?) throws -> String?
  ) {
    self.key = key
    self.text = text
  }

  /// Writes the record; `count` is the number of rows after the import, which is counted when it is nil.
  func write(
    _ summary: RowImportSummary, of entity: EntityDescription, count: Int? = nil,
    _ database: Database
  ) throws {
    let last = try Metadata.text(forKey: key, database)
    let revision = try ChangeLog.revision(of: entity, count: count, database)
    guard let text = try text(summary, revision, last) else { return }
    try Metadata.set([key: text], database)
  }
}

extension EntityDescription {
  /// Throws unless rows of the entity can be imported.
  func checkImport() throws(StoreError) {
    guard relationships.isEmpty, uniquenessConstraints.isEmpty else {
      throw StoreError(
        .invalidRequest, "store.importOfRelationships",
        "rows of \(name), which has relationships or uniqueness constraints, cannot be imported: insert its objects"
      )
    }
  }
}

extension FetchStore {
  /// Imports rows by the entity's identifier in one transaction, which is rolled back when `body` throws.
  ///
  /// `name` is the name of the undoable change; `willCommit` runs last and may throw. `isCancelled` is checked while many
  /// new rows are sorted and ends the import with a `StoreError` of code `cancelled`. `record` is written in
  /// the same transaction.
  package func importRows(
    _ name: String, into entity: EntityDescription, options: RowImportOptions = RowImportOptions(),
    isCancelled: @escaping () -> Bool = { false }, willCommit: () throws -> Void = {},
    record: ImportRecord? = nil,
    _ body: (inout RowWriter) throws -> Void
  ) throws -> RowImportSummary {
    try entity.checkImport()
    return try storing {
      try withWriter { database in
        let bulk = BulkInsertion(
          entity, self, database, after: options.singleInsertions, isCancelled)
        defer { bulk.end() }
        var summary = RowImportSummary()
        try database.inTransaction(.immediate) {
          try self.replacement.verify(database)
          guard try self.isFirst(options.onceKey, database) else { return .commit }
          let undo = UndoRecorder(name, self.model, database, self.undoLimits)
          summary = try self.write(entity, options, undo, bulk, database, body)
          if options.onceKey != nil { try undo.forget() }
          if summary.changed > 0 {
            let step = options.onceKey == nil ? undo.step : nil
            try Metadata.set(options.metadata, in: step, database)
          }
          try record?.write(summary, of: entity, database)
          try willCommit()
          // An import that restored every row that it overwrote keeps the redo history.
          let isNeutral = summary.changed == 0 && undo.step != nil && options.onceKey == nil
          return options.isDryRun || isNeutral ? .rollback : .commit
        }
        return summary
      }
    }
  }

  /// A text that changes when rows of an entity do, whoever changes them.
  package func revision(of entity: EntityDescription) throws -> String {
    try reading { try ChangeLog.revision(of: entity, $0) }
  }

  /// Whether the import with a key is the first one, and marks it as done.
  private func isFirst(_ key: String?, _ database: Database) throws -> Bool {
    guard let key else { return true }
    guard try Metadata.text(forKey: key, database) == nil else { return false }
    try Metadata.set([key: "done"], database)
    return true
  }

  private func write(
    _ entity: EntityDescription, _ options: RowImportOptions, _ undo: UndoRecorder,
    _ bulk: BulkInsertion, _ database: Database,
    _ body: (inout RowWriter) throws -> Void
  ) throws -> RowImportSummary {
    var log = ChangeLogging(entity, model, database)
    if try bulk.storedCount(upTo: 1) == 0 { try log.pause() }
    var writer = try RowWriter(
      entity, database, undo, log, bulk, allowsUnrestorable: options.allowsUnrestorable)
    try body(&writer)
    if options.replacesEverything { try writer.deleteOthers() }
    try writer.finish()
    try ChangeLog.trim(database)
    return writer.summary
  }
}
