internal import FetchKit
internal import Foundation

/// Finds the rows that match a predicate.
struct ColumnFilter {
  let table: ColumnTable
  let entity: EntityDescription
  let results: FilterResults

  func column(_ keyPath: String) -> Column? {
    results.columnID(of: keyPath, entity).flatMap(column(id:))
  }

  private func column(id: String) -> Column? {
    if let column = table.columns[id] { return column }
    results.miss(id)
    return nil
  }

  /// The rows that match a predicate; throws `MissingRows` for one that SQLite has to evaluate first.
  func rows(_ predicate: FetchPredicate) throws -> Bitmap {
    switch predicate {
    case .constant(let holds): return holds ? table.rows : Bitmap(size: table.size)
    case .comparison(let comparison):
      if let rows = self.rows(comparison) { return rows }
    case .and(let parts):
      return try parts.reduce(into: table.rows) { $0.formIntersection(try rows($1)) }
    case .or(let parts):
      if let rows = self.rows(containingAnyOf: parts) { return rows }
      guard parts.allSatisfy(isCached) else { break }
      return try parts.reduce(into: Bitmap(size: table.size)) { $0.formUnion(try rows($1)) }
    case .not(let inner):
      guard isCached(inner.predicate) else { break }
      return table.rows.subtracting(try rows(inner.predicate))
    }
    return try results.rows(matching: predicate, entity)
  }

  /// Whether a predicate is evaluated without SQLite.
  func isCached(_ predicate: FetchPredicate) -> Bool {
    switch predicate {
    case .constant: true
    case .comparison(let comparison): rows(comparison) != nil
    case .and(let parts): parts.allSatisfy(isCached)
    case .or(let parts): rows(containingAnyOf: parts) != nil || parts.allSatisfy(isCached)
    case .not(let inner): isCached(inner.predicate)
    }
  }

  private func rows(_ comparison: ComparisonPredicate) -> Bitmap? {
    guard case .keyPath(let keyPath, _) = comparison.left,
      case .constant(let value) = comparison.right,
      let id = results.columnID(of: keyPath, entity), let column = column(id: id)
    else { return nil }
    return results.rows(of: .comparison(comparison), in: id) {
      let found: Bitmap? =
        switch column.kind {
        case .values: rows(column.values, comparison, value)
        case .words:
          comparison.searchedText.flatMap { column.words.rows(containingAnyOf: [$0.text]) }
        case .integers, .doubles:
          rows(
            column.numbers, comparison, value,
            entity.attribute(forKeyPath: keyPath)?.type == .date)
        }
      return found?.intersection(table.rows)
    }
  }

  /// The rows that contain one of the texts of several searches in one column; nil for other predicates.
  private func rows(containingAnyOf parts: FetchPredicate.Subpredicates) -> Bitmap? {
    let searches = parts.compactMap { part -> (keyPath: String, text: String)? in
      if case .comparison(let comparison) = part { comparison.searchedText } else { nil }
    }
    guard let keyPath = searches.first?.keyPath, searches.count == parts.count,
      searches.allSatisfy({ $0.keyPath == keyPath }),
      let id = results.columnID(of: keyPath, entity), let column = column(id: id),
      column.kind == .words
    else { return nil }
    return results.rows(of: .or(parts), in: id) {
      column.words.rows(containingAnyOf: searches.map(\.text))?.intersection(table.rows)
    }
  }
}

// MARK: - Dictionary-encoded values

extension ColumnFilter {
  /// Compares each distinct value once, as predicates in memory do.
  private func rows(
    _ column: DictionaryEncoding, _ comparison: ComparisonPredicate, _ right: FetchValue
  )
    -> Bitmap?
  {
    // SQLite compiles a regular expression once, and limits the steps of all texts together.
    guard comparison.comparison != .matches else { return nil }
    var matches: [UInt8] = []
    for value in column.values {
      guard let result = try? self.matches(comparison, value, right) else { return nil }
      matches.append(result ? 1 : 0)
    }
    return column.codes.rows(where: matches)
  }

