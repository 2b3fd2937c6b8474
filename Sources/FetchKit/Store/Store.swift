internal import Foundation
internal import GRDB
internal import Synchronization

/// Objects in an SQLite file: any task may fetch, one at a time writes.
///
/// A file is read by several connections at once while one writes; `":memory:"` is a store that ends with
/// the process.
public final class Store: Sendable {
  /// The entities of the store.
  public let model: ManagedObjectModel
  /// The file, or `":memory:"`.
  public let path: String
  /// Whether nothing can be written: the file or its folder does not allow it.
  public let isReadOnly: Bool

  /// How much is kept of what steps changed.
  public let undoLimits: UndoLimits

  let database: any DatabaseWriter
  let changes: ChangeHub
  let columns = ColumnMemory()
  private let watcher = Mutex<StoreWatcher?>(nil)

  /// Opens a file and makes it if it is missing.
  ///
  /// `connections` says how many there are to a file that can be written.
  /// Throws a `StoreError`: `cannotOpen` for a file that is no store, `newerVersion`, `locked` after five seconds.
  public init(
    path: String, model: ManagedObjectModel, undoLimits: UndoLimits = UndoLimits(),
    connections: StoreConnections = .many
  ) throws {
    self.path = path
    self.undoLimits = undoLimits
    self.model = model
    let access = FileAccess(path: path)
    isReadOnly = access == .readOnly || access == .unchanging
    database = try storing { try Self.open(path, access, connections) }
    try storing { [database] in try Self.install(Schema(model: model), in: database, access) }
    changes = ChangeHub(
      sequence: try storing { [database] in try database.read(ChangeLog.lastSequence) })
  }

  private static func open(
    _ path: String, _ access: FileAccess, _ connections: StoreConnections
  ) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      try SQLFunctions.register(on: database)
    }
    switch access {
    case .memory: return try DatabaseQueue(configuration: configuration)
    case .readWrite: return try open(path, configuration, connections)
    case .readOnly:
      configuration.readonly = true
      return try DatabaseQueue(path: path, configuration: configuration)
    case .unchanging:
      configuration.readonly = true
      return try DatabaseQueue(path: unchangingURI(path), configuration: configuration)
    }
  }

  private static func open(
    _ path: String, _ configuration: Configuration, _ connections: StoreConnections
  ) throws -> any DatabaseWriter {
    switch connections {
    case .many: return try DatabasePool(path: path, configuration: configuration)
    case .one:
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      }
      return queue
    }
  }

  /// SQLite's name for a file that needs no lock and no log beside it.
  private static func unchangingURI(_ path: String) -> String {
    "\(URL(filePath: path).absoluteString)?immutable=1"
  }

  private static func install(
    _ schema: Schema, in database: any DatabaseWriter, _ access: FileAccess
  ) throws {
    let installer = SchemaInstaller(schema: schema)
    let isCurrent = try database.read { database in
      try installer.checkFile(database)
      return try installer.isCurrent(database)
    }
    guard !isCurrent else { return }
    guard access == .readWrite || access == .memory else {
      throw StoreError(
        .readOnly, "the store was written by another version and cannot be changed here")
    }
    try database.write { try installer.install(in: $0) }
  }

  /// Begins to notice commits of other processes, once somebody listens.
  func watch() {
    guard path != ":memory:" else { return }
    watcher.withLock { watcher in
      guard watcher == nil else { return }
      watcher = StoreWatcher(path: path) { [weak self] in try? self?.publishChanges() }
    }
  }

  /// The entity that a request is about.
  func entity(of query: FetchQuery) throws -> EntityDescription {
    switch query.entity {
    case .description(let entity): return entity
    case .name(let name):
      guard let entity = model.entity(named: name) else {
        throw StoreError(.invalidRequest, "the model has no entity named '\(name)'")
      }
      return entity
    }
  }
}
