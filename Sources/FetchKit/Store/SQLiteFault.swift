/// What SQLite reports when a call fails.
struct SQLiteFault {
  /// The result code, extended or not, see sqlite.org/rescode.html.
  let code: Int32
  /// SQLite's own words; `not an error` where it has none.
  let words: String
  /// The database file; nil when the failing call does not tell.
  var file: String?
  /// The error number of the system call that failed; 0 when it is not known.
  var systemError: Int32 = 0

  /// Whether a call of the system failed: `SQLITE_IOERR` and `SQLITE_CANTOPEN`.
  var isOfSystem: Bool { [10, 14].contains(code & 0xFF) }

  /// What went wrong, in one sentence that names the store.
  var sentence: String {
    let store = file ?? "the store"
    switch code & 0xFF {
    case 5, 6: return "\(store) is locked by another program, try again later"
    case 7: return "out of memory"
    case 8 where code >> 8 == 4: return "\(store) was moved or deleted while it was open"
    case 8: return "\(store) cannot be changed: no write permission"
    case 9: return "interrupted"
    case 10 where hasNoSpace, 13: return "no space left on the disk that holds \(store)"
    case 10 where isReading: return "cannot read \(store): \(reason)"
    case 10: return "cannot write \(store): \(reason)"
    case 11: return "\(store) is damaged"
    case 14: return "cannot open \(store): \(reason)"
    case 18: return "a value is too large for SQLite"
    case 19: return brokenConstraint
    case 26: return "\(store) is not an SQLite database"
    default: return isTooDeep ? "the predicate is nested too deeply for SQLite" : ownWords
    }
  }

  private var reason: String {
    systemError == 0 ? "disk I/O error" : SystemError.reason(systemError)
  }

  /// Whether the disk is full, which SQLite does not tell of every file that it writes.
  private var hasNoSpace: Bool {
    guard systemError == 0 else { return systemError == SystemError.noSpace }
    return file.map(SystemError.hasNoSpace) ?? false
  }

  /// Whether the call that failed was to read: `SQLITE_IOERR_READ` and `SQLITE_IOERR_SHORT_READ`.
  private var isReading: Bool { [1, 2].contains(code >> 8) }

  private var isTooDeep: Bool {
    words == "parser stack overflow" || words.hasPrefix("Expression tree is too large")
  }

  private var ownWords: String {
    words == "not an error" ? "SQLite failed with code \(code)" : words
  }

  /// `UNIQUE constraint failed: venue.id` and the like, by the columns that they name.
  private var brokenConstraint: String {
    let columns = words.components(after: "constraint failed: ")
    switch (code >> 8, columns) {
    case (6, let columns?), (8, let columns?), (10, let columns?):
      return "another row has the same \(columns)"
    case (5, let columns?): return "\(columns) needs a value"
    default: return words == "not an error" ? "a rule of the store does not hold" : words
    }
  }
}

extension String {
  /// What follows a text; nil when the string does not contain it.
  fileprivate func components(after text: String) -> String? {
    ranges(of: text).first.map { String(self[$0.upperBound...]) }
  }
}
