internal import Foundation
internal import GRDB
internal import GRDBSQLite

extension FetchStore {
  /// Backs up the store to a new file, even while it is in use; the copy is a consistent snapshot.
  ///
  /// ```swift
  /// try store.backup(to: "books-2024-05-01.sqlite")
  /// ```
  ///
  /// Only this user can read the copy, which appears under its name once it is complete and synced.
  /// Throws a `StoreError`: `corrupt` when the store is damaged and that is not allowed, `cannotWrite` when a
  /// file has the name already, `cancelled` when `isCancelled` returned true.
  public func backup(
    to path: String, allowsDamage: Bool = false, isCancelled: @escaping () -> Bool = { false }
  ) throws {
    try checkIdle("back up")
    try explaining("store.backup", "cannot back up to \(path)", at: path) {
      // An existing file ends this before the private folder would remove them.
      PrivateFolder.removeAbandoned(beside: path)
      try StoreFiles(path: path).checkUnused()
      let folder = try PrivateFolder(beside: path)
      let copy = DatabaseCopy(path: folder.path(of: "copy"))
      try copy.fill(isCancelled: isCancelled) { try read(retries: false, $0) }
      if !allowsDamage {
        try copy.check("store.damagedStore", "the store is damaged")
      }
      try StoreFiles(path: path).checkUnused()
      guard try folder.publish("copy", as: path) else {
        throw StoreError(.cannotWrite, SystemError.message(EEXIST))
      }
    }
  }
}

/// A copy of a database in a file that nobody else has open.
struct DatabaseCopy {
  private static let pagesPerStep: Int32 = 1024

  let path: String

  /// Copies all pages, damaged or not, of the database that `read` calls its argument with, in one transaction.
  func fill(
    isCancelled: @escaping () -> Bool = { false },
    from read: ((Database) throws -> Void) throws -> Void
  ) throws {
    let copy = try DatabaseQueue(path: path)
    do {
      try read { source in
        try copy.writeWithoutTransaction { target in
          try source.backup(to: target, pagesPerStep: Self.pagesPerStep) { _ in
            if isCancelled() { throw StoreError.cancelled }
          }
        }
      }
      if isCancelled() { throw StoreError.cancelled }
      // Without a log the file is complete; a damaged one may refuse this.
      try? copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try copy.close()
    } catch let error as DatabaseError {
      throw StoreError(copying: error, to: copy, at: path)
    }
  }

  /// Removes the log of the file and converts it to a page size.
  func finish(pageSize: Int? = nil) throws {
    let copy = try DatabaseQueue(path: path)
    try copy.writeWithoutTransaction { database in
      guard try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE") == "delete" else {
        throw StoreError(.failed, "store.copyIncomplete", "the copy cannot be completed")
      }
      guard let pageSize, try pageSize != Int.fetchOne(database, sql: "PRAGMA page_size") else {
        return
      }
      try database.execute(sql: "PRAGMA page_size = \(pageSize); VACUUM")
    }
    try copy.close()
  }

  /// Throws a `StoreError` of code `corrupt` that begins with a message when the copy is damaged.
  func check(_ id: StaticString, _ message: ErrorMessage.Text) throws {
    guard let finding = try finding() else { return }
    throw StoreError(
      .corrupt, ErrorMessage("store.because", "\(ErrorMessage(id, message)): \(finding)"))
  }

  private func finding() throws -> ErrorMessage? {
    do {
      let copy = try DatabaseQueue(path: path)
      let findings = try copy.read { database in
        try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
      }
      try copy.close()
      return findings.first.flatMap { $0 == "ok" ? nil : ErrorMessage("store.sqlite", "\($0)") }
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      return SQLiteFault(error).reason
    }
  }
}

// MARK: - Reasons

/// Prefixes the errors of `body` with the operation that failed; `file` is on the disk that it writes to.
func explaining<Result>(
  _ id: StaticString, _ operation: ErrorMessage.Text, at file: String,
  _ body: () throws -> Result
) throws -> Result {
  func prefixed(_ reason: ErrorMessage) -> ErrorMessage {
    ErrorMessage("store.because", "\(ErrorMessage(id, operation)): \(reason)")
  }
  do {
    return try body()
  } catch let error as DatabaseError {
    let fault = SQLiteFault(error, file: file)
    throw StoreError(fault.kind, prefixed(fault.reason))
  } catch let error as StoreError {
    // The file that it names may be a private one.
    if error.code == .cannotWrite, SystemError.hasNoSpace(at: file) {
      throw StoreError(.cannotWrite, prefixed(SystemError.message(ENOSPC)))
    }
    throw StoreError(error.code, prefixed(error.errorMessage), sql: error.sql)
  }
}

extension StoreError {
  /// An error of copying to a database: SQLite has no message for it until the copying has ended.
  init(copying error: DatabaseError, to target: any DatabaseReader, at file: String) {
    let system = try? target.unsafeReentrantRead { database in
      database.sqliteConnection.map { SystemError.last($0) }
    }
    let fault = SQLiteFault(
      code: error.extendedResultCode.rawValue, text: nil, file: file, systemError: system ?? 0)
    self.init(fault.kind, fault.reason)
  }
}

extension SQLiteFault {
  init(_ error: DatabaseError, file: String? = nil, systemError: Int32 = 0) {
    self.init(
      code: error.extendedResultCode.rawValue, text: error.message, file: file,
      systemError: systemError)
  }
}
