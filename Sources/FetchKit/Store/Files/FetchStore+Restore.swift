internal import Foundation
internal import GRDB
internal import Glibc

extension FetchStore {
  /// Replaces the content of a store with that of a backup, in one transaction.
  ///
  /// ```swift
  /// try FetchStore.restore(from: "books-2024-05-01.sqlite", to: "books.sqlite", model: model)
  /// ```
  ///
  /// Other programs can have the store open and see the change at once. Returns the path of a backup of the
  /// previous content beside the store; nil when there was no store. Throws a `StoreError` and leaves the store
  /// unchanged: `cannotOpen` when the backup cannot be read, `corrupt` when it is damaged or not a store,
  /// `newerVersion`, or `locked` after five seconds. `migrations` bring a backup of an earlier version up to the model.
  @discardableResult
  public static func restore(
    from backup: String, to path: String, model: ManagedObjectModel,
    migrations: [StoreMigration] = [], isCancelled: @escaping () -> Bool = { false }
  ) throws -> String? {
    try restore(
      from: backup, to: path, model: model, migrations: migrations, isCancelled: isCancelled,
      inspect: { _ in })
  }

  /// Replaces the content of a store as above; `inspect` receives what other programs added to the backup, and may
  /// throw.
  @discardableResult
  package static func restore(
    from backup: String, to path: String, model: ManagedObjectModel,
    migrations: [StoreMigration] = [], isCancelled: @escaping () -> Bool = { false },
    inspect: @escaping ([SchemaObject]) throws -> Void
  ) throws -> String? {
    let files = StoreFiles(path: path).resolved
    return try explaining("store.restore", "cannot restore \(backup) to \(path)", at: files.path) {
      let folder = try PrivateFolder(beside: files.path)
      return try Restoration(
        backup: StoreFiles(path: backup).resolved.path, files: files, model: model,
        migrations: migrations, folder: folder, isCancelled: isCancelled, inspect: inspect
      ).run()
    }
  }
}

/// Restores a backup.
private struct Restoration {
  /// The distance between the change logs of the previous and the restored store: no open program has read that far.
  private static let sequenceGap: Int64 = 1 << 20

  let backup: String
  let files: StoreFiles
  let model: ManagedObjectModel
  let migrations: [StoreMigration]
  let folder: PrivateFolder
  let isCancelled: () -> Bool
  let inspect: ([SchemaObject]) throws -> Void

  private var copy: DatabaseCopy { DatabaseCopy(path: folder.path(of: "copy")) }

  private var installer: SchemaInstaller {
    SchemaInstaller(schema: Schema(model: model), migrations: migrations)
  }

  func run() throws -> String? {
    let status = try files.status()
    try copyBackup()
    let live = try status == nil ? nil : openLive()
    try prepareCopy(for: live.map(LiveState.init) ?? LiveState())
    if let live { return try overwrite(live) }
    // SQLite would apply a log that remains to the restored file.
    let kept = try files.setAside("before-restore")
    try files.place("copy", from: folder, like: status)
    return status == nil ? nil : kept
  }
}

// MARK: - The copy

extension Restoration {
  private func copyBackup() throws {
    do {
      let source = try openBackup()
      try copy.fill(isCancelled: isCancelled) { try source.read($0) }
      try source.close()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
      throw StoreError(.corrupt, SQLiteFault(error).reason)
    }
    try copy.check("store.damagedBackup", "the backup is damaged")
    try checkTables()
  }

