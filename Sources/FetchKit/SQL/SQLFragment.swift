import Foundation

/// A piece of SQL with the values of its parameters.
struct SQLFragment: Hashable, Sendable, ExpressibleByStringInterpolation {
  var sql: String
  var bindings: [FetchValue]

  init(_ sql: String, bindings: [FetchValue] = []) {
    self.sql = sql
    self.bindings = bindings
  }

  init(stringLiteral sql: String) { self.init(sql) }

  init(stringInterpolation: Interpolation) {
    self.init(stringInterpolation.sql, bindings: stringInterpolation.bindings)
  }

  /// Equal for fragments with the same text and values.
  var id: String { "\(sql) \(bindings)" }

  static func value(_ value: FetchValue) -> SQLFragment { SQLFragment("?", bindings: [value]) }

  /// Interpolates fragments; `sql:` is trusted SQL, `name:` a name to quote, a value becomes a binding, and a list of
  /// values for `IN` is a binding as JSON, because SQLite limits the number of bindings.
  struct Interpolation: StringInterpolationProtocol {
    var sql = ""
    var bindings: [FetchValue] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { sql += literal }

    mutating func appendInterpolation(_ fragment: SQLFragment) {
      sql += fragment.sql
      bindings += fragment.bindings
    }

    mutating func appendInterpolation(sql text: String) { sql += text }

    mutating func appendInterpolation(name: String) { sql += SQLName.quoted(name) }

    mutating func appendInterpolation(list json: String) {
      sql += "(SELECT value FROM json_each(?))"
      bindings.append(.string(json))
    }

    mutating func appendInterpolation(keys: some Sequence<Int64>) {
      appendInterpolation(list: "[\(keys.lazy.map(String.init).joined(separator: ","))]")
    }

    mutating func appendInterpolation(_ value: FetchValue) {
      sql += "?"
      bindings.append(value)
    }
  }
}

extension Sequence<SQLFragment> {
  func joined(separator: String) -> SQLFragment {
    var result = SQLFragment("")
    for (index, fragment) in enumerated() {
      if index > 0 { result.sql += separator }
      result.sql += fragment.sql
      result.bindings += fragment.bindings
    }
    return result
  }
}

extension ArraySlice<SQLFragment> {
  /// A chain of operands as a balanced tree, because SQLite limits expressions to a depth of 1,000.
  func balanced(by connective: String) -> SQLFragment {
    guard count > 100 else { return joined(separator: connective) }
    let middle = startIndex + count / 2
    let left = self[..<middle].balanced(by: connective)
    let right = self[middle...].balanced(by: connective)
    return "(\(left))\(sql: connective)(\(right))"
  }
}

enum SQLName {
  /// Returns the name, in double quotes if needed.
  static func quoted(_ name: String) -> String {
    let isPlain =
      name.utf8.allSatisfy {
        ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x5F
      }
      && !(name.utf8.first.map { $0 >= 0x30 && $0 <= 0x39 } ?? true)
    guard !isPlain || keywords.contains(name) else { return name }
    return "\"" + doubled("\"", in: name) + "\""
  }

  static func literal(_ text: String) -> String { "'" + doubled("'", in: text) + "'" }

  /// A number beyond the range of doubles is read as infinity.
  static func literal(_ number: Double) -> String {
    if number.isNaN { return "NULL" }
    return number.isFinite ? String(number) : number < 0 ? "-9e999" : "9e999"
  }

  /// By scalar, because a quotation mark and a combining mark are one character.
  private static func doubled(_ quote: Unicode.Scalar, in text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == quote { result.append(quote) }
      result.append(scalar)
    }
    return String(result)
  }

  /// The keywords of SQLite, see sqlite.org/lang_keywords.html.
  private static let keywords: Set<String> = Set(
    """
    abort action add after all alter always analyze and as asc attach autoincrement before begin \
    between by cascade case cast check collate column commit conflict constraint create cross \
    current current_date current_time current_timestamp database default deferrable deferred \
    delete desc detach distinct do drop each else end escape except exclude exclusive exists \
    explain fail filter first following for foreign from full generated glob group groups having \
    if ignore immediate in index indexed initially inner insert instead intersect into is isnull \
    join key last left like limit match materialized natural no not nothing notnull null nulls of \
    offset on or order others outer over partition plan pragma preceding primary query raise range \
    recursive references regexp reindex release rename replace restrict returning right rollback \
    row rows savepoint select set table temp temporary then ties to transaction trigger unbounded \
    union unique update using vacuum values view virtual when where window with without
    """.split(separator: " ").map(String.init))
}

/// Lists of integers or strings as JSON, for `json_each`.
enum JSONList {
  /// Returns whether SQLite reads a value back from JSON exactly.
  static func isExact(_ value: FetchValue) -> Bool { part(value) != nil }

  /// The elements that are read back exactly, so not fractions, data and strings with NUL; nil for none.
  static func text(_ values: [FetchValue]) -> String? {
    let parts = values.compactMap(part)
    return parts.isEmpty ? nil : "[\(parts.joined(separator: ","))]"
  }

  private static func part(_ value: FetchValue) -> String? {
    switch value {
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number): String(number)
    case .double(let number): Int64(exactly: number).map(String.init)
    case .string(let text): text.utf8.contains(0) ? nil : PredicatePrinter.quoted(text)
    case .null, .date, .data, .list, .object: nil
    }
  }
}
