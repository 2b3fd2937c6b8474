internal import Foundation
internal import GRDB

/// Reads and clears the tables of steps and images.
enum UndoTables {
  /// The images' tables, of entities and of their elements.
  private static func imageTables(_ database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql:
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'fetchkit\\_undo\\_%' ESCAPE '\\'"
    )
  }

  /// Forgets what a step changed.
  static func forget(_ step: Int64, _ database: Database) throws {
    for table in try imageTables(database) {
      try SQLiteStatement(
        database, "DELETE FROM \(sql: SQLName.quoted(table)) WHERE step = \(.integer(step))",
        isReused: true
      ).run()
    }
  }

  /// Forgets the steps that were undone: after a new one they cannot be done again.
  static func dropUndone(_ database: Database) throws {
    for step in try Int64.fetchAll(database, sql: "SELECT step FROM fetchkit_step WHERE undone") {
      try drop(step, database)
    }
  }

  static func drop(_ step: Int64, _ database: Database) throws {
    try forget(step, database)
    try SQLiteStatement(
      database, "DELETE FROM fetchkit_step WHERE step = \(.integer(step))", isReused: true
    ).run()
  }

  /// Forgets the oldest steps until the rest is within the limits; the newest one always stays.
  static func trim(_ limits: UndoLimits, _ database: Database) throws {
    var bytes = 0
    var kept = 0
    let steps = try SQLiteStatement(
      database, sql: "SELECT step, bytes FROM fetchkit_step ORDER BY step DESC")
    var old: [Int64] = []
    try steps.forEachRow { row in
      bytes += Int(row.integer(1))
      kept += 1
      if kept > 1, kept > limits.steps || bytes > limits.bytes { old.append(row.integer(0)) }
    }
    for step in old { try drop(step, database) }
  }

  /// Bytes of the values that a step keeps, about.
  static func bytes(of step: Int64, _ database: Database) throws -> Int {
    var total = 0
    for table in try imageTables(database) where table != "fetchkit_undo_range" {
      let columns = try database.columns(in: table).map { SQLName.quoted($0.name) }
      let widths = columns.map { "COALESCE(length(\($0)), 0)" }.joined(separator: " + ")
      let statement = try SQLiteStatement(
        database,
        "SELECT SUM(8 + \(sql: widths)) FROM \(sql: SQLName.quoted(table)) WHERE step = \(.integer(step))",
        isReused: true)
      defer { statement.reset() }
      if try statement.step() { total += Int(statement.integer(0)) }
    }
    return total
  }

  /// The steps, newest first.
  static func steps(_ database: Database) throws -> [UndoStep] {
    var steps: [UndoStep] = []
    try SQLiteStatement(
      database,
      sql:
        "SELECT step, name, date, count, undone, restorable FROM fetchkit_step ORDER BY step DESC"
    ).forEachRow { row in
      steps.append(
        UndoStep(
          number: Int(row.integer(0)), name: row.value(1, as: .string).stringValue ?? "",
          date: row.value(2, as: .date).dateValue ?? Date(), count: Int(row.integer(3)),
          isUndone: row.integer(4) != 0, isRestorable: row.integer(5) != 0))
    }
    return steps
  }
}
