/// Answers requests for counts, sums and groups from held columns.
struct ColumnAnswer {
  let filter: ColumnFilter

  private var table: ColumnTable { filter.table }
  private var entity: EntityDescription { filter.entity }

  /// The dictionaries of a request; nil when held columns cannot tell them.
  func dictionaries(_ query: FetchQuery) throws -> [[String: Value]]? {
    guard let properties = query.properties, query.sortDescriptors.isEmpty, query.limit == 0,
      query.offset == 0, query.having == nil, !query.isDistinct, query.objectIDs == nil,
      query.groupBy.count <= 1
    else { return nil }
    let terms = properties.map(term)
    guard !terms.contains(where: { $0 == nil }) else { return nil }
    let named = zip(properties.map(\.name), terms.compactMap(\.self))
    let rows = try filter.rows(query.predicate ?? .constant(true))
    guard let keyPath = query.groupBy.first else {
      return try dictionary(Array(named), rows).map { [$0] }
    }
    return try groups(keyPath, Array(named), rows)
  }
}

extension ColumnAnswer {
  /// The values of some terms over some rows, each column gone through once; nil when one cannot be computed.
  private func dictionary(_ terms: [(String, Term)], _ rows: RowBits) throws -> [String: Value]? {
    var result: [String: Value] = [:]
    var summaries: [String: ColumnSummary] = [:]
    for (name, term) in terms {
      guard case .value(let value)? = try value(of: term, rows, &summaries) else { return nil }
      if !value.isNull { result[name] = value }
    }
    return result
  }
}

// MARK: - Terms

extension ColumnAnswer {
  /// A property of a dictionary, as far as it can be computed here.
  private enum Term {
    case group(String)
    case count(AttributeType?)
    case function(ExpressionFunction, String, FetchPredicate?, AttributeType?)
    case countIf(FetchPredicate, AttributeType?)

    var isGroup: Bool { if case .group = self { true } else { false } }

    /// Whether the term is told by how many rows each group has.
    var isCount: Bool { if case .count = self { true } else { isGroup } }
  }

  /// What a term gives; nil instead of this when it cannot be computed.
  private enum Outcome { case value(Value) }

  private func term(_ property: FetchProperty) -> Term? {
    switch property {
    case .attribute(let keyPath): return .group(keyPath)
    case .expression(let description):
      guard case .function(let function, let arguments) = description.expression,
        let argument = arguments.first, arguments.count == 1
      else { return nil }
      return term(function, argument, description.resultType)
    }
  }

  private func term(
    _ function: ExpressionFunction, _ argument: FetchExpression, _ type: AttributeType?
  ) -> Term? {
    switch (function, argument) {
    case (.count, .evaluatedObject): return .count(type)
    case (.sum, .keyPath(let keyPath, _)), (.average, .keyPath(let keyPath, _)),
      (.min, .keyPath(let keyPath, _)), (.max, .keyPath(let keyPath, _)):
      let known = function == .min || function == .max ? self.type(of: keyPath) : nil
      return isNumber(keyPath) ? .function(function, keyPath, nil, type ?? known) : nil
    case (.sum, .conditional(let predicate, .constant(1), .constant(0))):
      return .countIf(predicate, type)
    case (.sum, .conditional(let predicate, .keyPath(let keyPath, _), .constant(0))):
      return isNumber(keyPath) ? .function(.sum, keyPath, predicate, type) : nil
    default: return nil
    }
  }

  private func type(of keyPath: String) -> AttributeType? {
    entity.attribute(forKeyPath: keyPath)?.type
  }

  /// Whether a held column has the numbers of a key path, and those are no truth values or times.
  private func isNumber(_ keyPath: String) -> Bool {
    guard let type = type(of: keyPath), type == .integer || type == .double else { return false }
    return filter.column(keyPath)?.hasNumbers == true
  }

  /// `summaries` are those of columns that other terms asked about.
  private func value(
    of term: Term, _ rows: RowBits, _ summaries: inout [String: ColumnSummary]
  ) throws -> Outcome? {
    switch term {
    case .group: return nil
    case .count(let type): return .value(cast(.integer(Int64(rows.count)), type))
    case .countIf(let predicate, let type):
      guard rows.count > 0 else { return .value(.null) }
      let count = rows.countCommon(try filter.rows(predicate))
      return .value(cast(.integer(Int64(count)), type))
    case .function(let function, let keyPath, let predicate, let type):
      guard let column = filter.column(keyPath) else { return nil }
      guard let predicate else {
        let summary = summaries[keyPath] ?? ColumnSummary(column, rows)
        summaries[keyPath] = summary
        return .value(cast(summary.value(function), type))
      }
      let chosen = rows.intersection(try filter.rows(predicate))
      let summary = ColumnSummary(column, chosen)
      // The rows that a condition leaves out count as 0.
      let isZero = summary.isEmpty && chosen.count < rows.count
      return .value(cast(isZero ? .integer(0) : summary.value(function), type))
    }
  }

  private func cast(_ value: Value, _ type: AttributeType?) -> Value {
    type.map(value.read) ?? value
  }
}

// MARK: - Groups

extension ColumnAnswer {
  private func groups(_ keyPath: String, _ terms: [(String, Term)], _ rows: RowBits) throws
    -> [[String: Value]]?
  {
    let grouping = ColumnGrouping(filter: filter)
    let isCounted = terms.allSatisfy { $0.1.isCount }
    if let parts = try grouping.parts(keyPath, isCounted: isCounted) {
      return try groups(parts, keyPath, terms, rows)
    }
    guard let keys = try grouping.codes(keyPath) else { return nil }
    let counts = keys.codes.tally(rows, upTo: keys.values.count - 1)
    var results = counts.map { _ in [String: Value]() }
    for (name, term) in terms {
      let values: [Value]
      switch term {
      case .group(let own):
        guard own == keyPath else { return nil }
        values = keys.values
      case .count(let type): values = counts.map { cast(.integer(Int64($0)), type) }
      case .countIf: return nil
      case .function(let function, let keyPath, let predicate, let type):
        guard predicate == nil, let column = filter.column(keyPath) else { return nil }
        var summaries = counts.map { _ in ColumnSummary(column) }
        rows.forEach { row in
          if let number = column.numbers[row] { summaries[Int(keys.codes[row])].add(number) }
        }
        values = summaries.map { cast($0.value(function), type) }
      }
      for (index, value) in values.enumerated() where !value.isNull {
        results[index][name] = value
      }
    }
    return counts.indices.filter { counts[$0] > 0 }
      .sorted { keys.values[$0].precedes(keys.values[$1]) }.map { results[$0] }
  }
}

extension ColumnAnswer {
  /// The groups of a few parts of all rows.
  private func groups(
    _ parts: [Value: RowBits], _ keyPath: String, _ terms: [(String, Term)], _ rows: RowBits
  ) throws -> [[String: Value]]? {
    var results: [[String: Value]] = []
    for value in parts.keys.sorted(by: { $0.precedes($1) }) {
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

extension Value {
  /// The order in which SQLite gives groups: what is missing, numbers, texts by their bytes.
  fileprivate func precedes(_ other: Value) -> Bool {
    if case .string(let left) = self, case .string(let right) = other {
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return (rank, doubleValue ?? 0) < (other.rank, other.doubleValue ?? 0)
  }

  private var rank: Int { isNull ? 0 : doubleValue == nil ? 2 : 1 }
}
