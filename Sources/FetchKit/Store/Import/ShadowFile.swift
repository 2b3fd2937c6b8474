internal import Foundation
internal import GRDB
internal import SQLiteBulkLoad

/// A database file that only this process knows, filled without syncs or a journal.
final class ShadowFile {
  private static let name = "store"

  private let folder: PrivateFolder
  private let path: String
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

  /// Writes the rows that `body` appends.
  func fill(
    _ entity: EntityDescription, isCancelled: @escaping () -> Bool,
    _ body: (NewRowWriter) throws -> Void
  ) throws -> NewRowWriter.Outcome {
    let writer = try NewRowWriter(
      entity, roots: storing { try rootPages() },
      loader: storing {
        try BulkLoader(path: path, sortingIn: folder.path, isCancelled: isCancelled)
      })
    try body(writer)
    return try writer.finish()
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

  /// Removes duplicates and records the import as an undoable change.
  func note(
    _ outcome: NewRowWriter.Outcome, of name: String, _ entity: EntityDescription,
    _ limits: UndoLimits
  ) throws {
    try removeRepeated(outcome, entity)
    try storing { try outcome.loader.finishIndexes() }
    guard outcome.rows > 0 else { return }
    let queue = try queue()
    try queue.write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO sqlite_sequence (name, seq) VALUES (?, ?)",
        arguments: [entity.table, outcome.rows])
      let undo = UndoRecorder(name, model, database, limits)
      try undo.didInsert(1...outcome.rows, entity)
      try undo.end(count: Int(outcome.rows) - outcome.duplicates.count)
      try ChangeLog.mark(entity, database)
    }
    try queue.close()
  }

  /// Deletes rows that are in no index yet, which SQLite allows with a writable schema only.
  private func removeRepeated(_ outcome: NewRowWriter.Outcome, _ entity: EntityDescription) throws {
    guard !outcome.duplicates.isEmpty else { return }
    let schema = Schema(model: model)
    let tables = [(entity.table, "pk")] + entity.toMany.map { ($0.table, "owner") }
    let queue = try queue()
    try queue.write { database in
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
    try queue.close()
  }

  /// Stores the metadata and marks the file as one with a write-ahead log.
  func finish(_ metadata: [String: String]) throws {
    let queue = try queue()
    try queue.write { try Metadata.set(metadata, $0) }
    try queue.close()
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
