internal import Foundation
internal import GRDB
internal import SQLiteBulkLoad

/// A store that is about to be created.
///
/// It is written to a shadow file in a private folder, which is renamed when it is complete, so no other program sees
/// a part of it. A store that exists, or was created meanwhile, is changed through SQLite only.
package struct NewStore {
  private let path: String
  let model: ManagedObjectModel
  private let metadata: [String: String]
  let undoLimits: UndoLimits

  /// Prepares a store with metadata at a path; nil when the path is taken, or a file that SQLite would use as its log
  /// exists.
  package init?(
    path: String, model: ManagedObjectModel, metadata: [String: String] = [:],
    undoLimits: UndoLimits = UndoLimits()
  ) {
    guard path != ":memory:", StoreFiles(path: path).isUnused else { return nil }
    self.path = path
    self.model = model
    self.metadata = metadata
    self.undoLimits = undoLimits
  }

  /// Creates the store without rows, unless another program created it meanwhile.
  package func create() throws {
    try creating {
      let file = try ShadowFile(beside: path, model)
      try file.finish(metadata)
      _ = try publish(file)
    }
  }

  /// Creates the store with the rows that `body` appends, as one undoable change.
  ///
  /// `isCancelled` is checked while pages are written and ends the import with a `StoreError` of code `cancelled`.
  /// `willCommit` runs last and may throw. `record` is written with the rows.
  package func importRows(
    _ name: String, into entity: EntityDescription,
    isCancelled: @escaping () -> Bool = { false }, willCommit: () throws -> Void = {},
    record: ImportRecord? = nil,
    _ body: (NewRowWriter) throws -> Void
  ) throws -> RowImportSummary {
    try entity.checkImport()
    guard entity.identifier != nil else {
      throw StoreError(
        .invalidRequest, "store.noIdentifier", "\(entity.name) has no identifier to import by")
    }
    let file = try creating { try ShadowFile(beside: path, model) }
    let writer = try file.writer(entity, isCancelled: isCancelled)
    try body(writer)
    let outcome = try writer.finish()
    try creating {
      try file.note(outcome, of: name, entity, undoLimits, record)
      try file.finish(metadata)
    }
    try willCommit()
    if try creating({ try publish(file) }) { return RowImportSummary(outcome) }
    return try copy(file, of: name, entity, outcome, isCancelled, record)
  }

  private func publish(_ file: ShadowFile) throws -> Bool {
    try StoreFiles(path: path).isUnused && file.publish(as: path)
  }

  /// Copies the rows into a store that another program created meanwhile, or that the file system cannot rename to.
  private func copy(
    _ file: ShadowFile, of name: String, _ entity: EntityDescription,
    _ outcome: NewRowWriter.Outcome, _ isCancelled: () -> Bool, _ record: ImportRecord?
  ) throws -> RowImportSummary {
    let store = try FetchStore(
      path: path, model: model, undoLimits: undoLimits, connections: .one, createsFile: false)
    let shadow = try creating { try file.queue() }
    let rows = try FetchStatement(FetchQuery(entity: .description(entity)), entity: entity)
      .objects()
    let options = RowImportOptions(metadata: metadata.mapValues(Optional.some))
    var summary = try store.importRows(
      name, into: entity, options: options, record: record
    ) { writer in
      try shadow.read { database in
        let reader = try RowReader<FetchValue>(rows, entity, database)
        var objects: [FetchValue] = []
        while try reader.read(into: &objects) {
          if isCancelled() { throw StoreError.cancelled }
          let batch = RowBatch(entity: entity)
          for object in objects { try batch.append(object) }
          try writer.upsert(batch)
          objects.removeAll(keepingCapacity: true)
        }
      }
    }
    let skipped = RowImportSummary(outcome)
    summary.repeated = skipped.repeated
    summary.firstRepeated = skipped.firstRepeated
    return summary
  }

  private func creating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try storing(body)
    } catch let error as StoreError where error.code != .cancelled {
      throw StoreError(
        error.code, "store.create", "cannot create the store \(path): \(error.errorMessage)")
    }
  }
}

