internal import GRDB
internal import SQLiteBulkLoad

/// The reason an operation of a store failed.
///
/// ```swift
/// do {
///   try store.write("Add a book") { $0.insert(book) }
/// } catch let error as StoreError where error.code == .constraint {
///   for error in error.attributeErrors { print(error.keyPath, error.reason) }
/// }
/// ```
public struct StoreError: Error, Hashable, Sendable {
  /// The kind of a failure.
  public enum Code: Hashable, Sendable {
    /// The file cannot be opened or is not a store.
    case cannotOpen
    /// Another program kept the store locked for longer than the store waits.
    case locked
    /// The file or its folder is not writable.
    case readOnly
    /// The disk is full or failed.
    case cannotWrite
    /// Another file replaced the store while it was open.
    case replaced
    /// The file is damaged.
    case corrupt
    /// The store was written by a newer version of the program.
    case newerVersion
    /// The operation was canceled or superseded.
    case cancelled
    /// The request does not fit the model.
    case invalidRequest
    /// The object is no longer in the store, or never was.
    case objectNotFound
    /// The model is inconsistent or does not fit what is stored.
    case invalidModel
    /// An object was changed since it was read, see `MergePolicy.error`.
    case conflict
    /// A value does not fit an attribute, or an identifier already exists.
    case constraint
    /// The change was not made because it is too large to undo.
    case tooLargeToUndo
    /// Any other failure of SQLite.
    case failed
  }

  /// The kind of failure.
  public let code: Code
  /// The statement that failed; nil when none was run.
  public let sql: String?

  package let errorMessage: ErrorMessage
  /// What is wrong with the attributes of an object, see `FetchableEntity.validate(_:)`; empty for other errors.
  public internal(set) var attributeErrors: [AttributeError] = []

  /// The reason in English, in one sentence without a period.
  public var message: String { errorMessage.description }

  init(_ code: Code, _ message: ErrorMessage, sql: String? = nil) {
    self.code = code
    self.errorMessage = message
    self.sql = sql
  }

  init(_ code: Code, _ id: StaticString, _ text: ErrorMessage.Text) {
    self.init(code, ErrorMessage(id, text))
  }

  /// The end of an operation that its caller stopped.
  static let cancelled = StoreError(.cancelled, "store.cancelled", "stopped")

  /// An object that is expected in the store and is not there.
  static func rowGone(_ row: Int64, _ entity: EntityDescription) -> StoreError {
    StoreError(.objectNotFound, "store.rowGone", "\(entity.name) \(row) is no longer in the store")
  }

  /// An error of GRDB; `file` is the database, `systemError` the error number of the connection.
  init(_ error: DatabaseError, file: String? = nil, systemError: Int32 = 0) {
    self.init(SQLiteFault(error, file: file, systemError: systemError), sql: error.sql)
  }

  init(_ fault: SQLiteFault, sql: String? = nil) {
    self.init(fault.kind, fault.message, sql: sql)
  }
}

extension StoreError {
  init(_ error: BulkLoadError) {
    switch error {
    case .cancelled: self = .cancelled
    case .wrongPageSize(let path):
      self.init(.failed, "store.pageSize", "\(path) has pages of an unexpected size")
    case .system(let operation, let file, let code):
      let reason = SystemError.message(code)
      let text: ErrorMessage =
        switch operation {
        case .create: ErrorMessage("store.createFile", "cannot create \(file): \(reason)")
        case .open: ErrorMessage("store.openFile", "cannot open \(file): \(reason)")
        case .read: ErrorMessage("store.readFile", "cannot read \(file): \(reason)")
        case .write: ErrorMessage("store.writeFile", "cannot write \(file): \(reason)")
        }
      self.init(.cannotWrite, text)
    }
  }
}

extension StoreError: DescribedError, CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension StoreError.Code {
  /// The result code of FetchKit's own SQL functions for invalid arguments: `SQLITE_CONSTRAINT_FUNCTION`.
  static let refusal: Int32 = 19 | 4 << 8

  /// The kind of an SQLite result code, see sqlite.org/rescode.html.
  init(resultCode: Int32) {
    guard resultCode != Self.refusal else {
      self = .invalidRequest
      return
    }
    switch resultCode & 0xFF {
    case 5, 6: self = .locked
    case 8: self = .readOnly
    case 9: self = .cancelled
    case 10, 13: self = .cannotWrite
    case 11: self = .corrupt
    case 14, 26: self = .cannotOpen
    case 19, 20: self = .constraint
    default: self = .failed
    }
  }
}

/// Runs work with GRDB and converts its errors; `file` is the database that they name.
func storing<Result>(at file: String? = nil, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as DatabaseError {
    throw StoreError(error, file: file)
  } catch let error as BulkLoadError {
    throw StoreError(error)
  }
}

// MARK: - With a store

extension FetchStore {
  /// Runs work with the store's connections; errors name its file and the reason of a failed system call.
  func storing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StoreError(error, file: file, systemError: systemError(error))
    }
  }

  private var file: String? { path == ":memory:" ? nil : path }

  /// The error number of the writing connection's last system call; 0 when none failed.
  private func systemError(_ error: DatabaseError) -> Int32 {
    guard [.SQLITE_IOERR, .SQLITE_CANTOPEN].contains(error.resultCode) else { return 0 }
    let code = (try? connection.writer())?.unsafeReentrantWrite { writer in
      writer.sqliteConnection.map(SystemError.last)
    }
    return code ?? 0
  }
}
