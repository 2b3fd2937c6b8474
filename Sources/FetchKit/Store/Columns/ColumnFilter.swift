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
    if column.kind == .values { return rows(column.values, comparison, value) }
    guard comparison.modifier == .direct else { return nil }
    guard comparison.comparison == .in else {
      return numbers(column, comparison.comparison, value, isDate)
    }
    guard case .list(let elements) = value else { return nil }
    var rows = RowBits(size: table.size)
    for element in elements {
      guard let equal = numbers(column, .equal, element, isDate) else { return nil }
      rows.formUnion(equal)
    }
    return rows
  }
}

// MARK: - Values

extension ColumnFilter {
  /// Each different value is compared once, as it is in memory.
  private func rows(_ column: ValueCodes, _ comparison: ComparisonPredicate, _ right: Value)
    -> RowBits?
  {
    var holds: [Bool] = []
    for value in column.values {
      guard let result = try? self.holds(comparison, value, right) else { return nil }
      holds.append(result)
    }
    return column.codes.withUnsafeBufferPointer { codes in
      RowBits(size: codes.count) { holds[Int(codes[$0])] }
    }
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
  private func numbers(
    _ column: HeldColumn, _ comparison: ComparisonOperator, _ value: Value, _ isDate: Bool
  ) -> RowBits? {
    if value.isNull { return missing(column, comparison) }
    guard let number = Self.number(value, isDate) else { return nil }
    switch column.kind {
    case .integers:
      return column.integers.withUnsafeBufferPointer { numbers in
        Self.rows(numbers.count, comparison, number) {
          numbers[$0] == HeldColumn.missing ? .nan : Double(numbers[$0])
        }
      }
    case .doubles:
      return column.doubles.withUnsafeBufferPointer { numbers in
        Self.rows(numbers.count, comparison, number) { numbers[$0] }
      }
    case .values: return nil
    }
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

  /// NaN, a missing value, is in no order with any number and different from all.
  @inline(__always)
  private static func rows(
    _ size: Int, _ comparison: ComparisonOperator, _ right: Double, _ left: (Int) -> Double
  ) -> RowBits? {
    switch comparison {
    case .equal: RowBits(size: size) { left($0) == right }
    case .notEqual: RowBits(size: size) { left($0) != right }
    case .lessThan: RowBits(size: size) { left($0) < right }
    case .lessThanOrEqual: RowBits(size: size) { left($0) <= right }
    case .greaterThan: RowBits(size: size) { left($0) > right }
    case .greaterThanOrEqual: RowBits(size: size) { left($0) >= right }
    case .between, .in, .contains, .beginsWith, .endsWith, .like, .matches, .typeEquals,
      .typeConforms:
      nil
    }
  }

  private func missing(_ column: HeldColumn, _ comparison: ComparisonOperator) -> RowBits? {
    guard comparison == .equal || comparison == .notEqual else { return nil }
    let rows =
      switch column.kind {
      case .integers: RowBits(size: table.size) { column.integers[$0] == HeldColumn.missing }
      case .doubles: RowBits(size: table.size) { column.doubles[$0].isNaN }
      case .values: RowBits(size: table.size) { column.values.codes[$0] == 0 }
      }
    guard comparison == .notEqual else { return rows }
    var others = table.exists
    others.subtract(rows)
    return others
  }
}
