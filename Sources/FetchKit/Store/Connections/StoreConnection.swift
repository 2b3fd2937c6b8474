internal import CStore
internal import Dispatch
internal import Foundation
internal import GRDB
internal import GRDBSQLite

enum StoreConnection: Sendable {
  case writable(any DatabaseWriter)
  case readOnly(ReadOnlyConnection)

  /// Opens a connection; `configuration` is shared by all of them.
  init(
    _ path: String, _ access: FileAccess, _ connections: StoreConnections,
    _ configuration: Configuration
  ) throws {
    switch access {
    case .memory: self = .writable(try DatabaseQueue(configuration: configuration))
    case .readWrite: self = .writable(try Self.writer(path, connections, configuration))
    case .readOnly(let isFolderWritable):
      self = .readOnly(
        try ReadOnlyConnection(path: path, configuration, isFolderWritable: isFolderWritable))
    }
  }

  /// Every commit is synced before it returns: `synchronous` is FULL.
  private static func writer(
    _ path: String, _ connections: StoreConnections, _ configuration: Configuration
  ) throws -> any DatabaseWriter {
    let writer: any DatabaseWriter =
      switch connections {
      case .many: try DatabasePool(path: path, configuration: configuration)
      case .one: try DatabaseQueue(path: path, configuration: configuration)
      }
    try writer.writeWithoutTransaction { database in
      if connections == .one { try database.execute(sql: "PRAGMA journal_mode = WAL") }
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    return writer
  }

  /// Reads; without `retries` it throws `locked` when another program changed a read-only store meanwhile.
  func read<Result>(retries: Bool = true, _ body: (Database) throws -> Result) throws -> Result {
    switch self {
    case .writable(let database): try database.read(body)
    case .readOnly(let connection): try connection.read(retries: retries, body)
    }
  }

  /// The number of asynchronous reads at a time, fewer than connections, so that a synchronous read finds one.
  var readWidth: Int {
    if case .writable(let database) = self, database is DatabasePool { 4 } else { 1 }
  }

  /// Whether a write can begin while a read of the same thread has not ended.
  var writesDuringReads: Bool { readWidth > 1 }

  func close() throws {
    switch self {
    case .writable(let database):
      // The last connection that can write deletes the log, so readers are closed first.
      (database as? DatabasePool)?.invalidateReadOnlyConnections()
      try database.close()
    case .readOnly(let connection): try connection.close()
    }
  }

  /// The writing connection; throws `readOnly` when there is none.
  func writer() throws -> any DatabaseWriter {
    switch self {
    case .writable(let database): return database
    case .readOnly(let connection):
      throw StoreError(
        .readOnly, "store.readOnlyStore",
        "the store \(connection.path) cannot be changed: no write permission")
    }
  }
}

// MARK: - Synchronous access

extension FetchStore {
  /// Reads; inside a closure of this store, with its connection. For `retries` see `StoreConnection`.
  func read<Result>(retries: Bool = true, _ body: (Database) throws -> Result) throws -> Result {
    if let access = StoreAccess.current(of: self) {
      try access.check()
      return try access.nested(body)
    }
    return try explaining {
      try connection.read(retries: retries) { database in
        try StoreAccess.run(self, database) { try body(database) }
      }
    }
  }

  /// Changes the store in one transaction and publishes the changes.
  func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkWrite()
    let (result, published) = try explaining {
      try connection.writer().write { database in
        try replacement.verify(database)
        return try StoreAccess.run(self, database, isWriting: true) {
          // A failure to read the change log does not undo a commit; the next one publishes it, too.
          (try body(database), try? changes.unpublished(database))
        }
      }
    }
    if let published { publish(published) }
    return result
  }

