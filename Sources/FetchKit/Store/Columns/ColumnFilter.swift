internal import Collation
internal import Foundation

/// Finds the rows of a predicate in held columns.
struct ColumnFilter {
  let table: ColumnTable
  let entity: EntityDescription
  /// Comparisons that have been answered before.
  let cache: ColumnCache
  /// The rows of a predicate, found by SQLite.
  let search: (FetchPredicate) throws -> RowBits

  /// The held column of a key path; nil when it is not held.
  func column(_ keyPath: String) -> HeldColumn? {
    cache.key(of: keyPath, entity).flatMap { table.columns[$0] }
  }

  /// The rows for which a predicate holds.
  func rows(_ predicate: FetchPredicate) throws -> RowBits {
    switch predicate {
    case .constant(let holds): return holds ? table.exists : RowBits(size: table.size)
    case .comparison(let comparison):
      if let rows = heldRows(comparison) { return rows }
    case .and(let parts):
      var rows = table.exists
      for part in parts { rows.formIntersection(try self.rows(part)) }
      return rows
    case .or(let parts):
      guard parts.allSatisfy(isHeld) else { break }
      var rows = RowBits(size: table.size)
      for part in parts { rows.formUnion(try self.rows(part)) }
      return rows
    case .not(let inner):
      guard isHeld(inner) else { break }
      var rows = table.exists
      rows.subtract(try self.rows(inner))
      return rows
    }
    return try cache.rows(ofSearch: predicate, entity) { try search(predicate) }
  }

  /// Whether a predicate is answered without SQLite.
  private func isHeld(_ predicate: FetchPredicate) -> Bool {
    switch predicate {
    case .constant: true
    case .comparison(let comparison): heldRows(comparison) != nil
    case .and(let parts), .or(let parts): parts.allSatisfy(isHeld)
    case .not(let inner): isHeld(inner)
    }
  }

  private func heldRows(_ comparison: ComparisonPredicate) -> RowBits? {
    guard case .keyPath(let keyPath, _) = comparison.left,
      case .constant(let value) = comparison.right,
      let key = cache.key(of: keyPath, entity), let column = table.columns[key]
    else { return nil }
    return cache.rows(of: comparison, in: key) {
      let isDate = entity.attribute(forKeyPath: keyPath)?.type == .date
      guard var rows = find(comparison, column, value, isDate: isDate) else { return nil }
      rows.formIntersection(table.exists)
      return rows
    }
  }

  private func find(
    _ comparison: ComparisonPredicate, _ column: HeldColumn, _ value: Value, isDate: Bool
  ) -> RowBits? {
    switch column.kind {
    case .values: return rows(column.values, comparison, value)
    case .words: return rows(column.words, comparison, value)
    case .integers, .doubles: return rows(column.numbers, comparison, value, isDate)
    }
  }
}

// MARK: - Words

extension ColumnFilter {
  private func rows(_ column: HeldWords, _ comparison: ComparisonPredicate, _ right: Value)
    -> RowBits?
  {
    guard comparison.comparison == .contains, comparison.modifier == .direct,
      comparison.options.isEmpty, case .string(let text) = right
    else { return nil }
    return text.withTextBytes(column.rows)
  }
}

// MARK: - Values

extension ColumnFilter {
  /// Each different value is compared once, as it is in memory.
  private func rows(_ column: ValueCodes, _ comparison: ComparisonPredicate, _ right: Value)
    -> RowBits?
  {
    var holds: [UInt8] = []
    for value in column.values {
      guard let result = try? self.holds(comparison, value, right) else { return nil }
      holds.append(result ? 1 : 0)
    }
    return column.codes.rows(where: holds)
  }

  private func holds(_ comparison: ComparisonPredicate, _ left: Value, _ right: Value) throws
    -> Bool
  {
    switch comparison.modifier {
    case .direct: try comparison.holds(left, right)
    case .any: try elements(of: left).contains { try comparison.holds($0, right) }
    case .all: try elements(of: left).allSatisfy { try comparison.holds($0, right) }
    }
  }

  private func elements(of value: Value) -> [Value] {
    if case .list(let elements) = value { elements } else { [] }
  }
}

// MARK: - Numbers

extension ColumnFilter {
  private func rows(
    _ column: HeldNumbers, _ comparison: ComparisonPredicate, _ right: Value, _ isDate: Bool
  ) -> RowBits? {
    guard comparison.modifier == .direct else { return nil }
    guard comparison.comparison == .in else {
      return rows(column, comparison.comparison, right, isDate)
    }
    guard case .list(let elements) = right else { return nil }
    var rows = RowBits(size: table.size)
    for element in elements {
      guard let equal = self.rows(column, .equal, element, isDate) else { return nil }
      rows.formUnion(equal)
    }
    return rows
  }

  private func rows(
    _ column: HeldNumbers, _ comparison: ComparisonOperator, _ value: Value, _ isDate: Bool
  ) -> RowBits? {
    if value.isNull { return missing(column, comparison) }
    return Self.number(value, isDate).flatMap { column.rows(comparison, $0) }
  }

  /// A constant that compares with the column's numbers as a fraction does; nil for any other.
  private static func number(_ value: Value, _ isDate: Bool) -> Double? {
    switch value {
    case .date(let date): isDate ? date.timeIntervalSince1970 : nil
    case .bool(let flag): isDate ? nil : flag ? 1 : 0
    case .integer(let number): isDate || number.magnitude > 1 << 53 ? nil : Double(number)
    case .double(let number): isDate || number.isNaN ? nil : number
    case .null, .string, .data, .list, .object: nil
    }
  }

  private func missing(_ column: HeldNumbers, _ comparison: ComparisonOperator) -> RowBits? {
    guard comparison == .equal || comparison == .notEqual else { return nil }
    guard comparison == .notEqual else { return column.missing() }
    var others = table.exists
    others.subtract(column.missing())
    return others
  }
}
