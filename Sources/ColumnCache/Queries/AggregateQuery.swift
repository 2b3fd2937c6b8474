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
      if !value.isNull { result[name] = cast(value, term.type) }
    }
    return result
  }
}

// MARK: - Terms

extension AggregateQuery {
  /// A property that can be computed from columns.
  private struct Term {
    enum Kind {
      case group(String)
      case count
      case aggregate(ExpressionFunction, String)
      /// A statistic that needs all numbers, with its percentile.
      case sample(ExpressionFunction, Double?, String)
      case countDistinct(String)
      /// An aggregate that counts the rows that do not match as 0.
      case conditionalSum(String, FetchPredicate)
      case conditionalCount(FetchPredicate)
    }

    let kind: Kind
    /// The type of the value; nil to keep its own.
    let type: AttributeType?

    /// The attribute of a term that needs all of its numbers.
    var keyPath: String {
      switch kind {
      case .sample(_, _, let keyPath), .countDistinct(let keyPath): keyPath
      case .group, .count, .aggregate, .conditionalSum, .conditionalCount: ""
      }
    }

    var isGroup: Bool { if case .group = kind { true } else { false } }

    /// Whether the number of rows of each group suffices.
    var isCount: Bool { if case .count = kind { true } else { isGroup } }
  }

  private func term(_ property: FetchProperty) -> Term? {
    switch property {
    case .attribute(let keyPath):
      return Term(kind: .group(keyPath), type: entity.attribute(forKeyPath: keyPath)?.type)
    case .expression(let description):
      guard case .function(let function, let arguments) = description.expression,
        let kind = kind(function, Array(arguments))
      else { return nil }
      guard case .aggregate(_, let keyPath) = kind, function == .min || function == .max else {
        return Term(kind: kind, type: description.resultType)
      }
      let type = description.resultType ?? entity.attribute(forKeyPath: keyPath)?.type
      return Term(kind: kind, type: type)
    }
  }

  private func kind(_ function: ExpressionFunction, _ arguments: [FetchExpression]) -> Term.Kind? {
    guard let argument = arguments.first, arguments.count == (function == .percentile ? 2 : 1)
    else { return nil }
    switch (function, argument) {
    case (.count, .evaluatedObject): return .count
    case (.sum, .conditional(let condition, let term, let other))
    where other.expression == .constant(0):
      switch term.expression {
      case .constant(1): return .conditionalCount(condition.predicate)
      case .keyPath(let keyPath, _) where isNumber(keyPath):
        return .conditionalSum(keyPath, condition.predicate)
      default: return nil
      }
    case (_, .keyPath(let keyPath, _)) where isNumber(keyPath):
      switch function {
      case .sum, .average, .min, .max: return .aggregate(function, keyPath)
      case .median, .standardDeviation: return .sample(function, nil, keyPath)
      case .percentile:
        return arguments[1].constantValue.map { .sample(function, $0.doubleValue, keyPath) }
      case .countDistinct: return .countDistinct(keyPath)
      default: return nil
      }
    default: return nil
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
    switch term.kind {
    case .group: return nil
    case .count: return .integer(Int64(rows.count))
    case .conditionalCount(let predicate):
      guard rows.count > 0 else { return .null }
      return .integer(Int64(rows.intersectionCount(try filter.rows(predicate))))
    case .aggregate(let function, let keyPath):
      guard let column = filter.column(keyPath) else { return nil }
      var summary = summaries[keyPath] ?? NumberSummary(column, rows)
      if function == .sum || function == .average { summary.addUp(column, rows) }
      summaries[keyPath] = summary
      return summary.value(function)
    case .sample, .countDistinct: return value(of: term, filter.numbers(term.keyPath, rows))
    case .conditionalSum(let keyPath, let predicate):
      guard let column = filter.column(keyPath) else { return nil }
      let matching = rows.intersection(try filter.rows(predicate))
      var summary = NumberSummary(column, matching)
      summary.addUp(column, matching)
      let isZero = summary.isEmpty && matching.count < rows.count
      return isZero ? .integer(0) : summary.value(.sum)
    }
  }

  private func value(of term: Term, _ numbers: [Double]) -> FetchValue {
    switch term.kind {
    case .sample(let function, let percentile, _):
      SampleStatistics.value(function, percentile, of: numbers).map(FetchValue.double) ?? .null
    case .countDistinct: .integer(Int64(Set(numbers).count))
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
    let groups = counts.indices.filter { counts[$0] > 0 }.sorted {
      keys.values[$0].lexicographicallyPrecedes(keys.values[$1]) { $0.precedesInSQL($1) }
    }
    var results = groups.map { _ in [String: FetchValue]() }
    for (name, term) in terms {
      guard let values = self.values(of: term, groups, keyPaths, keys, counts, rows) else {
        return nil
      }
      for (index, value) in values.enumerated() where !value.isNull {
        results[index][name] = cast(value, term.type)
      }
    }
    return results
  }

  /// The values of a term for some of the groups, which have rows.
  private func values(
    of term: Term, _ groups: [Int], _ groupKeyPaths: [String], _ keys: GroupKeys, _ counts: [Int],
    _ rows: Bitmap
  ) -> [FetchValue]? {
    switch term.kind {
    case .group(let keyPath):
      guard let index = groupKeyPaths.firstIndex(of: keyPath) else { return nil }
      return groups.map { keys.values[$0][index] }
    case .count: return groups.map { .integer(Int64(counts[$0])) }
    case .conditionalCount, .conditionalSum: return nil
    case .aggregate(let function, let keyPath):
      guard let column = filter.column(keyPath) else { return nil }
      var summaries = counts.map { _ in NumberSummary(column) }
      keys.forEach(rows, column.numbers) { summaries[$0].add($1) }
      return groups.map { summaries[$0].value(function) }
    case .sample, .countDistinct:
      guard let column = filter.column(term.keyPath) else { return nil }
      var numbers = counts.map { _ in [Double]() }
      keys.forEach(rows, column.numbers) { numbers[$0].append($1) }
      return groups.map { value(of: term, numbers[$0]) }
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
        switch term.kind {
        case .group(keyPath): if !value.isNull { result[name] = value }
        case .count: result[name] = cast(.integer(Int64(count)), term.type)
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
        guard case .group(let own) = term.kind else { continue }
        guard own == keyPath else { return nil }
        if !value.isNull { result[name] = value }
      }
      results.append(result)
    }
    return results
  }
}

/// The values of a group by name; names may contain periods.
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
