internal import GRDB

extension Store {
  /// Finds the objects of a request and tells how.
  public func explain<Element>(_ request: FetchRequest<Element>) throws -> FetchExplanation {
    try storing {
      try read { database in
        let sql = try FetchStatement(request.query, entity: self.entity(of: request.query))
          .objectIDs()
        let plan = try QueryPlan.lines(sql, database)
        var rows = 0
        let duration = try ContinuousClock().measure {
          try SQLiteStatement(database, sql).forEachRow { _ in rows += 1 }
        }
        return FetchExplanation(
          sql: sql.sql, bindings: sql.bindings, plan: plan, rows: rows, duration: duration)
      }
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
      let detail = row.value(3, as: .string).stringValue ?? ""
      lines.append(String(repeating: "  ", count: depth) + detail)
    }
    return lines
  }
}
