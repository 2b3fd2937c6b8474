/// An entry of the config file: `key = value` under `[table]`.
struct SettingsEntry: Equatable {
  /// Empty before the first table.
  let table: String
  let key: String
  let value: SettingsValue
  /// 1-based.
  let line: Int
}

/// A value of the config file.
enum SettingsValue: Equatable {
  case text(String)
  case number(Double)
  case boolean(Bool)
  case list([SettingsValue])

  /// The text, or nil for other types.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The number, or nil for other types.
  var number: Double? { if case .number(let number) = self { number } else { nil } }
}

/// A parser of a subset of TOML (toml.io): tables, strings, numbers, booleans and arrays.
struct SettingsText {
  private let file: String
  private var rest: Substring.UnicodeScalarView
  private var line = 1

  private init(_ text: String, file: String) {
    self.file = file
    rest = Substring(text).unicodeScalars
  }

  /// Returns the entries in file order, and an error for each line with invalid syntax, which is skipped.
  static func entries(
    of text: String, file: String
  ) -> (entries: [SettingsEntry], problems: [String]) {
    var reader = SettingsText(text, file: file)
    return reader.entries()
  }

  private mutating func entries() -> (entries: [SettingsEntry], problems: [String]) {
    var entries: [SettingsEntry] = []
    var problems: [String] = []
    var table = ""
    skip(linesToo: true)
    while !rest.isEmpty {
      do {
        try read(into: &entries, table: &table)
      } catch {
        problems.append(ErrorText.sentence(error))
        rest = rest.drop { $0 != "\n" }
      }
      skip(linesToo: true)
    }
    return (entries, problems)
  }

  private mutating func read(into entries: inout [SettingsEntry], table: inout String) throws {
    guard rest.first != "[" else {
      table = try header()
      return try endLine()
    }
    let next = try entry(table)
    try endLine()
    entries.append(next)
  }

  private mutating func header() throws -> String {
    rest.removeFirst()
    skip()
    let name = try key()
    skip()
    try expect("]")
    return name
  }

  private mutating func entry(_ table: String) throws -> SettingsEntry {
    let start = line
    let name = try key()
    skip()
    try expect("=")
    skip()
    return SettingsEntry(table: table, key: name, value: try value(), line: start)
  }
}

// MARK: - Values

extension SettingsText {
  private mutating func key() throws -> String {
    if rest.first == "\"" || rest.first == "'" { return try text() }
    let name = takeWord()
    guard !name.isEmpty else { throw fail("expected a key") }
    return name
  }

  private mutating func value() throws -> SettingsValue {
    switch rest.first {
    case "\"", "'": return .text(try text())
    case "[": return .list(try list())
    default: return try bare()
    }
  }

  private mutating func bare() throws -> SettingsValue {
    let word = takeWord()
    switch word {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default:
      guard let number = Double(word.filter { $0 != "_" }), number.isFinite else {
        throw fail("expected a value" + (word.isEmpty ? "" : ", found '\(word)'"))
      }
      return .number(number)
    }
  }

  private mutating func list() throws -> [SettingsValue] {
    rest.removeFirst()
    var values: [SettingsValue] = []
    skip(linesToo: true)
    while rest.first != "]" {
      values.append(try value())
      skip(linesToo: true)
      guard rest.first == "," else { break }
      rest.removeFirst()
      skip(linesToo: true)
    }
    try expect("]")
    return values
  }

  /// `"…"` with escapes, or `'…'` without.
  private mutating func text() throws -> String {
    let quote = rest.removeFirst()
    var result = String.UnicodeScalarView()
    while let scalar = rest.first, scalar != "\n" {
      rest.removeFirst()
      if scalar == quote { return String(result) }
      result.append(scalar == "\\" && quote == "\"" ? try escape() : scalar)
    }
    throw fail("unterminated string")
  }

  private mutating func escape() throws -> Unicode.Scalar {
    switch rest.popFirst() {
    case "n": return "\n"
    case "t": return "\t"
    case "e": return "\u{1B}"
    case "\"": return "\""
    case "\\": return "\\"
    case "u":
      let digits = String(rest.prefix(4))
      guard digits.count == 4, digits.allSatisfy(\.isHexDigit),
        let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code)
      else {
        throw fail("expected four hexadecimal digits")
      }
      rest.removeFirst(4)
      return scalar
    default: throw fail("unknown escape")
    }
  }
}

// MARK: - Tokens

extension SettingsText {
  private mutating func takeWord() -> String {
    let word = rest.prefix {
      $0.properties.isAlphabetic || "0123456789_-+.".unicodeScalars.contains($0)
    }
    rest.removeFirst(word.count)
    return String(word)
  }

  /// Skips blanks and comments, and line ends inside of arrays and between entries.
  private mutating func skip(linesToo: Bool = false) {
    while let first = rest.first {
      switch first {
      case " ", "\t", "\r": rest.removeFirst()
      case "#": rest = rest.drop { $0 != "\n" }
      case "\n" where linesToo:
        rest.removeFirst()
        line += 1
      default: return
      }
    }
  }

  private mutating func endLine() throws {
    skip()
    guard rest.isEmpty || rest.first == "\n" else { throw fail("expected end of line") }
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws {
    guard rest.first == scalar else { throw fail("expected '\(scalar)'") }
    rest.removeFirst()
  }

  private func fail(_ message: String) -> Failure {
    Failure(.badData, "\(file):\(line): \(message)")
  }
}
