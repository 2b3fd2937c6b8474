internal import Foundation
internal import GRDB

/// An object store in an SQLite file.
///
/// ```swift
/// let store = try FetchStore(
///   path: "books.sqlite", model: ManagedObjectModel(entities: [Book.entity]))
/// try store.write("Add a book") { $0.insert(Book(title: "Dune", price: 9.99)) }
/// let books = try store.fetch(FetchRequest<Book>())
/// ```
///
/// Any task may fetch while one at a time writes; a write that returned survives a power cut. The path `":memory:"`
/// is a store that ends with the process.
public final class FetchStore: Sendable {
  /// The entities of the store.
  public let model: ManagedObjectModel
  /// The absolute path of the file, with symbolic links followed, or `":memory:"`.
  public let path: String
  /// Whether the file or its folder is not writable.
  public let isReadOnly: Bool

  /// The limits of the undo history.
  public let undoLimits: UndoLimits

  let connection: StoreConnection
  let openState = OpenState()
  let changes: ChangeHub
  let acceleration = Protected<(any QueryAccelerator)?>(nil)
  let replacement: ReplacementGuard
  let reads: WorkQueue
  let writes = WorkQueue(width: 1)
  let prepared = PreparedRequests()
  private let watcher = Protected<StoreWatcher?>(nil)
  private let noticed = Protected<NoticedState?>(nil)

  /// Opens a file, and creates it when it does not exist.
  ///
  /// New entities and attributes are added; `migrations` say what becomes of attributes that the model does not declare
  /// as they are stored. `connections` is the number of connections to a writable file.
  /// Throws a `StoreError`: `cannotOpen` for a file that is not a store, `newerVersion`, `locked` after five seconds,
  /// `invalidModel` for a model that is inconsistent or does not fit what is stored.
  public convenience init(
    path: String, model: ManagedObjectModel, undoLimits: UndoLimits = UndoLimits(),
    connections: StoreConnections = .many, migrations: [StoreMigration] = []
  ) throws {
    try self.init(
      path: path, model: model, undoLimits: undoLimits, connections: connections,
      migrations: migrations, createsFile: true)
  }

