internal import Foundation
internal import GRDB

/// The file that an empty store becomes: a copy of it that is filled, without any care for crashes,
/// and put in its place when all of it is on the disk.
final class StoreDraft {
  /// The file of the draft, in the folder of the store.
  let path: String
  private let target: String
  private let model: ManagedObjectModel
  /// Locked as long as somebody works on the draft.
  private let descriptor: Int32

  init(of target: String, model: ManagedObjectModel) throws {
    self.target = target
    self.model = model
    Self.removeAbandoned(of: target)
    let file = try TemporaryFile("\(target).draft")
    (descriptor, path) = (file.descriptor, file.path)
    flock(descriptor, LOCK_EX | LOCK_NB)
    try copyTarget()
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// Drafts of the store that a crash left behind.
  private static func removeAbandoned(of target: String) {
    let folder = (target as NSString).deletingLastPathComponent
    let prefix = (target as NSString).lastPathComponent + ".draft-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = folder + "/" + name
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(descriptor)
    }
  }

  private func copyTarget() throws {
    let source = try EmptyStore.queue(target)
    let copy = try careless()
    try source.backup(to: copy)
    try copy.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = DELETE")
      try database.execute(
        sql: "PRAGMA page_size = \(PageFile.pageSize); PRAGMA auto_vacuum = NONE; VACUUM")
    }
    try copy.close()
  }

  /// A connection for a file that may break: it is of no use before it is complete.
  private func careless() throws -> DatabaseQueue {
    let queue = try EmptyStore.queue(path)
    try queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    }
    return queue
  }
}

// MARK: - Filling

extension StoreDraft {
  /// Writes the rows that `body` brings.
  func fill(
    _ entity: EntityDescription, isCancelled: @escaping () -> Bool,
    _ body: (NewRowWriter) throws -> Void
  ) throws -> NewRowWriter.Outcome {
    let roots = try storing { try rootPages() }
    let folder = (path as NSString).deletingLastPathComponent
    let writer = try NewRowWriter(
      entity, roots: roots, pages: PageFile(path: path, isCancelled: isCancelled),
      sortingIn: folder)
    try body(writer)
    return try writer.finish()
  }

  private func rootPages() throws -> [String: UInt32] {
    let queue = try careless()
    defer { try? queue.close() }
    return try queue.read { database in
      var roots: [String: UInt32] = [:]
      let sql = "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0"
      for row in try Row.fetchAll(database, sql: sql) { roots[row[0]] = row[1] }
      return roots
    }
  }

  /// Removes repeated rows and notes the import as a step that can be undone.
  func finish(
    _ name: String, _ entity: EntityDescription, _ outcome: NewRowWriter.Outcome,
    _ limits: UndoLimits
  ) throws {
    try removeRepeated(outcome, entity)
    try outcome.pages.replacePostponed()
    if outcome.rows > 0 { try noteStep(name, entity, outcome, limits) }
    guard fsync(descriptor) == 0 else { throw StoreError.system("cannot write the new store") }
  }

  private func noteStep(
    _ name: String, _ entity: EntityDescription, _ outcome: NewRowWriter.Outcome,
    _ limits: UndoLimits
  ) throws {
    let queue = try careless()
    try queue.write { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO sqlite_sequence (name, seq) VALUES (?, ?)",
        arguments: [entity.table, outcome.rows])
      let undo = UndoRecorder(name, database, limits)
      try undo.didInsert(1...outcome.rows, entity)
      try undo.end(count: Int(outcome.rows) - outcome.repeated.count)
      try ChangeLog.mark(entity, database)
    }
    try queue.close()
  }

  /// Deletes rows that are in no index yet, which SQLite allows with a writable schema only.
  private func removeRepeated(_ outcome: NewRowWriter.Outcome, _ entity: EntityDescription) throws {
    guard !outcome.repeated.isEmpty else { return }
    let schema = Schema(model: model)
    let tables = [(entity.table, "pk")] + entity.toMany.map { ($0.table, "owner") }
    let queue = try careless()
    try queue.write { database in
      try SchemaInstaller(schema: schema).dropTriggers(of: entity, in: database)
      try database.execute(sql: "PRAGMA writable_schema = ON")
      for (table, column) in tables {
        let statement = try SQLiteStatement(
          database, sql: "DELETE FROM \(SQLName.quoted(table)) WHERE \(column) = ?")
        for (row, _) in outcome.repeated {
          statement.bind(row, at: 1)
          try statement.run()
        }
      }
      try database.execute(sql: "PRAGMA writable_schema = OFF")
      for statement in schema.triggers(entity) { try database.execute(sql: statement) }
    }
    try queue.close()
  }
}

// MARK: - Taking the place

extension StoreDraft {
  /// Puts the draft in the place of the store; false when another program has it open, or filled it.
  func takePlace() throws -> Bool {
    let queue = try EmptyStore.queue(target, waiting: 1)
    do {
      let isOurs = try queue.writeWithoutTransaction { database in
        // Leaving the write-ahead log works only while nobody else has the file open.
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
        guard mode == "delete" else { return false }
        try database.execute(sql: "BEGIN EXCLUSIVE")
        defer { try? database.execute(sql: "ROLLBACK") }
        guard try EmptyStore.isEmpty(database, model) else { return false }
        try rename()
        return true
      }
      try queue.close()
      return isOurs
    } catch let error as DatabaseError where StoreError(error).code == .locked {
      return false
    }
  }

  private func rename() throws {
    var status = stat()
    if stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
    guard Foundation.rename(path, target) == 0 else {
      throw StoreError.system("cannot put the new store in its place")
    }
    let folder = open((target as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
