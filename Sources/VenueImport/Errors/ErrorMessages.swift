package import FetchKit
import JSONStream

// The texts of all errors, warnings and skip reasons of an import.

extension ImportFailure.Reason {
  package var errorMessage: ErrorMessage {
    switch self {
    case .syntax(let kind): kind.errorMessage
    case .unexpectedEnd(let construct, let start): construct.unexpectedEnd(start)
    case .emptyFile: ErrorMessage("import.emptyFile", "the file is empty")
    case .otherFormat(let name):
      ErrorMessage(
        "import.otherFormat", "cannot read \(name) files: unpack or convert it to JSON or CSV")
    case .htmlPage: ErrorMessage("import.htmlPage", "not JSON: this is an HTML or XML page")
    case .unexpectedRoot(let kind?):
      ErrorMessage(
        "import.unexpectedRoot",
        "expected an object or an array of venues, found \(kind.errorMessage)")
    case .unexpectedRoot(nil):
      ErrorMessage(
        "import.notJSON",
        "not venue data: neither JSON nor CSV with venue columns such as name and city")
    case .noVenues(nil):
      ErrorMessage("import.noVenues", "not venue data: no venues and no name found")
    case .noVenueList(nil):
      ErrorMessage(
        "import.noVenueList",
        "no venues found in venues, groups, results, items or features, at the top or in response"
      )
    case .noVenues(let path?), .noVenueList(let path?):
      ErrorMessage(
        "import.namedObjects",
        "no venues found where they are expected, but objects with names in \(path): try `jq \(path.hasSuffix("[]") ? "'\(path)'" : path) FILE | boba import -`"
      )
    case .columns:
      ErrorMessage(
        "import.columns",
        "an object of columns: write one object for each venue, in pandas with orient=\"records\"")
    case .onlySkipped(let reason): reason.errorMessage
    case .incompleteReplacement(unreadable: 0):
      ErrorMessage(
        "import.emptyReplacement",
        "nothing was replaced, because the file has no venues and all others would be deleted")
    case .incompleteReplacement(let count):
      ErrorMessage(
        "import.incompleteReplacement",
        "nothing was replaced, because the venues of unreadable rows (\(count)) would be deleted; correct the rows, or import without --replace"
      )
    case .apiError(let error): error.errorMessage
    case .cellCount(let expected, let found):
      ErrorMessage("import.cellCount", "expected \(expected) cells, found \(found)")
    case .valueTooLong(let megabytes):
      ErrorMessage("import.valueTooLong", "value longer than \(megabytes) MB")
    case .corruptGzip: ErrorMessage("import.corruptGzip", "corrupt gzip data")
    case .truncatedGzip: ErrorMessage("import.truncatedGzip", "unexpected end of gzip data")
    case .cannotOpen(let name, let code):
      ErrorMessage("import.cannotOpen", "cannot open \(name): \(SystemError.message(code))")
    case .cannotOpenFolder(let path, let code):
      ErrorMessage(
        "import.cannotOpenFolder", "cannot open folder \(path): \(SystemError.message(code))")
    case .cannotRead(let name, let code):
      ErrorMessage("import.cannotRead", "cannot read \(name): \(SystemError.message(code))")
    case .emptyFolder(let path):
      ErrorMessage("import.emptyFolder", "no venue data in folder \(path)")
    case .store(let error): error.errorMessage
    case .other(let text): ErrorMessage("import.unexpectedError", "unexpected error: \(text)")
    case .cancelled: ErrorMessage("import.canceled", "import canceled; nothing was changed")
    }
  }
}

extension SkipReason {
  package var errorMessage: ErrorMessage {
    switch self {
    case .notAnObject(let kind): .expected(JSONKind.object.errorMessage, found: kind.errorMessage)
    case .noName: ErrorMessage("import.noName", "no name")
    case .invalidName(let problem): problem.errorMessage(field: "name")
    case .badLine(let reason): ErrorMessage("import.badLine", "bad line: \(reason.errorMessage)")
    case .apiError(let error): error.errorMessage
    case .repeatedID: ErrorMessage("import.repeatedID", "repeated id")
    }
  }
}

