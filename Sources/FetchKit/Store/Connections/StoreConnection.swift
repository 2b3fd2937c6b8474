internal import CStore
internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// The connection of a store to its database.
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

  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    switch self {
    case .writable(let database): try database.read(body)
    case .readOnly(let connection): try connection.read(body)
    }
  }

  func read<Output: Sendable>(_ body: @escaping @Sendable (Database) throws -> Output) async throws
    -> Output
  {
    switch self {
    case .writable(let database): try await database.read(body)
    case .readOnly(let connection): try await connection.read(body)
    }
  }

  /// Reads without a retry; throws `locked` when another program changed a read-only store meanwhile.
  func readOnce<Result>(_ body: (Database) throws -> Result) throws -> Result {
    switch self {
    case .writable(let database): try database.read(body)
    case .readOnly(let connection): try connection.readOnce(body)
    }
  }

  func readOnce<Output: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Output
  ) async throws -> Output {
    switch self {
    case .writable(let database): try await database.read(body)
    case .readOnly(let connection): try await connection.readOnce(body)
    }
  }

  func close() throws {
    switch self {
    case .writable(let database):
      // The last connection that can write deletes the log, so readers are closed first.
      (database as? DatabasePool)?.invalidateReadOnlyConnections()
      try database.close()
    case .readOnly(let connection): try connection.close()
    }
  }

  /// Copies all pages to another database; `progress` may throw to stop.
  func backup(
    to copy: any DatabaseWriter, pagesPerStep: Int32,
    progress: @escaping (DatabaseBackupProgress) throws -> Void
  ) throws {
    switch self {
    case .writable(let database):
      try database.backup(to: copy, pagesPerStep: pagesPerStep, progress: progress)
    case .readOnly(let connection):
      try connection.readOnce { source in
        try copy.writeWithoutTransaction {
          try source.backup(to: $0, pagesPerStep: pagesPerStep, progress: progress)
        }
      }
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

extension Store {
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    do { return try connection.read(body) } catch { throw explained(error) }
  }

  func read<Output: Sendable>(_ body: @escaping @Sendable (Database) throws -> Output) async throws
    -> Output
  {
    do { return try await connection.read(body) } catch { throw explained(error) }
  }

  /// Changes the store in one transaction.
  func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    do {
      return try connection.writer().write { database in
        try replacement.verify(database)
        return try body(database)
      }
    } catch {
      throw explained(error)
    }
  }

  func write<Output: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Output
  ) async throws -> Output {
    do {
      return try await connection.writer().write { [replacement] database in
        try replacement.verify(database)
        return try body(database)
      }
    } catch {
      throw explained(error)
    }
  }
}

/// The number of connections of a store to its file.
public enum StoreConnections: Sendable {
  /// One serialized connection: enough for a short-lived program, and opening it writes nothing.
  case one
  /// Several readers and one writer, so that reads never wait for a write.
  case many
}

/// The setup of each connection to a store.
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
      throw StoreError(
        .failed, "store.setup", "cannot set up the connection to the store")
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