  private func matches(_ comparison: ComparisonPredicate, _ left: FetchValue, _ right: FetchValue)
    throws
    -> Bool
  {
    switch comparison.modifier {
    case .direct: try comparison.holds(left, right)
    case .any: try (left.listValue ?? []).contains { try comparison.holds($0, right) }
    case .all: try (left.listValue ?? []).allSatisfy { try comparison.holds($0, right) }
    }
  }
}

// MARK: - Numbers

extension ColumnFilter {
  private func rows(
    _ column: NumberColumn, _ comparison: ComparisonPredicate, _ right: FetchValue, _ isDate: Bool
  ) -> Bitmap? {
    guard comparison.modifier == .direct else { return nil }
    guard comparison.comparison == .in else {
      return rows(column, comparison.comparison, right, isDate)
    }
    guard case .list(let elements) = right else { return nil }
    var rows = Bitmap(size: table.size)
    for element in elements {
      guard let equal = self.rows(column, .equal, element, isDate) else { return nil }
      rows.formUnion(equal)
    }
    return rows
  }

  private func rows(
    _ column: NumberColumn, _ comparison: ComparisonOperator, _ value: FetchValue, _ isDate: Bool
  ) -> Bitmap? {
    guard value.isNull else {
      return Self.number(value, isDate).flatMap { column.rows(comparison, $0) }
    }
    switch comparison {
    case .equal: return column.missing()
    case .notEqual: return table.rows.subtracting(column.missing())
    default: return nil
    }
  }

  /// A constant that compares with the numbers of a column as a double does; nil for any other.
  private static func number(_ value: FetchValue, _ isDate: Bool) -> Double? {
    switch value {
    case .date(let date): isDate ? date.timeIntervalSinceReferenceDate : nil
    case .bool(let flag): isDate ? nil : flag ? 1 : 0
    case .integer(let number): isDate || number.magnitude > 1 << 53 ? nil : Double(number)
    case .double(let number): isDate || number.isNaN ? nil : number
    case .null, .string, .data, .list, .object: nil
    }
  }
}

extension ComparisonPredicate {
  /// The attribute and the text that it must contain; nil for other comparisons.
  fileprivate var searchedText: (keyPath: String, text: String)? {
    guard comparison == .contains, modifier == .direct, options.isEmpty,
      case .keyPath(let keyPath, _) = left, case .string(let text)? = right.constantValue
    else { return nil }
    return (keyPath, text)
  }
}

// MARK: - Computed values

extension ColumnFilter {
  /// More distinct values are left to SQLite.
  private static let maximumValues = 64

  /// The rows with each value of an expression of conditions, sums and whole numbers; nil for any other.
  ///
  /// Rows without a value are in no set.
  func rowsByValue(of expression: FetchExpression) throws -> [Int64: Bitmap]? {
    switch expression {
    case .constant(.null): return [:]
    case .constant(.integer(let number)): return [number: table.rows]
    case .conditional(let condition, let first, let second):
      guard isCached(condition.predicate), let first = try rowsByValue(of: first.expression),
        let second = try rowsByValue(of: second.expression)
      else { return nil }
      let rows = try rows(condition.predicate)
      var sets = first.mapValues { $0.intersection(rows) }
      sets.merge(second.mapValues { $0.subtracting(rows) }) { $0.union($1) }
      return sets.count > Self.maximumValues ? nil : sets
    case .function(.add, let terms):
      guard terms.count == 2, let first = try rowsByValue(of: terms[0]),
        let second = try rowsByValue(of: terms[1])
      else { return nil }
      return sums(first, second)
    default: return nil
    }
  }

  private func sums(_ first: [Int64: Bitmap], _ second: [Int64: Bitmap]) -> [Int64: Bitmap]? {
    var sets: [Int64: Bitmap] = [:]
    for (one, rows) in first {
      for (other, otherRows) in second {
        let (sum, overflows) = one.addingReportingOverflow(other)
        guard !overflows, sets.count <= Self.maximumValues else { return nil }
        let both = rows.intersection(otherRows)
        sets[sum] = sets[sum]?.union(both) ?? both
      }
    }
    return sets
  }
}

extension Bitmap {
  fileprivate func union(_ other: Bitmap) -> Bitmap {
    var union = self
    union.formUnion(other)
    return union
  }
}
