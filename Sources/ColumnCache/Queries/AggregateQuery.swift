internal import FetchKit

/// Computes counts, aggregates and groups from columns.
struct AggregateQuery {
  let filter: ColumnFilter

  private var entity: EntityDescription { filter.entity }

  /// The dictionaries of a request; nil when the columns do not suffice.
  func dictionaries(_ query: FetchQuery) throws -> [[String: FetchValue]]? {
    guard let properties = query.properties, query.sortDescriptors.isEmpty, query.isUnlimited,
      !query.isDistinct, query.having == nil || !query.groupBy.isEmpty
    else { return nil }
    let terms = properties.compactMap { property in term(property).map { (property.name, $0) } }
    guard terms.count == properties.count else { return nil }
    let rows = try filter.rows(query.predicate ?? .constant(true))
    guard !query.groupBy.isEmpty else { return try dictionary(terms, rows).map { [$0] } }
    let groups = try groups(query.groupBy, terms, rows)
    return query.having.map { matching($0, groups, terms) } ?? groups
  }

  /// The groups that match a predicate over names of terms; nil when it uses anything else or cannot be evaluated.
  private func matching(
    _ having: FetchPredicate, _ groups: [[String: FetchValue]]?, _ terms: [(String, Term)]
  ) -> [[String: FetchValue]]? {
    guard having.keyPaths.isSubset(of: terms.map(\.0)) else { return nil }
    return try? groups?.filter { try having.evaluate(with: GroupValues(values: $0)) }
  }

  private func dictionary(_ terms: [(String, Term)], _ rows: Bitmap) throws -> [String: FetchValue]?
  {
    var result: [String: FetchValue] = [:]
    var summaries: [String: NumberSummary] = [:]
    for (name, term) in terms {
      guard let value = try self.value(of: term, rows, &summaries) else { return nil }
      if !value.isNull { result[name] = value }
    }
    return result
  }
}

// MARK: - Terms

extension AggregateQuery {
  /// A property that can be computed from columns.
  private enum Term {
    case group(String)
    case count(AttributeType?)
    case aggregate(ExpressionFunction, String, AttributeType?)
    /// A statistic that needs all numbers, with its percentile.
    case sample(ExpressionFunction, Double?, String, AttributeType?)
    case countDistinct(String, AttributeType?)
    /// An aggregate that counts the rows that do not match as 0.
    case conditionalSum(String, FetchPredicate, AttributeType?)
    case conditionalCount(FetchPredicate, AttributeType?)

    /// The attribute of a term that needs all of its numbers.
    var keyPath: String {
      switch self {
      case .sample(_, _, let keyPath, _), .countDistinct(let keyPath, _): keyPath
      case .group, .count, .aggregate, .conditionalSum, .conditionalCount: ""
      }
    }

    var isGroup: Bool { if case .group = self { true } else { false } }

    /// Whether the number of rows of each group suffices.
    var isCount: Bool { if case .count = self { true } else { isGroup } }
  }

  private func term(_ property: FetchProperty) -> Term? {
    switch property {
    case .attribute(let keyPath): return .group(keyPath)
    case .expression(let description):
      guard case .function(let function, let arguments) = description.expression,
        let argument = arguments.first
      else { return nil }
      if function == .percentile, arguments.count == 2, let place = arguments[1].constantValue {
        return sample(function, place.doubleValue, argument, description.resultType)
      }
      guard arguments.count == 1 else { return nil }
      return term(function, argument, description.resultType)
    }
  }

  private func sample(
    _ function: ExpressionFunction, _ percentile: Double?, _ argument: FetchExpression,
    _ type: AttributeType?
  ) -> Term? {
    guard case .keyPath(let keyPath, _) = argument, isNumber(keyPath) else { return nil }
    return .sample(function, percentile, keyPath, type)
  }