extension APIError {
  var errorMessage: ErrorMessage {
    guard let code else {
      return ErrorMessage("import.apiMessage", "API error response: \(detail ?? type ?? "")")
    }
    let name = [code, type].compactMap(\.self).joined(separator: " ")
    let text = [name, detail].compactMap(\.self).joined(separator: ": ")
    return ErrorMessage("import.apiError", "API error response: code \(text)")
  }
}

extension ImportWarning.Reason {
  var errorMessage: ErrorMessage {
    switch self {
    case .field(let name, let problem): problem.errorMessage(field: name)
    case .invalidUTF8(let offset):
      ErrorMessage(
        "import.invalidUTF8", "invalid UTF-8 at byte \(offset): read as Windows-1252")
    case .invalidUTF16(let offset):
      ErrorMessage("import.invalidUTF16", "invalid UTF-16 at byte \(offset): replaced by U+FFFD")
    case .moreWarnings(1): ErrorMessage("import.oneMoreWarning", "1 more warning")
    case .moreWarnings(let count): ErrorMessage("import.moreWarnings", "\(count) more warnings")
    }
  }
}

extension FieldProblem {
  /// The problem after the name of its field.
  func errorMessage(field: String) -> ErrorMessage {
    ErrorMessage("import.field", "\(field): \(errorMessage)")
  }

  private var errorMessage: ErrorMessage {
    switch self {
    case .wrongType(let expected, let found):
      .expected(expected.errorMessage, found: found.errorMessage)
    case .notNumber: ErrorMessage("import.notNumber", "not a valid number")
    case .notInteger: ErrorMessage("import.notInteger", "not a valid integer")
    case .negative: ErrorMessage("import.negative", "must not be negative")
    case .notBetween(let least, let most):
      ErrorMessage("import.notBetween", "must be between \(least) and \(most)")
    case .notDate: ErrorMessage("import.notDate", "not a date")
    case .valueCount(let count, let expected):
      ErrorMessage("import.valueCount", "\(count) instead of \(expected) values; none is used")
    case .notPoint: ErrorMessage("import.notPoint", "not a point")
    case .noSuchPlace: ErrorMessage("import.noSuchPlace", "coordinates out of range")
    case .nullIsland: ErrorMessage("import.nullIsland", "0, 0 is treated as missing")
    case .invalidDay:
      ErrorMessage("import.invalidDay", "expected a day with an opening and a closing time")
    case .invalidOpening:
      ErrorMessage("import.invalidOpening", "expected two minutes of the week, in order")
    case .textTooLong(let megabytes):
      ErrorMessage("import.textTooLong", "string longer than \(megabytes) MB")
    case .textsTooLong(let megabytes):
      ErrorMessage("import.textsTooLong", "more than \(megabytes) MB of text in one venue")
    case .extrasTooDeep(let levels):
      ErrorMessage("import.extrasTooDeep", "not kept: nested more than \(levels) levels deep")
    case .extrasTooLong(let kilobytes):
      ErrorMessage("import.extrasTooLong", "not kept: more than \(kilobytes) KB without a field")
    case .lostCharacters:
      ErrorMessage("import.lostCharacters", "lone surrogate or NUL replaced by U+FFFD")
    }
  }
}

// MARK: - Syntax

