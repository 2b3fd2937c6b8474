internal import Foundation
internal import GRDB
internal import GRDBSQLite

/// A failure reported by SQLite, and the one place that words it.
struct SQLiteFault {
  /// The result code, extended or not, see sqlite.org/rescode.html.
  let code: Int32
  /// SQLite's own text; nil where it has none.
  private let text: String?
  /// The database file; nil when it is not known.
  private let file: String?
  /// The error number of the system call that failed; 0 when it is not known.
  private let systemError: Int32

  init(code: Int32, text: String?, file: String? = nil, systemError: Int32 = 0) {
    self.code = code
    self.text = text == "not an error" ? nil : text
    self.file = file
    self.systemError = systemError
  }

  /// The failure in one sentence that names the store.
  var message: ErrorMessage {
    let store = file.map { "\($0)" as ErrorMessage.Text } ?? "the store"
    let name = ErrorMessage(file == nil ? "store.name" : "store.file", store)
    switch code & 0xFF {
    case 5, 6:
      return ErrorMessage("store.locked", "\(name) is locked by another program, try again later")
    case 7: return ErrorMessage("store.noMemory", "out of memory")
    case 8 where code >> 8 == 4:
      return ErrorMessage("store.moved", "\(name) was moved or deleted while it was open")
    case 8: return ErrorMessage("store.readOnly", "cannot write \(name): no write permission")
    case 9: return ErrorMessage("store.interrupted", "interrupted")
    case _ where isDiskFull:
      return ErrorMessage("store.noSpace", "no space left on the disk that holds \(name)")
    case 10 where isReading: return ErrorMessage("store.read", "cannot read \(name): \(cause)")
    case 10: return ErrorMessage("store.write", "cannot write \(name): \(cause)")
    case 11: return ErrorMessage("store.damaged", "\(name) is damaged")
    case 14: return ErrorMessage("store.open", "cannot open \(name): \(cause)")
    case 18: return ErrorMessage("store.valueTooLarge", "a value is too large for SQLite")
    case 19: return brokenConstraint
    case 26: return ErrorMessage("store.notDatabase", "\(name) is not an SQLite database")
    default: return isTooDeep ? Self.tooDeep : ownText
    }
  }

  /// The cause alone, to stand after the operation that failed.
  var reason: ErrorMessage {
    switch code & 0xFF {
    case _ where isDiskFull: SystemError.message(ENOSPC)
    case 10 where systemError != 0, 14 where systemError != 0: SystemError.message(systemError)
    default: ownText
    }
  }

  private var cause: ErrorMessage {
    guard systemError == 0 else { return SystemError.message(systemError) }
    // SQLite does not tell why a file cannot be opened.
    if code & 0xFF == 14, let file, access(file, R_OK) != 0 { return SystemError.message(errno) }
    return ErrorMessage("system.io", "disk I/O error")
  }

  var kind: StoreError.Code { isDiskFull ? .cannotWrite : StoreError.Code(resultCode: code) }

  /// Whether the disk is full, which SQLite reports as `SQLITE_FULL` for some files only.
  private var isDiskFull: Bool {
    guard [10, 14].contains(code & 0xFF) else { return code & 0xFF == 13 }
    guard systemError == 0 else { return systemError == ENOSPC }
    return file.map(SystemError.hasNoSpace) ?? false
  }

  /// Whether reading failed: `SQLITE_IOERR_READ`, `SQLITE_IOERR_SHORT_READ` and `SQLITE_IOERR_CORRUPTFS`.
  private var isReading: Bool { [1, 2, 33].contains(code >> 8) }

  private static let tooDeep = ErrorMessage(
    "store.predicateTooDeep", "the predicate is nested too deeply for SQLite")

  private var isTooDeep: Bool {
    text == "parser stack overflow" || text?.hasPrefix("Expression tree is too large") == true
  }

  private var ownText: ErrorMessage {
    if let text { return ErrorMessage("store.sqlite", "\(text)") }
    return sqlite3_errstr(code).map { ErrorMessage("store.sqlite", "\(String(cString: $0))") }
      ?? ErrorMessage("store.sqliteCode", "SQLite failed with code \(code)")
  }

  /// A constraint that does not hold; only SQLite's text, as in `UNIQUE constraint failed: venue.id`, names columns.
  private var brokenConstraint: ErrorMessage {
    if code == StoreError.Code.refusal, let refusal = text.flatMap(ErrorMessage.init(json:)) {
      return refusal
    }
    let columns = text.flatMap { text in
      text.ranges(of: "constraint failed: ").first.map { String(text[$0.upperBound...]) }
    }
    switch (code >> 8, columns) {
    case (6, let columns?), (8, let columns?), (10, let columns?):
      return ErrorMessage("store.duplicate", "another row has the same \(columns)")
    case (5, let columns?): return ErrorMessage("store.valueMissing", "\(columns) needs a value")
    default:
      return text.map { ErrorMessage("store.sqlite", "\($0)") }
        ?? ErrorMessage("store.constraint", "a constraint of the store does not hold")
    }
  }
}

extension ErrorMessage {
  /// The message as JSON, the form in which FetchKit's own SQL functions pass it through SQLite.
  var json: String? {
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }

  fileprivate init?(json: String) {
    guard let message = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else {
      return nil
    }
    self = message
  }
}