  private func term(
    _ function: ExpressionFunction, _ argument: FetchExpression, _ type: AttributeType?
  ) -> Term? {
    switch (function, argument) {
    case (.count, .evaluatedObject): return .count(type)
    case (.sum, .keyPath(let keyPath, _)), (.average, .keyPath(let keyPath, _)):
      return isNumber(keyPath) ? .aggregate(function, keyPath, type) : nil
    case (.min, .keyPath(let keyPath, _)), (.max, .keyPath(let keyPath, _)):
      let type = type ?? entity.attribute(forKeyPath: keyPath)?.type
      return isNumber(keyPath) ? .aggregate(function, keyPath, type) : nil
    case (.median, _), (.standardDeviation, _): return sample(function, nil, argument, type)
    case (.countDistinct, .keyPath(let keyPath, _)):
      return isNumber(keyPath) ? .countDistinct(keyPath, type) : nil
    case (.sum, .conditional(let condition, let term, let other))
    where other.expression == .constant(0):
      return conditionalSum(of: term.expression, condition.predicate, type)
    default: return nil
    }
  }

  private func conditionalSum(
    of expression: FetchExpression, _ predicate: FetchPredicate, _ type: AttributeType?
  ) -> Term? {
    switch expression {
    case .constant(1): .conditionalCount(predicate, type)
    case .keyPath(let keyPath, _) where isNumber(keyPath): .conditionalSum(keyPath, predicate, type)
    default: nil
    }
  }

  /// Whether the numbers of a key path are cached, and are not Booleans or dates.
  private func isNumber(_ keyPath: String) -> Bool {
    guard let type = entity.attribute(forKeyPath: keyPath)?.type,
      type == .integer || type == .double
    else { return false }
    return filter.column(keyPath)?.hasNumbers == true
  }

  /// The value of a term; nil when it cannot be computed. `summaries` has those of columns of other terms.
  private func value(
    of term: Term, _ rows: Bitmap, _ summaries: inout [String: NumberSummary]
  ) throws -> FetchValue? {
    switch term {
    case .group: return nil
    case .count(let type): return cast(.integer(Int64(rows.count)), type)
    case .conditionalCount(let predicate, let type):
      guard rows.count > 0 else { return .null }
      return cast(.integer(Int64(rows.intersectionCount(try filter.rows(predicate)))), type)
    case .aggregate(let function, let keyPath, let type):
      guard let column = filter.column(keyPath) else { return nil }
      var summary = summaries[keyPath] ?? NumberSummary(column, rows)
      if function == .sum || function == .average { summary.addUp(column, rows) }
      summaries[keyPath] = summary
      return cast(summary.value(function), type)
    case .sample, .countDistinct: return value(of: term, filter.numbers(term.keyPath, rows))
    case .conditionalSum(let keyPath, let predicate, let type):
      guard let column = filter.column(keyPath) else { return nil }
      let matching = rows.intersection(try filter.rows(predicate))
      var summary = NumberSummary(column, matching)
      summary.addUp(column, matching)
      let isZero = summary.isEmpty && matching.count < rows.count
      return cast(isZero ? .integer(0) : summary.value(.sum), type)
    }
  }

  private func value(of term: Term, _ numbers: [Double]) -> FetchValue {
    switch term {
    case .sample(let function, let percentile, _, let type):
      cast(
        SampleStatistics.value(function, percentile, of: numbers).map(FetchValue.double) ?? .null,
        type)
    case .countDistinct(_, let type): cast(.integer(Int64(Set(numbers).count)), type)
    case .group, .count, .aggregate, .conditionalSum, .conditionalCount: .null
    }
  }

  private func cast(_ value: FetchValue, _ type: AttributeType?) -> FetchValue {
    type.map(value.read) ?? value
  }
}

// MARK: - Groups

