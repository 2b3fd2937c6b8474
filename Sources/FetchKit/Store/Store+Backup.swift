internal import Foundation
internal import GRDB
internal import GRDBSQLite

extension Store {
  /// Copies the store into a new file, even while it is in use: the copy is the store at one moment.
  ///
  /// The copy can be read by this user only, and has its name once it is complete and on the disk.
  /// Throws a `StoreError`: `corrupt` when the store is damaged and that is not allowed, `cannotWrite` when a
  /// file has the name already, `cancelled` when `isCancelled` returned true.
  public func backup(
    to path: String, allowsDamage: Bool = false, isCancelled: @escaping () -> Bool = { false }
  ) throws {
    try explaining("cannot back up to \(path)") {
      let folder = try PrivateFolder(beside: path)
      let copy = DatabaseCopy(path: folder.path(of: "copy"))
      try copy.fill(from: connection, isCancelled: isCancelled)
      if !allowsDamage {
        try explaining("the store is damaged") { try copy.check() }
      }
      guard try folder.publish("copy", as: path) else {
        throw StoreError(.cannotWrite, "file exists")
      }
    }
  }
}

/// A copy of a database in a file of its own, which nobody else has open.
struct DatabaseCopy {
  private static let pagesPerStep: Int32 = 1024
  private static let stopped = StoreError(.cancelled, "stopped")

  let path: String

  /// Copies all pages, damaged or not, as one transaction sees them.
  func fill(from source: StoreConnection, isCancelled: @escaping () -> Bool = { false }) throws {
    let copy = try DatabaseQueue(path: path)
    do {
      try source.backup(to: copy, pagesPerStep: Self.pagesPerStep) { _ in
        if isCancelled() { throw Self.stopped }
      }
      if isCancelled() { throw Self.stopped }
      // The file is then complete without a log beside it; a damaged one may refuse.
      try? copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try copy.close()
    } catch let error as DatabaseError {
      throw StoreError(error, of: copy)
    }
  }

  /// Throws a `StoreError` of code `corrupt` when the copy is damaged.
  func check() throws {
    do {
      let copy = try DatabaseQueue(path: path)
      let findings = try copy.read { database in
        try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
      }
      try copy.close()
      if let first = findings.first, first != "ok" { throw StoreError(.corrupt, first) }
    } catch let error as DatabaseError {
      throw StoreError(.corrupt, StoreError.reason(error))
    }
  }
}

// MARK: - Reasons

/// Names what failed, and where, in front of the reason that an error gives.
func explaining<Result>(_ failure: String, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as DatabaseError {
    let code = StoreError.Code(resultCode: error.resultCode.rawValue)
    throw StoreError(code, "\(failure): \(StoreError.reason(error))")
  } catch let error as StoreError {
    throw StoreError(error.code, "\(failure): \(error.message)", sql: error.sql)
  }
}

extension StoreError {
  /// An error of a connection that knows which call of the system failed.
  fileprivate init(_ error: DatabaseError, of queue: DatabaseQueue) {
    let code = queue.unsafeReentrantRead { database in
      database.sqliteConnection.map(SystemError.last) ?? 0
    }
    self.init(
      Code(resultCode: error.resultCode.rawValue), Self.reason(error, systemError: code))
  }

  /// Why SQLite failed, in the words of the system where it knows them.
  static func reason(_ error: DatabaseError, systemError: Int32 = 0) -> String {
    switch error.resultCode {
    case .SQLITE_FULL: return SystemError.reason(ENOSPC)
    case .SQLITE_IOERR where systemError != 0, .SQLITE_CANTOPEN where systemError != 0:
      return SystemError.reason(systemError)
    default:
      // While SQLite copies a database, it has no words for what fails.
      guard let message = error.message, message != "not an error" else {
        return String(cString: sqlite3_errstr(error.resultCode.rawValue))
      }
      return message
    }
  }
}
