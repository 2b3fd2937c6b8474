internal import Foundation
internal import GRDB

/// Reads and clears the tables of steps and images.
struct UndoTables {
  let model: ManagedObjectModel
  let database: Database

  /// The images' tables, of entities and of their elements, with their columns.
  private var imageTables: [(table: String, columns: [String])] {
    model.entities.flatMap { entity in
      let undo = UndoSchema(entity: entity)
      return [(undo.table, undo.columns)]
        + entity.toMany.map { (undo.table($0), undo.columns($0)) }
    }
  }

  /// Forgets what a step changed.
  func forget(_ step: Int64) throws {
    for table in imageTables.map(\.table) + ["fetchkit_undo_range"] {
      try SQLiteStatement(
        database, "DELETE FROM \(sql: table) WHERE step = \(.integer(step))", isReused: true
      ).run()
    }
  }

  /// Forgets the steps that were undone: after a new one they cannot be done again.
  func dropUndone() throws {
    for step in try Int64.fetchAll(database, sql: "SELECT step FROM fetchkit_step WHERE undone") {
      try drop(step)
    }
  }

  func drop(_ step: Int64) throws {
    try forget(step)
    try SQLiteStatement(
      database, "DELETE FROM fetchkit_step WHERE step = \(.integer(step))", isReused: true
    ).run()
  }

  /// Forgets the oldest steps until the rest is within the limits; the newest one always stays.
  func trim(_ limits: UndoLimits) throws {
    var bytes = 0
    var kept = 0
    let steps = try SQLiteStatement(
      database, sql: "SELECT step, bytes FROM fetchkit_step ORDER BY step DESC")
    var old: [Int64] = []
    try steps.forEachRow { row in
      bytes = Self.sum(bytes, row.integer(1))
      kept += 1
      if kept > 1, kept > limits.steps || bytes > limits.bytes { old.append(row.integer(0)) }
    }
    for step in old { try drop(step) }
  }

  /// Bytes of the values that a step keeps, about.
  func bytes(of step: Int64) throws -> Int {
    var total = 0
    for (table, columns) in imageTables {
      let widths = columns.map { "COALESCE(length(\($0)), 0)" }.joined(separator: " + ")
      let statement = try SQLiteStatement(
        database,
        "SELECT SUM(24 + \(sql: widths)) FROM \(sql: table) WHERE step = \(.integer(step))",
        isReused: true)
      defer { statement.reset() }
      if try statement.step() { total = Self.sum(total, statement.integer(0)) }
    }
    return total
  }

  /// A sum of sizes, of which a store may hold any number.
  private static func sum(_ total: Int, _ bytes: Int64) -> Int {
    let (sum, overflow) = total.addingReportingOverflow(max(0, Int(bytes)))
    return overflow ? .max : sum
  }

  /// The steps, newest first. Their numbers are above 0: images of the other direction have those below.
  static func steps(_ database: Database) throws -> [UndoStep] {
    var steps: [UndoStep] = []
    try SQLiteStatement(
      database,
      sql:
        "SELECT step, name, date, count, undone, restorable FROM fetchkit_step WHERE step > 0 ORDER BY step DESC"
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