extension RowImportSummary {
  fileprivate init(_ outcome: NewRowWriter.Outcome) {
    self.init()
    add(outcome)
  }

  /// Counts the rows of a bulk load.
  mutating func add(_ outcome: NewRowWriter.Outcome) {
    inserted += outcome.count
    for duplicate in outcome.duplicates { noteRepeated(at: duplicate.note) }
  }
}

/// A writer of imported rows into a new store, which bypasses SQLite.
package final class NewRowWriter {
  /// The tables of an entity after the load.
  struct Outcome {
    let loader: BulkLoader
    /// The rowids of all rows, from the first to the one after the last.
    let rows: Range<Int64>
    /// The rows whose identifier a later one repeats.
    let duplicates: [DuplicateRow]

    /// The number of rows with different identifiers.
    var count: Int { rows.count - duplicates.count }
  }

  private let loader: BulkLoader
  private let firstRow: Int64
  private let table: RowidTable
  private let encoder: RowEncoder
  private let lists: [ListWriter]

  /// Creates a writer of rows whose keys follow `lastRow`.
  init(
    _ entity: EntityDescription, roots: [String: UInt32], loader: BulkLoader, after lastRow: Int64
  ) throws {
    func root(_ name: String) throws -> UInt32 {
      if let root = roots[name] { return root }
      throw StoreError(.failed, "store.missingTable", "the new store has no table \(name)")
    }
    self.loader = loader
    firstRow = lastRow + 1
    let plan = RowPlan(entity)
    encoder = RowEncoder(plan)
    table = loader.table(
      root: try root(entity.table),
      indexes: try Schema.indexes(entity).map { index in
        IndexLayout(
          root: try root(index.name),
          columns: index.columns.map(SQLName.quoted).compactMap(plan.names.firstIndex))
      }, after: lastRow)
    lists = try entity.toMany.enumerated().map { index, list in
      ListWriter(
        index: index, table: loader.keyedTable(root: try root(list.table)),
        encoder: RowEncoder(RowPlan(list)))
    }
  }

  /// Appends the rows of a batch.
  package func append(_ batch: RowBatch) throws {
    try storing { try RowCursor.forEachRow(of: batch, append) }
  }

  func append(_ row: borrowing RowCursor) throws {
    try encoder.encode(row)
    let key = try table.append(encoder.values, note: row.source)
    for list in lists {
      for element in row.elements[list.index] {
        try list.encoder.encode(element: element, of: list.index, owner: key, row)
        try list.table.append(list.encoder.values)
      }
    }
  }

  /// Writes everything but the root pages of the indexes.
  func finish() throws -> Outcome {
    try storing {
      for list in lists { try list.table.finish() }
      let duplicates = try table.finish()
      try loader.finish()
      return Outcome(loader: loader, rows: firstRow..<table.lastRow + 1, duplicates: duplicates)
    }
  }
}

/// The destination of the elements of a to-many list.
private struct ListWriter {
  let index: Int
  let table: KeyedTable
  let encoder: RowEncoder
}

/// A database file that only this process knows, filled without syncs or a journal.
final class ShadowFile {
  private static let name = "store"

  let path: String
  private let folder: PrivateFolder
  private let model: ManagedObjectModel

  /// Creates a file with the tables of a model, next to the store that it becomes.
  init(beside store: String, _ model: ManagedObjectModel) throws {
    try model.validate()
    folder = try PrivateFolder(beside: store)
    path = folder.path(of: Self.name)
    self.model = model
    let queue = try queue()
    try queue.writeWithoutTransaction { database in
      try database.execute(
        sql: "PRAGMA page_size = \(BulkLoader.pageSize); PRAGMA auto_vacuum = NONE")
      try database.inTransaction {
        try SchemaInstaller(schema: Schema(model: model)).install(in: database)
        return .commit
      }
    }
    try queue.close()
  }

