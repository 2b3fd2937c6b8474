internal import FetchKit

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
