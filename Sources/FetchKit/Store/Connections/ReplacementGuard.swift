internal import CStore
internal import Foundation
internal import GRDB

/// Prevents writes to a file that replaced the store while it was open.
///
/// Somebody may move or copy a backup over an open store. SQLite's write-ahead log belongs to the previous file and
/// would corrupt the new one (see sqlite.org/howtocorrupt.html). Each transaction therefore checks, with the write
/// lock held, that the file is still the one that was opened, and fails otherwise.
final class ReplacementGuard: TransactionObserver, Sendable {
  private struct State {
    var identity: FileIdentity?
    var isReplaced = false
    /// The state of the file at the last check of its content.
    var checked: FileState?
    var stamp: StoreStamp?
    /// The last state that the writing connection saw, and the count of commits at that time.
    var seen: StoreStamp?
    var commits: UInt32?
    /// The connection that writes.
    nonisolated(unsafe) var writer: OpaquePointer?
  }

  private let path: String
  private let state = Protected(State())

  /// Creates a guard that is inactive until `begin` is called.
  init(path: String) { self.path = path }

  func begin(_ writer: any DatabaseWriter) {
    writer.writeWithoutTransaction { database in
      nonisolated(unsafe) let connection = database.sqliteConnection
      state.withLock { state in
        state.identity = FileIdentity(path: path)
        state.checked = FileState(path: path)
        if case .found(let stamp) = StoreStamp.read(path) { state.stamp = stamp }
        state.writer = connection
      }
      remember(database)
    }
    writer.add(transactionObserver: self)
  }

  /// Whether the file was replaced or removed; does not read its content.
  var isReplaced: Bool {
    state.withLock { state in
      state.isReplaced || state.identity.map { $0 != FileIdentity(path: path) } ?? false
    }
  }

  /// Checks whether the file is still that of the store, as far as it tells alone.
  @discardableResult
  func check() -> Bool { check(through: nil) }

  /// Checks whether the file is still that of the store; `current` is a connection to it.
  @discardableResult
  func check(_ current: Database) -> Bool {
    guard !current.isInsideTransaction else { return check(through: current) }
    var isInPlace: Bool?
    // What is committed meanwhile by others does not get into the file before the transaction ends.
    try? current.inTransaction(.deferred) {
      isInPlace = check(through: current)
      return .rollback
    }
    return isInPlace ?? check()
  }

  private func check(through current: Database?) -> Bool {
    guard hasChanged else { return !isReplaced }
    // Look through the connection first, so that the file cannot be newer than what it sees.
    let look = current.map(look)
    let file = FileState(path: path)
    let reading = StoreStamp.read(path)
    return state.withLock { state in
      if !state.isReplaced { state.isReplaced = Self.isReplaced(file, reading, look, &state) }
      return !state.isReplaced
    }
  }

  /// Records what a connection sees while the file is unchanged.
  func remember(_ current: Database) {
    guard !hasChanged else { return }
    let look = look(current)
    guard let seen = try? look.seen.get(), let commits = look.commits, !hasChanged else { return }
    state.withLock { ($0.seen, $0.commits) = (seen, commits) }
  }

  /// The state of the store on a connection; the count of commits is nil when it may belong to another state.
  private func look(_ database: Database) -> (
    seen: Result<StoreStamp, any Error>, commits: UInt32?
  ) {
    // Other connections may not have opened the log yet.
    nonisolated(unsafe) let connection = database.sqliteConnection
    let isWriter = state.withLock { connection != nil && $0.writer == connection }
    let before = isWriter ? connection.flatMap(Self.commits) : nil
    let seen = Result { try StoreStamp(database, after: state.withLock(\.seen)) }
    let after = isWriter ? connection.flatMap(Self.commits) : nil
    return (seen, before == after ? after : nil)
  }

  /// The number of commits to the log so far, which wraps around; nil for a connection without a log.
  private static func commits(_ connection: OpaquePointer) -> UInt32? {
    var commits: UInt32 = 0
    return cstore_log_commits(connection, &commits) == 0 ? nil : commits
  }

  /// Throws when the file was replaced; called with the write lock held.
  func verify(_ database: Database) throws {
    guard check(database) else { throw Self.replaced(path) }
  }

  /// Whether the file was written or replaced since the last check.
  var hasChanged: Bool {
    state.withLock { state in
      state.identity != nil && !state.isReplaced && FileState(path: path) != state.checked
    }
  }