  /// A connection that never waits for the disk.
  func queue() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      try SQLFunctions.register(on: database)
      try database.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Begins to write rows of an entity, whose keys follow `lastRow`.
  func writer(
    _ entity: EntityDescription, after lastRow: Int64 = 0, isCancelled: @escaping () -> Bool
  ) throws -> NewRowWriter {
    try NewRowWriter(
      entity, roots: storing { try rootPages() },
      loader: storing {
        try BulkLoader(path: path, sortingIn: folder.path, isCancelled: isCancelled)
      }, after: lastRow)
  }

  private func rootPages() throws -> [String: UInt32] {
    let queue = try queue()
    defer { try? queue.close() }
    return try queue.read { database in
      var roots: [String: UInt32] = [:]
      let sql = "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0"
      for row in try Row.fetchAll(database, sql: sql) { roots[row[0]] = row[1] }
      return roots
    }
  }

  /// Removes duplicates and writes the indexes.
  func complete(_ outcome: NewRowWriter.Outcome, _ entity: EntityDescription) throws {
    try removeRepeated(outcome, entity)
    try storing { try outcome.loader.finishIndexes() }
  }

  /// Completes the tables and records the import as an undoable change.
  func note(
    _ outcome: NewRowWriter.Outcome, of name: String, _ entity: EntityDescription,
    _ limits: UndoLimits, _ record: ImportRecord?
  ) throws {
    try complete(outcome, entity)
    guard let last = outcome.rows.last else { return }
    try write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO sqlite_sequence (name, seq) VALUES (?, ?)",
        arguments: [entity.table, last])
      let undo = UndoRecorder(name, model, database, limits)
      try undo.didInsert(outcome.rows.lowerBound...last, entity)
      try undo.end(count: outcome.count)
      try ChangeLog.mark(entity, database)
      try record?.write(RowImportSummary(outcome), of: entity, count: outcome.count, database)
    }
  }

  private func write(_ body: (Database) throws -> Void) throws {
    let queue = try queue()
    try queue.write(body)
    try queue.close()
  }

  /// Deletes rows that are in no index yet, which SQLite allows with a writable schema only.
  private func removeRepeated(_ outcome: NewRowWriter.Outcome, _ entity: EntityDescription) throws {
    guard !outcome.duplicates.isEmpty else { return }
    let schema = Schema(model: model)
    let tables = [(entity.table, "pk")] + entity.toMany.map { ($0.table, "owner") }
    try write { database in
      try SchemaInstaller(schema: schema).dropTriggers(of: entity, in: database)
      try database.execute(sql: "PRAGMA writable_schema = ON")
      for (table, column) in tables {
        let statement = try SQLiteStatement(
          database, sql: "DELETE FROM \(SQLName.quoted(table)) WHERE \(column) = ?")
        for duplicate in outcome.duplicates {
          statement.bind(duplicate.rowid, at: 1)
          try statement.run()
        }
      }
      try database.execute(sql: "PRAGMA writable_schema = OFF")
      for statement in schema.triggers(entity) { try database.execute(sql: statement) }
    }
  }

  /// Stores the metadata and marks the file as one with a write-ahead log.
  func finish(_ metadata: [String: String]) throws {
    try write { try Metadata.set(metadata, $0) }
    // Bytes 18 and 19, see sqlite.org/fileformat2.html#file_format_version_numbers.
    let version: [UInt8] = [2, 2]
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw StoreError.systemReason() }
    defer { close(file) }
    guard pwrite(file, version, version.count, 18) == version.count else {
      throw StoreError.systemReason()
    }
  }

  /// Syncs the file and moves it to its path; false when the path is taken or the file system cannot tell.
  func publish(as target: String) throws -> Bool {
    try folder.publish(Self.name, as: target, mode: nil, ifExists: .keep(orReserve: false))
  }
}