  /// Runs work that begins and ends its own transactions, and publishes the changes.
  func withWriter<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkWrite()
    let (result, published) = try explaining {
      try connection.writer().writeWithoutTransaction { database in
        try StoreAccess.run(self, database, isWriting: true) {
          (try body(database), try? changes.unpublished(database))
        }
      }
    }
    if let published { publish(published) }
    return result
  }

  /// Notifies the listeners of changes, of each once: other threads may have published some of them meanwhile.
  func publish(_ unpublished: ChangeHub.Unpublished) {
    var next: ChangeHub.Unpublished? = unpublished
    while let unpublished = next, !changes.publish(unpublished) {
      // Changes that cannot be read now are published with the next ones; the closure of an outer read sees an
      // earlier state.
      next = StoreAccess.current(of: self) == nil ? try? connection.read(changes.unpublished) : nil
    }
  }

  /// Reads, with the errors of a store.
  func reading<Result>(retries: Bool = true, _ body: (Database) throws -> Result) throws -> Result {
    try storing { try read(retries: retries, body) }
  }

  /// Changes the store in one transaction, with the errors of a store.
  func writing<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try storing { try write(body) }
  }

  private func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try openState.using(body) } catch { throw explained(error) }
  }

  /// Throws inside a closure of this store where a write would wait for itself.
  private func checkWrite() throws {
    guard let access = StoreAccess.current(of: self) else { return }
    guard !access.isWriting else {
      throw StoreError(
        .invalidRequest, "store.nestedWrite",
        "the store is already being changed by the closure that called this: use its transaction, or a savepoint of it"
      )
    }
    guard connection.writesDuringReads else {
      throw StoreError(
        .invalidRequest, "store.writeInRead",
        "the store is being read by the closure that called this, with its only connection: change it after the closure has returned"
      )
    }
  }

  func checkIdle(_ operation: ErrorMessage.Text) throws {
    guard StoreAccess.current(of: self) != nil else { return }
    throw StoreError(
      .invalidRequest, "store.inUse",
      "cannot \(ErrorMessage("store.operation", operation)) the store in a closure that reads or changes it: do it after the closure has returned"
    )
  }
}

// MARK: - Asynchronous access

extension FetchStore {
  /// Reads asynchronously; a cancellation interrupts SQLite and returns at once, or without retries at the end.
  func reading<Output: Sendable>(
    retries: Bool = true, _ body: @escaping @Sendable (Database) throws -> Output
  ) async throws -> Output {
    try await reads.run(isAwaited: !retries) { [self] cancellation in
      try reading(retries: retries) { try $0.interruptible(cancellation, body) }
    }
  }

  /// Changes the store in one transaction asynchronously; a cancellation before the commit rolls back.
  func writing<Output: Sendable>(_ body: @escaping @Sendable (Database) throws -> Output)
    async throws -> Output
  {
    try await writes.run(isAwaited: true) { [self] cancellation in
      try writing { try $0.interruptible(cancellation, body) }
    }
  }
}

extension Database {
  /// Runs several statements so that an interruption between two of them is not lost.
  ///
  /// SQLite forgets an interruption when no statement is running (see sqlite.org/c3ref/interrupt.html), so one waits
  /// before its second row meanwhile.
  fileprivate func interruptible<Output>(
    _ cancellation: WorkCancellation, _ body: (Database) throws -> Output
  ) throws -> Output {
    let anchor = try SQLiteStatement(self, sql: "SELECT 1 UNION ALL SELECT 2")
    _ = try anchor.step()
    defer { anchor.reset() }
    return try cancellation.interrupting(self) { try body(self) }
  }
}

/// The number of connections of a store to its file.
public enum StoreConnections: Sendable {
  /// One serialized connection: enough for a short-lived program, and opening it writes nothing.
  case one
  /// Several readers and one writer, so that reads never wait for a write.
  case many
}

enum ConnectionSetup {
  /// Registers the functions of generated SQL and makes SQLite distrust the schema.
  static func prepare(_ database: Database) throws {
    try distrustSchema(of: database)
    try SQLFunctions.register(on: database)
  }

  /// Makes SQLite distrust the schema: no statement can write the schema table or turn off the journal.
  static func distrustSchema(of database: Database) throws {
    guard let connection = database.sqliteConnection else { return }
    guard cstore_distrust_schema(connection) == SQLITE_OK else {
      throw StoreError(.failed, "store.setup", "cannot set up the connection to the store")
    }
    try database.execute(sql: "PRAGMA cell_size_check = ON")
  }

  /// Runs `body` with triggers disabled, because anybody may have added some to the file.
  static func withoutTriggers(_ database: Database, _ body: () throws -> Void) throws {
    guard let connection = database.sqliteConnection else { return try body() }
    cstore_enable_triggers(connection, 0)
    defer { cstore_enable_triggers(connection, 1) }
    try body()
  }
}

/// Whether a store is open, and how many threads use its connections.
///
/// GRDB and SQLite crash when a connection is used after it was closed.
final class OpenState: Sendable {
  private let isClosed = Protected(false)
  private let users = DispatchGroup()

  /// Runs `body` with the connections open; throws after `close`.
  func using<Result>(_ body: () throws -> Result) throws -> Result {
    try isClosed.withLock { isClosed in
      guard !isClosed else {
        throw StoreError(.invalidRequest, "store.closed", "the store is closed")
      }
      users.enter()
    }
    defer { users.leave() }
    return try body()
  }

  /// Runs `body` once, after the last use.
  func close(_ body: () throws -> Void) rethrows {
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst else { return }
    users.wait()
    try body()
  }
}