  /// Without `createsFile` SQLite creates a missing file, as a last resort.
  init(
    path: String, model: ManagedObjectModel, undoLimits: UndoLimits,
    connections: StoreConnections, migrations: [StoreMigration] = [], createsFile: Bool
  ) throws {
    try model.validate()
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StoreError(.cannotOpen, "store.path", "'\(path)' is not the path of a file")
    }
    let file = path == ":memory:" ? path : StoreFiles(path: path).resolved.path
    let access = FileAccess(path: file)
    // A link may be replaced as well as the file.
    let replacement = ReplacementGuard(path: URL(filePath: path).absoluteURL.path)
    self.path = file
    self.undoLimits = undoLimits
    self.model = model
    self.replacement = replacement
    isReadOnly = if case .readOnly = access { true } else { false }
    if path != ":memory:" { try StoreFiles(path: path).checkPlace() }
    if createsFile, access == .readWrite { try NewStore(path: file, model: model)?.create() }
    connection = try FetchKit.storing(at: path) {
      try Self.untilUnlocked { try Self.open(file, access, connections, replacement) }
    }
    reads = WorkQueue(width: connection.readWidth)
    changes = ChangeHub()
    try FetchKit.storing(at: path) {
      let installer = SchemaInstaller(schema: Schema(model: model), migrations: migrations)
      try Self.untilUnlocked { try install(installer) }
      changes.begin(after: try connection.read(ChangeLog.lastSequence))
    }
    if access == .readWrite { replacement.begin(try connection.writer()) }
  }

  deinit { replacement.prepareToClose() }

  private static func open(
    _ path: String, _ access: FileAccess, _ connections: StoreConnections,
    _ replacement: ReplacementGuard
  ) throws -> StoreConnection {
    var configuration = Configuration()
    configuration.busyMode = .timeout(lockTimeout)
    configuration.targetQueue = ConnectionQueue.target
    configuration.prepareDatabase { database in
      try replacement.checkConnection()
      try ConnectionSetup.prepare(database)
    }
    return try StoreConnection(path, access, connections, configuration)
  }

  private func install(_ installer: SchemaInstaller) throws {
    guard case .writable(let database) = connection else {
      return try connection.read { database in
        try installer.checkFile(database)
        guard try installer.isInstalled(database), try !installer.needsMigration(database) else {
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
    if try !isCurrent || !database.read(installer.isRecorded) {
      try database.write { try installer.install(in: $0, updating: self) }
    }
  }

  /// The seconds to wait for other programs when opening or writing.
  private static let lockTimeout = 5.0

  /// Retries while other processes open, close or upgrade the file: SQLite does not wait for some of the
  /// locks that this takes (see sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode).
  private static func untilUnlocked<Result>(_ body: () throws -> Result) throws -> Result {
    let deadline = ContinuousClock.now + .seconds(lockTimeout)
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

  /// Closes the file; later calls throw.
  public func close() throws {
    try checkIdle("close")
    watcher.withLock { $0 = nil }
    defer { changes.close() }
    try openState.close {
      _ = try? connection.read(replacement.check)
      replacement.prepareToClose()
      try storing { try connection.close() }
    }
  }

  /// Whether the file was replaced or removed while it was open; nothing is written then.
  public var isReplaced: Bool { replacement.isReplaced }

  /// The error to report: apparent damage may be a replaced file.
  func explained(_ error: any Error) -> any Error {
    let code = (error as? StoreError)?.code ?? (error as? DatabaseError).map { StoreError($0).code }
    guard code == .corrupt, !replacement.check() else { return error }
    return ReplacementGuard.replaced(path)
  }

  func watch() {
    guard path != ":memory:" else { return }
    watcher.withLock { watcher in
      guard watcher == nil else { return }
      watcher = StoreWatcher(path: path) { [weak self] isQuiet in
        guard let self else { return }
        try? openState.using { self.didNotice(isQuiet: isQuiet) }
      }
    }
  }

  /// Handles a write to the store's files.
  private func didNotice(isQuiet: Bool) {
    guard isInPlace else {
      // A file that is copied over the store is not complete before writes stop.
      if isQuiet { changes.publishEverything(of: model) }
      return
    }
    if let seen = try? connection.read(NoticedState.init), noticed.withLock({ $0 != seen }) {
      restoreSchema()
      // Changes that cannot be read now are found by the next check.
      if let unpublished = try? connection.read(changes.unpublished) {
        publish(unpublished)
        noticed.withLock { $0 = seen }
      }
    }
    if isQuiet { emptyLog() }
  }

  var isInPlace: Bool {
    guard let writer = try? connection.writer() else {
      return (try? connection.read(replacement.check)) ?? replacement.check()
    }
    return writer.writeWithoutTransaction { database in
      replacement.remember(database)
      return replacement.check(database)
    }
  }

  /// Restores triggers that another program dropped, and logs that anything may have changed meanwhile.
  private func restoreSchema() {
    if !isReadOnly {
      try? install(SchemaInstaller(schema: Schema(model: model)))
    }
  }

  /// Runs a checkpoint unless other connections are in the way.
  ///
  /// An empty log cannot corrupt a file that replaces the store.
  private func emptyLog() {
    guard !isReadOnly, (FileState(path: path + "-wal")?.size ?? 0) > 0 else { return }
    _ = try? connection.writer().writeWithoutTransaction { database in
      guard replacement.check(database) else { return }
      try database.withBusyTimeout(0) { _ = try database.checkpoint(.truncate) }
      replacement.check(database)
    }
  }

  func entity(of query: FetchQuery) throws -> EntityDescription {
    let known = try model.check(query.entity.name)
    let entity = if case .description(let own) = query.entity { own } else { known }
    for id in query.objectIDs ?? [] { try id.check(entity) }
    return entity
  }
}

/// The state that changes with every change that listeners have to be notified of.
private struct NoticedState: Equatable {
  let schemaVersion: Int?
  let sequence: Int64

  init(_ database: Database) throws {
    schemaVersion = try Int.fetchOne(database, sql: "PRAGMA schema_version")
    sequence = try ChangeLog.lastSequence(database)
  }
}

extension Database {
  func withBusyTimeout(_ milliseconds: Int, _ body: () throws -> Void) throws {
    let before = try Int.fetchOne(self, sql: "PRAGMA busy_timeout") ?? 0
    try execute(sql: "PRAGMA busy_timeout = \(milliseconds)")
    defer { try? execute(sql: "PRAGMA busy_timeout = \(before)") }
    try body()
  }
}
