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

  static func value(_ value: FetchValue) -> SQLFragment { SQLFragment("?", bindings: [value]) }

  /// Interpolates fragments; `sql:` is trusted SQL, `name:` a name to quote, a value becomes a binding.
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