  private static func isReplaced(
    _ file: FileState?, _ reading: StoreStamp.Reading,
    _ look: (seen: Result<StoreStamp, any Error>, commits: UInt32?)?, _ state: inout State
  ) -> Bool {
    guard let file, file.identity == state.identity else { return true }
    switch reading {
    case .found(let stamp):
      guard state.stamp.map(stamp.follows) ?? true else { return true }
      // Without a commit the file cannot get ahead of what was seen before. With one, tables that moved are
      // more likely another file. What the connection sees now may already come from that.
      if let commits = look?.commits, let seen = state.seen {
        let isExpected =
          commits == state.commits ? stamp.isPast(of: seen) : !stamp.hasMovedTables(since: seen)
        guard isExpected else { return true }
      }
      switch look?.seen {
      case .success(let seen):
        guard stamp.isPast(of: seen) else { return true }
        if let commits = look?.commits { (state.seen, state.commits) = (seen, commits) }
      // The file is sound but SQLite's cached pages are not: they belong to another file.
      case .failure(let error as DatabaseError) where StoreError(error).code == .corrupt:
        return true
      case .failure(let error as StoreError) where error.code == .corrupt: return true
      // A later check through a connection decides.
      case .failure, nil: return false
      }
      (state.checked, state.stamp) = (file, stamp)
      return false
    // Another process may be running a checkpoint: check again the next time.
    case .unreadable: return false
    case .noDatabase: return true
    }
  }

  /// Throws when a new connection has opened another file than the previous ones.
  func checkConnection() throws {
    let identity = state.withLock(\.identity)
    guard identity == nil || identity == FileIdentity(path: path) else {
      state.withLock { $0.isReplaced = true }
      throw Self.replaced(path)
    }
  }

  /// Prevents the writing connection from changing a file that is not its own when it closes.
  func prepareToClose() {
    let isOurs = check()
    state.withLock { state in
      if !isOurs, let writer = state.writer { cstore_keep_log_on_close(writer) }
      state.writer = nil
    }
  }

  // MARK: TransactionObserver

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ database: Database) { remember(database) }
  func databaseDidRollback(_ database: Database) {}

  /// Called with the write lock held, while the connection cannot be used; an error rolls back.
  func databaseWillCommit() throws {
    guard !isReplaced else { throw Self.replaced(path) }
  }

  /// The error of a store whose file is another one now, or missing.
  static func replaced(_ path: String) -> StoreError {
    guard FileIdentity(path: path) != nil else {
      return StoreError(
        .replaced, "store.deleted",
        "the store \(path) was deleted while it was open: nothing was written")
    }
    return StoreError(
      .replaced, "store.replaced",
      "the store \(path) was replaced by another file while it was open: nothing was written, open it again"
    )
  }
}

/// The properties of a store that tell whether a file has an earlier or a later state of it.
struct StoreStamp: Hashable {
  enum Reading {
    case found(StoreStamp)
    case unreadable
    case noDatabase
  }

  private let identifier: String
  private let sequence: Int64
  /// SQLite's schema version, which grows with each change of the schema.
  private let schemaVersion: Int64
  private let roots: [String: Int64]

  /// The store as a connection sees it, perhaps after an earlier look at the same store.
  init(_ database: Database, after earlier: StoreStamp? = nil) throws {
    identifier = try Self.identifier(in: database) ?? ""
    sequence = try ChangeLog.lastSequence(database)
    schemaVersion = try database.integer("PRAGMA schema_version", isReused: true)
    // A table only moves with a change of the schema, so the pages need not be listed after each commit.
    if let earlier, earlier.identifier == identifier, earlier.schemaVersion == schemaVersion {
      roots = earlier.roots
    } else {
      let rows = try Row.fetchAll(
        database, sql: "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0")
      roots = Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Reads the file alone, without its log.
  static func read(_ path: String) -> Reading {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { try ConnectionSetup.distrustSchema(of: $0) }
    let uri = "\(URL(filePath: path).absoluteString)?immutable=1"
    do {
      let queue = try DatabaseQueue(path: uri, configuration: configuration)
      return .found(try queue.read { try StoreStamp($0) })
    } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
      return .noDatabase
    } catch {
      return .unreadable
    }
  }

  /// Whether this may be what the file of a store held before it became another one.
  func isPast(of other: StoreStamp) -> Bool {
    isSameStore(as: other) && sequence <= other.sequence && schemaVersion <= other.schemaVersion
      && (schemaVersion < other.schemaVersion || roots == other.roots)
  }

  /// Whether a table of FetchKit's own begins on another page than before.
  func hasMovedTables(since earlier: StoreStamp) -> Bool {
    guard schemaVersion >= earlier.schemaVersion else { return false }
    return roots.contains { name, root in
      name.hasPrefix("fetchkit_") && root != earlier.roots[name] ?? root
    }
  }

  func follows(_ earlier: StoreStamp) -> Bool {
    earlier.isSameStore(as: self) && sequence >= earlier.sequence
      && schemaVersion >= earlier.schemaVersion
  }

  /// A file of an earlier version has no identifier yet.
  private func isSameStore(as later: StoreStamp) -> Bool {
    identifier == later.identifier || identifier.isEmpty
  }

  private static let key = "store"

  static func identifier(in database: Database) throws -> String? {
    try Metadata.text(key, database)
  }

  /// Sets the identifier of a store that has none.
  static func install(in database: Database) throws {
    if try identifier(in: database) == nil { try install(nil, in: database) }
  }

  /// Sets the identifier of a copy to that of another store, or to a new one.
  static func install(_ identifier: String?, in database: Database) throws {
    try Metadata.set(identifier ?? UUID().uuidString, key, database)
  }
}
