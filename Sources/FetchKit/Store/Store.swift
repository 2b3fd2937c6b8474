internal import Foundation
internal import GRDB
internal import Synchronization

/// Objects in an SQLite file: any task may fetch, one at a time writes.
///
/// A file is read by several connections at once while one writes; `":memory:"` is a store that ends with
/// the process. What a call reported as written survives a power cut.
public final class Store: Sendable {
  /// The entities of the store.
  public let model: ManagedObjectModel
  /// The file, or `":memory:"`.
  public let path: String
  /// Whether nothing can be written: the file or its folder does not allow it.
  public let isReadOnly: Bool

  /// How much is kept of what steps changed.
  public let undoLimits: UndoLimits

  let connection: StoreConnection
  let changes: ChangeHub
  let columns = ColumnMemory()
  let replacement: ReplacementGuard
  private let watcher = Mutex<StoreWatcher?>(nil)
  private let noticed = Mutex<NoticedState?>(nil)

  /// Opens a file and makes it if it is missing.
  ///
  /// `connections` says how many there are to a file that can be written.
  /// Throws a `StoreError`: `cannotOpen` for a file that is no store, `newerVersion`, `locked` after five seconds.
  public convenience init(
    path: String, model: ManagedObjectModel, undoLimits: UndoLimits = UndoLimits(),
    connections: StoreConnections = .many
  ) throws {
    try self.init(
      path: path, model: model, undoLimits: undoLimits, connections: connections, createsFile: true)
  }

  /// Without `createsFile` SQLite makes a missing file, as a last resort.
  init(
    path: String, model: ManagedObjectModel, undoLimits: UndoLimits,
    connections: StoreConnections, createsFile: Bool
  ) throws {
    let access = FileAccess(path: path)
    let replacement = ReplacementGuard(path: path)
    self.path = path
    self.undoLimits = undoLimits
    self.model = model
    self.replacement = replacement
    isReadOnly = if case .readOnly = access { true } else { false }
    if createsFile, access == .readWrite { try NewStore(path: path, model: model)?.create() }
    connection = try FetchKit.storing(at: path) {
      try Self.untilUnlocked { try Self.open(path, access, connections, replacement) }
    }
    try FetchKit.storing(at: path) { [connection] in
      try Self.untilUnlocked { try Self.install(Schema(model: model), in: connection) }
    }
    changes = ChangeHub(
      sequence: try FetchKit.storing(at: path) { [connection] in
        try connection.read(ChangeLog.lastSequence)
      })
    if access == .readWrite { replacement.begin(try connection.writer()) }
  }

  deinit { replacement.prepareToClose() }

  private static func open(
    _ path: String, _ access: FileAccess, _ connections: StoreConnections,
    _ replacement: ReplacementGuard
  ) throws -> StoreConnection {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.prepareDatabase { database in
      try replacement.checkConnection()
      try ConnectionSetup.prepare(database)
    }
    return try StoreConnection(path, access, connections, configuration)
  }

  private static func install(_ schema: Schema, in connection: StoreConnection) throws {
    let installer = SchemaInstaller(schema: schema)
    guard case .writable(let database) = connection else {
      return try connection.read { database in
        try installer.checkFile(database)
        guard try installer.isInstalled(database) else {
          throw StoreError(
            .readOnly, "store.otherVersion",
            "the store was written by another version and cannot be changed here")
        }
      }
    }
    let isCurrent = try database.read { database in
      try installer.checkFile(database)
      return try installer.isCurrent(database)
    }
    guard !isCurrent else { return }
    try database.write { try installer.install(in: $0) }
  }

  /// Seconds that opening or writing waits for other programs.
  private static let patience = 5.0

