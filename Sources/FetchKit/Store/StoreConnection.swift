internal import Foundation
internal import GRDB

/// How a store reaches its database.
enum StoreConnection: Sendable {
  case writable(any DatabaseWriter)
  case readOnly(ReadOnlyConnection)

  /// The connection for an access; `configuration` holds what all connections share.
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

  /// Every commit is on the disk before it counts as made: `synchronous` is FULL.
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

  /// Reads what cannot be read again, for it has been handed on: fails when another program changed the
  /// store meanwhile.
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
      // The log goes with the last connection that can write: readers have to be closed before it.
      (database as? DatabasePool)?.invalidateReadOnlyConnections()
      try database.close()
    case .readOnly(let connection): try connection.close()
    }
  }

  /// Copies all pages into another database; `progress` may throw to end it.
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

  /// The connection that writes; throws `readOnly` when there is none.
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
