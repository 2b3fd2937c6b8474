internal import CStore
internal import Foundation
internal import GRDB
internal import Synchronization

/// Keeps a store from writing into a file that took the place of its own.
///
/// Somebody may move or copy a backup over a store that is open. What SQLite has in its log belongs to the
/// file of before, and would destroy the new one (see sqlite.org/howtocorrupt.html). So each transaction looks,
/// with the write lock held, whether the file is still the one that was opened, and fails otherwise.
final class ReplacementGuard: TransactionObserver, Sendable {
  private struct State {
    var identity: FileIdentity?
    var isReplaced = false
    /// The file as it was when its content was looked at last.
    var checked: FileState?
    var stamp: StoreStamp?
    /// The connection that writes.
    nonisolated(unsafe) var writer: OpaquePointer?
  }

  private let path: String
  private let state = Mutex(State())

  /// A guard of nothing, until `begin` is called.
  init(path: String) { self.path = path }

  /// Guards the file that is at the path now.
  func begin(_ writer: any DatabaseWriter) {
    writer.writeWithoutTransaction { database in
      nonisolated(unsafe) let connection = database.sqliteConnection
      state.withLock { state in
        state.identity = FileIdentity(path: path)
        state.checked = FileState(path: path)
        if case .found(let stamp) = StoreStamp.read(path) { state.stamp = stamp }
        state.writer = connection
      }
    }
    writer.add(transactionObserver: self)
  }

  /// Whether another file, or none, was found in the place of the store's; does not look into it.
  var isReplaced: Bool {
    state.withLock { state in
      state.isReplaced || state.identity.map { $0 != FileIdentity(path: path) } ?? false
    }
  }

  /// Whether the file is still that of the store, as far as can be told now; `current` is the store as a
  /// connection with a transaction sees it.
  @discardableResult
  func check(_ current: Database? = nil) -> Bool {
    guard hasChanged else { return !isReplaced }
    // The transaction first: what is in the file cannot be newer than what it sees then.
    let seen = current.map { database in Result { try StoreStamp(database) } }
    let file = FileState(path: path)
    let reading = StoreStamp.read(path)
    return state.withLock { state in
      if !state.isReplaced { state.isReplaced = Self.isReplaced(file, reading, seen, &state) }
      return !state.isReplaced
    }
  }

  /// Throws when the file is not that of the store any more; called with the write lock held.
  func verify(_ database: Database) throws {
    guard check(database) else { throw Self.replaced(path) }
  }

  /// Whether something was written to the file, or another one is in its place, since it was looked at.
  var hasChanged: Bool {
    state.withLock { state in
      state.identity != nil && !state.isReplaced && FileState(path: path) != state.checked
    }
  }

  private static func isReplaced(
    _ file: FileState?, _ reading: StoreStamp.Reading, _ seen: Result<StoreStamp, any Error>?,
    _ state: inout State
  ) -> Bool {
    guard let file, file.identity == state.identity else { return true }
    switch reading {
    case .found(let stamp):
      switch seen {
      case .success(let seen) where !stamp.isPast(of: seen): return true
      // The file is sound, but what SQLite remembers of it is not: it remembers another one.
      case .failure(let error as DatabaseError) where StoreError(error).code == .corrupt:
        return true
      case .success, .failure, nil: break
      }
      let follows = state.stamp.map(stamp.follows) ?? true
      (state.checked, state.stamp) = (file, stamp)
      return !follows
    // Another process may be copying its log into the file: it is looked at again the next time.
    case .unreadable: return false
    case .noDatabase: return true
    }
  }

  /// Throws when a connection that was opened just now has another file than those before it.
  func checkConnection() throws {
    let identity = state.withLock(\.identity)
    guard identity == nil || identity == FileIdentity(path: path) else {
      state.withLock { $0.isReplaced = true }
      throw Self.replaced(path)
    }
  }

  /// Keeps the connection that writes from touching the files when it closes, if they are not its own.
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
  func databaseDidCommit(_ database: Database) {}
  func databaseDidRollback(_ database: Database) {}

  /// Called with the write lock held, when the connection cannot be asked; an error makes the transaction fail.
  func databaseWillCommit() throws {
    guard !isReplaced else { throw Self.replaced(path) }
  }

  static func replaced(_ path: String) -> StoreError {
    StoreError(
      .replaced, "store.replaced",
      "the store \(path) was replaced by another file while it was open: nothing was written, open it again"
    )
  }
}

/// What tells whether a file holds an earlier or a later state of the same store.
struct StoreStamp: Hashable {
  enum Reading {
    case found(StoreStamp)
    case unreadable
    case noDatabase
  }

  private let identifier: String
  private let sequence: Int64
  /// SQLite's number of the schema, which grows with each change of it.
  private let schemaVersion: Int64
  /// The pages at which tables and indexes begin.
  private let roots: String

  /// The store as a connection sees it.
  init(_ database: Database) throws {
    identifier = try Self.identifier(in: database) ?? ""
    sequence = try ChangeLog.lastSequence(database)
    schemaVersion = try Int64.fetchOne(database, sql: "PRAGMA schema_version") ?? 0
    roots =
      try String.fetchOne(
        database,
        sql: "SELECT group_concat(name || ' ' || rootpage) FROM sqlite_schema WHERE rootpage > 0")
      ?? ""
  }

  /// Reads the file alone, without its log.
  static func read(_ path: String) -> Reading {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { try ConnectionSetup.distrustSchema(of: $0) }
    let uri = "\(URL(filePath: path).absoluteString)?immutable=1"
    do {
      return .found(try DatabaseQueue(path: uri, configuration: configuration).read(Self.init))
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

  func follows(_ earlier: StoreStamp) -> Bool {
    earlier.isSameStore(as: self) && sequence >= earlier.sequence
      && schemaVersion >= earlier.schemaVersion
  }

  /// A file of an earlier version has no identifier yet.
  private func isSameStore(as later: StoreStamp) -> Bool {
    identifier == later.identifier || identifier.isEmpty
  }

  /// The metadata key of a text that no other store has.
  private static let key = "store"

  static func identifier(in database: Database) throws -> String? {
    try String.fetchOne(
      database, sql: "SELECT value FROM fetchkit_metadata WHERE key = ?", arguments: [key])
  }

  /// Gives a store its identifier, unless it has one.
  static func install(in database: Database) throws {
    try database.execute(
      sql: "INSERT OR IGNORE INTO fetchkit_metadata (key, value) VALUES (?, ?)",
      arguments: [key, UUID().uuidString])
  }

  /// Gives a copy of a store the identifier of another one, or one of its own.
  static func install(_ identifier: String?, in database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO fetchkit_metadata (key, value) VALUES (?, ?)",
      arguments: [key, identifier ?? UUID().uuidString])
  }
}