  /// Tries again while other processes open, close or upgrade the file: SQLite does not wait for some of the
  /// locks that this takes (see sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode).
  private static func untilUnlocked<Result>(_ body: () throws -> Result) throws -> Result {
    let deadline = ContinuousClock.now + .seconds(patience)
    while true {
      do {
        return try body()
      } catch let error as DatabaseError
        where StoreError(error).code == .locked && ContinuousClock.now < deadline
      {
        Thread.sleep(forTimeInterval: .random(in: 0.005...0.03))
      }
    }
  }

  /// Closes the file; whoever still uses the store gets errors.
  public func close() throws {
    watcher.withLock { $0 = nil }
    _ = try? connection.read(replacement.check)
    replacement.prepareToClose()
    try storing { try connection.close() }
  }

  /// Whether another file, or none, took the place of the store's while it was open: nothing is written then.
  public var isReplaced: Bool { replacement.isReplaced }

  /// The error to show: what looks like damage may be another file in the place of the store's.
  func explained(_ error: any Error) -> any Error {
    let code = (error as? StoreError)?.code ?? (error as? DatabaseError).map { StoreError($0).code }
    guard code == .corrupt, !replacement.check() else { return error }
    return ReplacementGuard.replaced(path)
  }

  /// Begins to notice commits of other processes, once somebody listens.
  func watch() {
    guard path != ":memory:" else { return }
    watcher.withLock { watcher in
      guard watcher == nil else { return }
      watcher = StoreWatcher(path: path) { [weak self] isQuiet in self?.didNotice(isQuiet: isQuiet)
      }
    }
  }

  /// Somebody wrote to the store's files.
  private func didNotice(isQuiet: Bool) {
    guard isInPlace else {
      // Who copies a file over the store has not finished before it is quiet.
      if isQuiet { changes.publishEverything(of: model) }
      return
    }
    if let seen = try? connection.read(NoticedState.init), noticed.withLock({ $0 != seen }) {
      restoreSchema()
      publishChanges()
      noticed.withLock { $0 = seen }
    }
    if isQuiet { emptyLog() }
  }

  /// Whether the file is still that of the store.
  private var isInPlace: Bool {
    guard replacement.hasChanged else { return !isReplaced }
    return (try? connection.read(replacement.check)) ?? replacement.check()
  }

  /// Puts back triggers that another program dropped, and logs that anything may have changed meanwhile.
  private func restoreSchema() {
    if !isReadOnly { try? Self.install(Schema(model: model), in: connection) }
  }

  /// Brings what is in the log into the file, when nobody is in the way.
  ///
  /// A log that is empty can do no harm to a file that takes the store's place.
  private func emptyLog() {
    guard !isReadOnly, (FileState(path: path + "-wal")?.size ?? 0) > 0 else { return }
    _ = try? connection.writer().writeWithoutTransaction { database in
      guard replacement.check(database) else { return }
      try database.withBusyTimeout(0) { _ = try database.checkpoint(.truncate) }
      replacement.check(database)
    }
  }

  /// The entity that a request is about.
  func entity(of query: FetchQuery) throws -> EntityDescription {
    switch query.entity {
    case .description(let entity): return entity
    case .name(let name):
      guard let entity = model.entity(named: name) else {
        throw StoreError(
          .invalidRequest, "store.noEntity", "the model has no entity named '\(name)'")
      }
      return entity
    }
  }
}

/// What of a store changes with every change that somebody has to be told of.
private struct NoticedState: Equatable {
  let schemaVersion: Int?
  let sequence: Int64

  init(_ database: Database) throws {
    schemaVersion = try Int.fetchOne(database, sql: "PRAGMA schema_version")
    sequence = try ChangeLog.lastSequence(database)
  }
}

extension Database {
  /// Runs work that waits for other programs at most some milliseconds.
  fileprivate func withBusyTimeout(_ milliseconds: Int, _ body: () throws -> Void) throws {
    let before = try Int.fetchOne(self, sql: "PRAGMA busy_timeout") ?? 0
    try execute(sql: "PRAGMA busy_timeout = \(milliseconds)")
    defer { try? execute(sql: "PRAGMA busy_timeout = \(before)") }
    try body()
  }
}
