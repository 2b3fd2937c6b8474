import Foundation

/// The dialect of SQL in which a statement is written.
///
/// Stores run `sqlite`. The others are for the same tables in other databases, and only for what these evaluate as a
/// store does.
public enum SQLDialect: String, Hashable, Sendable, CaseIterable {
  /// The dialect of stores.
  case sqlite
  /// That of PostgreSQL 15 and of databases that speak like it.
  case postgresql
  /// That of DuckDB 1.
  case duckdb

  /// The name of the database.
  public var title: String {
    switch self {
    case .sqlite: "SQLite"
    case .postgresql: "PostgreSQL"
    case .duckdb: "DuckDB"
    }
  }

  /// Whether Booleans are integers, and FetchKit's functions are available.
  var isSQLite: Bool { self == .sqlite }

  /// A condition with a known result.
  func condition(_ result: Bool) -> SQLFragment {
    isSQLite ? (result ? "1" : "0") : (result ? "TRUE" : "FALSE")
  }

  /// The operators by which NULL equals NULL.
  var same: String { isSQLite ? "IS" : "IS NOT DISTINCT FROM" }
  var different: String { isSQLite ? "IS NOT" : "IS DISTINCT FROM" }

  /// The alias of a table that is a subquery, which SQLite does not need.
  var derivedTable: String { isSQLite ? "" : " AS fetchkit_table" }

  /// An aggregate of numbers; `place` is the percentile.
  func aggregate(_ function: ExpressionFunction, _ value: SQLFragment, place: Double? = nil)
    -> SQLFragment?
  {
    switch function {
    case .sum: isSQLite ? "fetchkit_sum(\(value))" : "SUM(\(value))"
    case .average: isSQLite ? "fetchkit_average(\(value))" : "AVG(\(value))"
    case .median: isSQLite ? "fetchkit_median(\(value))" : percentile(value, 50)
    case .standardDeviation: isSQLite ? "fetchkit_stddev(\(value))" : "STDDEV_POP(\(value))"
    case .percentile:
      place.map {
        isSQLite ? "fetchkit_percentile(\(value), \(.double($0)))" : percentile(value, $0)
      }
    default: nil
    }
  }

  /// The sum of numbers, which is 0 without any.
  func total(_ value: SQLFragment) -> SQLFragment {
    isSQLite ? "fetchkit_total(\(value))" : "COALESCE(SUM(\(value)), 0)"
  }

  private func percentile(_ value: SQLFragment, _ place: Double) -> SQLFragment {
    guard (0...100).contains(place) else { return "NULL" }
    return "PERCENTILE_CONT(\(sql: String(place / 100))) WITHIN GROUP (ORDER BY \(value))"
  }
}

/// What only a store evaluates.
package enum NonportableFeature: Hashable, Sendable {
  case foldedText
  case textPattern
  case naturalOrder
  case longList
  case function(String)

  /// The feature behind one of FetchKit's functions.
  fileprivate init(function: String, _ bindings: [FetchValue]) {
    switch function {
    case "equals", "fold", "match", "order": self = .foldedText
    case "natural": self = .naturalOrder
    case "call":
      let selector = bindings.lazy.compactMap(\.stringValue).first ?? function
      self = .function(ExpressionFunction(rawValue: selector)?.formatName ?? selector)
    default: self = .function(function)
    }
  }
}

extension SQLFragment {
  /// The statement with its values as literals; throws for what the dialect cannot evaluate.
  func text(in dialect: SQLDialect) throws(FetchPredicateError) -> String {
    if !dialect.isSQLite { try checkFunctions(dialect) }
    var text = ""
    var values = bindings.makeIterator()
    var quote: Character?
    for character in sql {
      switch (character, quote) {
      case ("?", nil): text += try Self.literal(values.next() ?? .null, dialect)
      case ("\"", nil), ("'", nil):
        quote = character
        text.append(character)
      default:
        if character == quote { quote = nil }
        text.append(character)
      }
    }
    return text
  }

  private func checkFunctions(_ dialect: SQLDialect) throws(FetchPredicateError) {
    if sql.contains("json_each(") { throw dialect.failure(.longList) }
    guard let call = sql.firstMatch(of: /fetchkit_([a-z]+)\(/) else { return }
    throw dialect.failure(NonportableFeature(function: String(call.1), bindings))
  }

  private static func literal(_ value: FetchValue, _ dialect: SQLDialect)
    throws(FetchPredicateError)
    -> String
  {
    switch value {
    case .null: return "NULL"
    case .bool(let flag): return flag ? "1" : "0"
    case .integer(let number): return String(number)
    case .double(let number): return literal(number, dialect)
    case .date(let date): return literal(date.timeIntervalSinceReferenceDate, dialect)
    case .string(let text) where !text.utf8.contains(0): return SQLName.literal(text)
    case .data(let data) where dialect.isSQLite:
      return "X'\(data.map { byte in String(format: "%02X", byte) }.joined())'"
    case .string, .data, .list, .object: throw dialect.failure(.function("\(value.kind)"))
    }
  }

  /// Elsewhere 7.5 is a decimal number, whose arithmetic differs.
  private static func literal(_ number: Double, _ dialect: SQLDialect) -> String {
    if dialect.isSQLite { return SQLName.literal(number) }
    return number.isFinite ? "CAST(\(number) AS FLOAT8)" : "CAST('\(number)' AS FLOAT8)"
  }
}

extension SQLDialect {
  func failure(_ feature: NonportableFeature) -> FetchPredicateError {
    FetchPredicateError(.check, .nonportable(feature, self))
  }
}

extension FetchStore {
  /// Returns the statement that fetches the dictionaries of a request from the same tables in another database.
  ///
  /// ```swift
  /// request.propertiesToFetch = ["id"]
  /// try store.statement(for: request, in: .postgresql)
  /// // SELECT id FROM venue WHERE rating >= CAST(8.0 AS FLOAT8)
  /// ```
  ///
  /// Values are literals. Throws a `FetchPredicateError` for what that database would evaluate differently.
  public func statement<Element>(
    for request: FetchRequest<Element>, in dialect: SQLDialect
  ) throws -> String {
    let query = try request.checkedQuery()
    return try FetchStatement(query, entity: entity(of: query), dialect: dialect).dictionaries()
      .sql.text(in: dialect)
  }
}

extension NonportableFeature {
  func errorMessage(_ database: String) -> ErrorMessage {
    switch self {
    case .foldedText:
      ErrorMessage(
        "predicate.portableFolding",
        "\(database) compares texts without case or diacritics differently; compare exactly, without [c] and [d]"
      )
    case .textPattern:
      ErrorMessage(
        "predicate.portablePattern",
        "LIKE and MATCHES differ in \(database); use CONTAINS, BEGINSWITH or ENDSWITH with a constant"
      )
    case .naturalOrder:
      ErrorMessage(
        "predicate.portableOrder",
        "\(database) has no natural order of texts; sort by numbers, dates or id")
    case .longList:
      ErrorMessage(
        "predicate.portableList", "a list of more than 1,000 values is not portable to \(database)")
    case .function(let name):
      ErrorMessage("predicate.portableFunction", "\(name) is not portable to \(database)")
    }
  }
}