extension SyntaxError.Kind {
  fileprivate var errorMessage: ErrorMessage {
    switch self {
    case .unexpected(let byte, let expected):
      .expected(expected.errorMessage, found: .byte(byte))
    case .controlCharacter(let byte):
      ErrorMessage("import.controlCharacter", "\(ErrorMessage.byte(byte)) in a string")
    case .invalidEscape: ErrorMessage("import.invalidEscape", "invalid escape sequence")
    case .invalidNumber: ErrorMessage("import.invalidNumber", "invalid number")
    case .invalidUTF8: ErrorMessage("import.notUTF8", "invalid UTF-8")
    case .tooDeep(let limit):
      ErrorMessage("import.tooDeep", "nested more than \(limit) levels deep")
    case .tooManyValues(let limit):
      ErrorMessage("import.tooManyValues", "more than \(limit) values in one venue")
    case .tooManyCells(let limit):
      ErrorMessage("import.tooManyCells", "more than \(limit) cells in one line")
    case .end(let construct, _): construct.unexpectedEnd(nil)
    }
  }
}

extension SyntaxError.Expectation {
  fileprivate var errorMessage: ErrorMessage {
    switch self {
    case .value: ErrorMessage("import.value", "a value")
    case .key: ErrorMessage("import.key", "a key")
    case .colon: .quoted(":")
    case .commaOrBrace: .quoted(",", or: .quoted("}"))
    case .commaOrBracket: .quoted(",", or: .quoted("]"))
    case .separatorOrEndOfLine(let separator):
      .quoted(String(UnicodeScalar(separator)), or: .endOfLine)
    case .endOfLine: .endOfLine
    case .literal(let word): .quoted(word)
    }
  }
}

extension SyntaxError.Construct {
  fileprivate func unexpectedEnd(_ start: InputLocation?) -> ErrorMessage {
    guard let start else {
      return ErrorMessage("import.unexpectedEnd", "unexpected end of file in \(errorMessage)")
    }
    let place = ErrorMessage(
      "import.place", "line \(start.line), column \(start.column) (byte \(start.offset))")
    return ErrorMessage(
      "import.unexpectedEndOf",
      "unexpected end of file in \(errorMessage) that begins at \(place)")
  }

  private var errorMessage: ErrorMessage {
    switch self {
    case .value: ErrorMessage("import.value", "a value")
    case .object: JSONKind.object.errorMessage
    case .array: JSONKind.array.errorMessage
    case .string: JSONKind.string.errorMessage
    case .number: JSONKind.number.errorMessage
    case .literal: ErrorMessage("import.literal", "a literal")
    case .record: ErrorMessage("import.record", "a record")
    case .quotedCell: ErrorMessage("import.quotedCell", "a quoted cell")
    }
  }
}

extension JSONKind {
  fileprivate var errorMessage: ErrorMessage {
    switch self {
    case .null: ErrorMessage("import.null", "null")
    case .false, .true: ErrorMessage("import.boolean", "a boolean")
    case .number: ErrorMessage("import.number", "a number")
    case .string: ErrorMessage("import.string", "a string")
    case .array: ErrorMessage("import.array", "an array")
    case .object: ErrorMessage("import.object", "an object")
    }
  }
}

extension ErrorMessage {
  fileprivate static var endOfLine: ErrorMessage {
    ErrorMessage("import.endOfLine", "the end of the line")
  }

  fileprivate static func expected(_ expected: ErrorMessage, found: ErrorMessage) -> ErrorMessage {
    ErrorMessage("import.expected", "expected \(expected), found \(found)")
  }

  fileprivate static func quoted(_ text: String) -> ErrorMessage {
    ErrorMessage("import.quoted", "'\(text)'")
  }

  fileprivate static func quoted(_ text: String, or other: ErrorMessage) -> ErrorMessage {
    ErrorMessage("import.or", "'\(text)' or \(other)")
  }

  fileprivate static func byte(_ byte: UInt8) -> ErrorMessage {
    switch byte {
    case 0x0A, 0x0D: return endOfLine
    case 0..<0x20, 0x7F...:
      let digits = String(byte, radix: 16, uppercase: true)
      return ErrorMessage("import.byte", "byte 0x\(byte < 16 ? "0" : "")\(digits)")
    default: return quoted(String(UnicodeScalar(byte)))
    }
  }
}