extension AggregateQuery {
  private func groups(_ keyPaths: [String], _ terms: [(String, Term)], _ rows: Bitmap) throws
    -> [[String: FetchValue]]?
  {
    let grouping = ColumnGrouping(filter: filter)
    let areCounts = terms.allSatisfy { $0.1.isCount }
    if keyPaths.count == 1, let keyPath = keyPaths.first {
      if areCounts, let counts = try grouping.counts(keyPath, rows) {
        return groups(counts, keyPath, terms)
      }
      if let parts = try grouping.parts(keyPath, areCounts: areCounts) {
        return try groups(parts, keyPath, terms, rows)
      }
    }
    guard let keys = try grouping.keys(keyPaths, rows) else { return nil }
    let counts = keys.counts(rows)
    var results = counts.map { _ in [String: FetchValue]() }
    for (name, term) in terms {
      guard let values = self.values(of: term, keyPaths, keys, counts, rows) else { return nil }
      for (index, value) in values.enumerated() where !value.isNull {
        results[index][name] = value
      }
    }
    return counts.indices.filter { counts[$0] > 0 }
      .sorted {
        keys.values[$0].lexicographicallyPrecedes(keys.values[$1]) { $0.precedesInSQL($1) }
      }
      .map { results[$0] }
  }

  private func values(
    of term: Term, _ groupKeyPaths: [String], _ keys: GroupKeys, _ counts: [Int], _ rows: Bitmap
  ) -> [FetchValue]? {
    switch term {
    case .group(let keyPath):
      guard let index = groupKeyPaths.firstIndex(of: keyPath) else { return nil }
      return keys.values.map { cast($0[index], entity.attribute(forKeyPath: keyPath)?.type) }
    case .count(let type): return counts.map { cast(.integer(Int64($0)), type) }
    case .conditionalCount, .conditionalSum: return nil
    case .aggregate(let function, let keyPath, let type):
      guard let column = filter.column(keyPath) else { return nil }
      var summaries = counts.map { _ in NumberSummary(column) }
      keys.forEach(rows, column.numbers) { summaries[$0].add($1) }
      return summaries.map { cast($0.value(function), type) }
    case .sample, .countDistinct:
      guard let column = filter.column(term.keyPath) else { return nil }
      var numbers = counts.map { _ in [Double]() }
      keys.forEach(rows, column.numbers) { numbers[$0].append($1) }
      return numbers.map { value(of: term, $0) }
    }
  }

  /// The groups and their numbers of rows; nil for any other aggregate.
  private func groups(
    _ counts: [FetchValue: Int], _ keyPath: String, _ terms: [(String, Term)]
  ) -> [[String: FetchValue]]? {
    var results: [[String: FetchValue]] = []
    for (value, count) in counts.sorted(by: { $0.key.precedesInSQL($1.key) }) where count > 0 {
      var result: [String: FetchValue] = [:]
      for (name, term) in terms {
        switch term {
        case .group(keyPath): if !value.isNull { result[name] = value }
        case .count(let type): result[name] = cast(.integer(Int64(count)), type)
        default: return nil
        }
      }
      results.append(result)
    }
    return results
  }

  /// The groups of rows that are known as one set for each value.
  private func groups(
    _ parts: [FetchValue: Bitmap], _ keyPath: String, _ terms: [(String, Term)], _ rows: Bitmap
  ) throws -> [[String: FetchValue]]? {
    var results: [[String: FetchValue]] = []
    for value in parts.keys.sorted(by: { $0.precedesInSQL($1) }) {
      guard let part = parts[value]?.intersection(rows), part.count > 0 else { continue }
      guard var result = try dictionary(terms.filter { !$0.1.isGroup }, part) else { return nil }
      for (name, term) in terms {
        guard case .group(let own) = term else { continue }
        guard own == keyPath else { return nil }
        if !value.isNull { result[name] = value }
      }
      results.append(result)
    }
    return results
  }
}

/// The values of a group by name, of which those of groups may contain periods.
private struct GroupValues: KeyPathReadable {
  let values: [String: FetchValue]

  var wholeValue: FetchValue { .object(values) }

  func value(forKeyPath keyPath: String) -> FetchValue? { values[keyPath] ?? .null }
}

extension FetchValue {
  /// The order of groups in SQLite: null, numbers, then texts by their bytes.
  func precedesInSQL(_ other: FetchValue) -> Bool {
    if case .string(let left) = self, case .string(let right) = other {
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return (rank, doubleValue ?? 0) < (other.rank, other.doubleValue ?? 0)
  }

  private var rank: Int { isNull ? 0 : doubleValue == nil ? 2 : 1 }
}
