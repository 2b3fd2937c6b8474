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

  init(_ error: DatabaseError) {
    let message = error.message ?? error.resultCode.description
    let isTooDeep =
      message == "parser stack overflow" || message.hasPrefix("Expression tree is too large")
    self.init(
      Code(resultCode: Int32(error.extendedResultCode.rawValue)),
      isTooDeep ? "the predicate is nested too deeply for SQLite" : message, sql: error.sql)
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

/// Runs work with GRDB and lets out only errors of this module and of the caller.
func storing<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as DatabaseError {
    throw StoreError(error)
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
