internal import GRDB

/// The query plan of a request.
public struct FetchExplanation: Hashable, Sendable {
  /// The statement with a placeholder for each value.
  public let sql: String
  /// The values of the placeholders.
  public let bindings: [FetchValue]
  /// SQLite's plan, one indented line for each step.
  public let plan: [String]
  /// The number of objects.
  public let rows: Int
  /// Whether the objects were found in the column cache, and not by the statement.
  public let usesColumnCache: Bool
  /// The time to find all objects, without reading their attributes.
  public let duration: Duration
}

extension FetchStore {
  /// Runs a request and explains its query.
  ///
  /// ```swift
  /// try store.explain(request).plan  // ["SEARCH book USING INDEX …"]
  /// ```
  public func explain<Element>(_ request: FetchRequest<Element>) throws -> FetchExplanation {
    try reading { database in
      let query = try request.checkedQuery()
      let sql = try FetchStatement(query, entity: self.entity(of: query))
        .objectIDs()
      let plan = try QueryPlan.lines(sql, database)
      let snapshot = StoreSnapshot(store: self, database: database)
      var (rows, usesColumnCache) = (0, false)
      let duration = try ContinuousClock().measure {
        if let ids = try self.accelerator?.orderedIDs(query, snapshot) {
          (rows, usesColumnCache) = (ids.count, true)
        } else {
          try SQLiteStatement(database, sql).forEachRow { _ in rows += 1 }
        }
      }
      return FetchExplanation(
        sql: sql.sql, bindings: sql.bindings, plan: plan, rows: rows,
        usesColumnCache: usesColumnCache, duration: duration)
    }
  }
}

/// Reads `EXPLAIN QUERY PLAN`, see sqlite.org/eqp.html.
private enum QueryPlan {
  static func lines(_ sql: SQLFragment, _ database: Database) throws -> [String] {
    var depths: [Int64: Int] = [:]
    var lines: [String] = []
    let fragment: SQLFragment = "EXPLAIN QUERY PLAN \(sql)"
    try SQLiteStatement(database, fragment).forEachRow { row in
      let depth = depths[row.integer(1)].map { $0 + 1 } ?? 0
      depths[row.integer(0)] = depth
      let detail = row.text(3)
      lines.append(String(repeating: "  ", count: depth) + detail)
    }
    return lines
  }
}