  private func openBackup() throws -> DatabaseQueue {
    // Opening a pipe would wait for its writer.
    _ = try StoreFiles(path: backup).status()
    let descriptor = open(backup, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw StoreError(.cannotOpen, SystemError.message(errno)) }
    close(descriptor)
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.readonly = true
    let isInUse = ["-wal", "-journal"].contains { access(backup + $0, F_OK) == 0 }
    // Reading would create a log beside a file that is not in use.
    let path = isInUse ? backup : "\(URL(filePath: backup).absoluteString)?immutable=1"
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private func checkTables() throws {
    let queue = try DatabaseQueue(path: copy.path)
    try queue.read { database in
      let tables = model.entities.map(\.table) + ["fetchkit_metadata"]
      guard try Int.fetchOne(database, sql: "PRAGMA application_id") == Schema.applicationID,
        try tables.allSatisfy({ try database.tableExists($0) })
      else { throw StoreError(.corrupt, "store.foreign", "not a store of this program") }
      try installer.checkFile(database)
      try inspect(SchemaCheck(installer.schema, database).foreignObjects)
    }
    try queue.close()
  }

  /// Upgrades the copy and marks all its rows as changed, for programs that have cached the previous content.
  private func prepareCopy(for live: LiveState) throws {
    let store = try FetchStore(
      path: copy.path, model: model, connections: .one, migrations: migrations)
    try store.write { database in
      try ConnectionSetup.withoutTriggers(database) {
        let tables = model.entities.map(\.table)
        try live.carryCounters(of: tables, into: database, gap: Self.sequenceGap)
        for entity in model.entities { try ChangeLog.mark(entity, database) }
        try StoreStamp.install(live.identifier, in: database)
        try DerivedFile.removeToken(database)
      }
    }
    try store.close()
    try copy.finish(pageSize: live.pageSize)
  }
}

/// The state of the previous store that the restored one continues.
private struct LiveState {
  /// The highest row ID of each table; empty when there was no store.
  private var counters: [String: Int64] = [:]
  private(set) var pageSize: Int?
  private(set) var identifier: String?

  init() {}

  init(_ live: DatabaseQueue) throws {
    (counters, pageSize, identifier) = try live.read { database in
      let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size")
      guard try database.tableExists("fetchkit_change"),
        try database.tableExists("fetchkit_metadata")
      else { return ([:], pageSize, nil) }
      let rows = try Row.fetchAll(database, sql: "SELECT name, seq FROM sqlite_sequence")
      let pairs = rows.compactMap { row in
        String.fromDatabaseValue(row[0]).flatMap { name in
          Int64.fromDatabaseValue(row[1]).map { (name, $0) }
        }
      }
      return (Dictionary(pairs) { max($0, $1) }, pageSize, try StoreStamp.identifier(in: database))
    }
  }

  /// Raises the counters of the copy so that no row ID is used twice.
  func carryCounters(of tables: [String], into copy: Database, gap: Int64) throws {
    let change = "fetchkit_change"
    for name in tables + [change] {
      let own = try Int64.fetchOne(
        copy, sql: "SELECT MAX(seq) FROM sqlite_sequence WHERE name = ?", arguments: [name])
      let last = max(own ?? 0, counters[name] ?? 0) + (name == change ? gap : 0)
      try copy.execute(sql: "DELETE FROM sqlite_sequence WHERE name = ?", arguments: [name])
      try copy.execute(
        sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", arguments: [name, last])
    }
  }
}

// MARK: - The store

extension Restoration {
  /// Opens the existing store; nil when the file is not a usable database.
  private func openLive() throws -> DatabaseQueue? {
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      let live = try DatabaseQueue(path: files.path, configuration: configuration)
      try live.writeWithoutTransaction { database in
        try installer.checkFile(database)
        // Other programs can then read the store while it is written.
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
      }
      return live
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      return nil
    }
  }

  /// Replaces the content of the store with the copy, in one transaction.
  private func overwrite(_ live: DatabaseQueue) throws -> String? {
    var kept: String?
    do {
      let source = try DatabaseQueue(path: copy.path)
      try source.backup(to: live, pagesPerStep: 1) { _ in
        if isCancelled() { throw StoreError.cancelled }
        // The store is locked from the first page on, so no change is missing from the backup.
        if kept == nil { kept = try keepPrevious() }
      }
      try source.close()
      try live.close()
    } catch {
      if let kept { unlink(kept) }
      throw (error as? DatabaseError).map {
        StoreError(copying: $0, to: live, at: files.path)
      } ?? error
    }
    PrivateFolder.syncFolder(of: files.path)
    return kept
  }

  private func keepPrevious() throws -> String {
    let previous = try DatabaseQueue(path: files.path)
    try DatabaseCopy(path: folder.path(of: "previous")).fill { try previous.read($0) }
    try previous.close()
    let path = files.unusedPath("before-restore")
    guard try folder.publish("previous", as: path) else {
      throw StoreError(.cannotWrite, "store.exists", "\(path): file exists")
    }
    return path
  }
}
