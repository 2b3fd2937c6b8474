import Foundation

/// Lists of integers or strings as JSON, for `json_each`.
enum JSONList {
  /// Returns whether SQLite reads a value back from JSON exactly.
  static func isExact(_ value: FetchValue) -> Bool { part(value) != nil }

  /// Returns nil for an empty list, and if an element is not read back exactly: fractions, data, strings with NUL.
  static func text(_ values: [FetchValue]) -> String? {
    guard !values.isEmpty else { return nil }
    var parts: [String] = []
    for value in values {
      guard let part = part(value) else { return nil }
      parts.append(part)
    }
    return "[\(parts.joined(separator: ","))]"
  }

  static func keys(_ ids: some Sequence<Int64>) -> String {
    "[\(ids.lazy.map(String.init).joined(separator: ","))]"
  }

  static func keys(_ ids: [ObjectID], of entity: EntityDescription) -> String {
    keys(ids.lazy.filter { $0.entityName == entity.name }.map(\.rowID))
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
