internal import GRDB

/// Why the store could not do what was asked.
public struct StoreError: Error, Hashable, Sendable {
  /// What kind of trouble it is.
  public enum Code: Hashable, Sendable {
    /// The file cannot be opened, or is no store.
    case cannotOpen
    /// Another program kept the store locked for longer than the store waits.
    case locked
    /// The file or its folder cannot be written.
    case readOnly
    /// The disk is full or failed.
    case cannotWrite
    /// Another file took the place of the store while it was open.
    case replaced
    /// The file is damaged.
    case corrupt
    /// The store was written by a newer version of the program.
    case newerVersion
    /// A newer request took the place of this one.
    case cancelled
    /// The model has no such entity, or the request does not fit it.
    case invalidRequest
    /// A value does not fit an attribute, or an identifier is there already.
    case constraint
    /// The change was not made: what it would overwrite is too much to be kept for undoing it.
    case tooLargeToUndo
    /// Anything else that SQLite refused.
    case failed
  }

  /// What kind of failure it is.
  public let code: Code
  /// What happened, in one sentence without a full stop.
  public let message: String
  /// The statement that failed; nil when none was run.
  public let sql: String?

  init(_ code: Code, _ message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// An error of GRDB; `file` is the database, `systemError` what the system said to the connection.
  init(_ error: DatabaseError, file: String? = nil, systemError: Int32 = 0) {
    let fault = SQLiteFault(
      code: error.extendedResultCode.rawValue, words: error.message ?? "not an error", file: file,
      systemError: systemError)
    self.init(fault, sql: error.sql)
  }

  init(_ fault: SQLiteFault, sql: String? = nil) {
    self.init(Code(resultCode: fault.code), fault.sentence, sql: sql)
  }
}

extension StoreError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension StoreError.Code {
  /// What a function of ours ends a statement with whose arguments it refuses: `SQLITE_CONSTRAINT_FUNCTION`.
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

/// Runs work with GRDB and lets out only errors of this module and of the caller; `file` is what they name.
func storing<Result>(at file: String? = nil, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as DatabaseError {
    throw StoreError(error, file: file)
  }
}

/// Runs asynchronous work with GRDB; what a cancellation stopped is a `CancellationError`.
func storing<Result>(_ body: () async throws -> Result) async throws -> Result {
  do {
    return try await body()
  } catch let error as DatabaseError {
    throw error.resultCode == .SQLITE_INTERRUPT ? CancellationError() : StoreError(error)
  } catch let error as StoreError where error.code == .cancelled {
    throw CancellationError()
  }
}

// MARK: - With a store

extension Store {
  /// Runs work with the store's connections: errors name its file, and why the system refused something.
  func storing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StoreError(error, file: file, systemError: systemError(error))
    }
  }

  /// Runs asynchronous work with the store's connections; what a cancellation stopped is a `CancellationError`.
  func storing<Result>(_ body: () async throws -> Result) async throws -> Result {
    try await FetchKit.storing {
      do {
        return try await body()
      } catch let error as DatabaseError where error.resultCode != .SQLITE_INTERRUPT {
        throw StoreError(error, file: file, systemError: systemError(error))
      }
    }
  }

  /// nil for a store in memory.
  private var file: String? { path == ":memory:" ? nil : path }

  /// What the system said to the connection that writes; 0 when the error is none of the system.
  private func systemError(_ error: DatabaseError) -> Int32 {
    guard [.SQLITE_IOERR, .SQLITE_CANTOPEN].contains(error.resultCode) else { return 0 }
    let code = (try? connection.writer())?.unsafeReentrantWrite { writer in
      writer.sqliteConnection.map(SystemError.last)
    }
    return code ?? 0
  }
}
