internal import Foundation
internal import GRDB

struct UndoTables {
  let model: ManagedObjectModel
  let database: Database

  /// The tables of old values of entities and elements, with the width of a row as SQL.
  private var imageTables: [(table: String, width: String)] {
    model.entities.flatMap { entity in
      let undo = UndoSchema(entity: entity)
      return [(undo.table, UndoSchema.width(of: undo.columns, entity.attributes))]
        + entity.toMany.map {
          (undo.table($0), UndoSchema.width(of: undo.columns($0), $0.attributes))
        }
    }
  }

  /// Deletes the old values of a change.
  func forget(_ step: Int64) throws {
    for table in imageTables.map(\.table) + ["fetchkit_undo_range", "fetchkit_undo_batch"] {
      try database.run("DELETE FROM \(sql: table) WHERE step = \(.integer(step))", isReused: true)
    }
  }

  /// Deletes the undone changes, which a new change makes obsolete.
  func dropUndone() throws { try drop("SELECT step FROM fetchkit_step WHERE undone") }

  /// Deletes all changes.
  func dropAll() throws { try drop("SELECT step FROM fetchkit_step") }

  private func drop(_ selection: SQLFragment) throws {
    for step in try database.integers(selection, isReused: true) { try drop(step) }
  }

  func drop(_ step: Int64) throws {
    try forget(step)
    try Metadata.dropTexts(keptIn: step, database)
    try database.run("DELETE FROM fetchkit_step WHERE step = \(.integer(step))", isReused: true)
  }

  /// Deletes the oldest changes until the rest is within the limits; the newest one always stays.
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

  /// The approximate size in bytes of a change's old values.
  func bytes(of step: Int64) throws -> Int {
    var total = 0
    for (table, width) in imageTables {
      let size = try database.integer(
        "SELECT SUM(24 + \(sql: width)) FROM \(sql: table) WHERE step = \(.integer(step))",
        isReused: true)
      total = Self.sum(total, size)
    }
    return Self.sum(total, Int64(try UndoBatches(database: database, step: step).bytes))
  }

  /// An entity of the store whose objects a change has and the model lacks; nil for none.
  func missingEntity(in step: Int64) throws -> String? {
    let stored = StoredModel(text: try Metadata.text("model", database) ?? "")
    let missing = stored.entities.subtracting(model.entities.map(\.name))
    let tables = Set(model.entities.map(\.table))
    return try missing.sorted().first { entity in
      let images = stored.table(of: entity).flatMap { table in
        tables.contains(table) ? nil : UndoSchema.name(table)
      }
      if let images, try database.tableExists(images),
        try contains("\(name: images) WHERE step = \(.integer(step))")
      {
        return true
      }
      return try ["fetchkit_undo_range", "fetchkit_undo_batch"].contains { table in
        try contains(
          "\(name: table) WHERE step = \(.integer(step)) AND entity = \(.string(entity))")
      }
    }
  }

  private func contains(_ rows: SQLFragment) throws -> Bool {
    try database.integer("SELECT EXISTS (SELECT 1 FROM \(rows))") > 0
  }

  /// A saturating sum of sizes, which a store may claim to be anything.
  private static func sum(_ total: Int, _ bytes: Int64) -> Int {
    let (sum, overflow) = total.addingReportingOverflow(max(0, Int(bytes)))
    return overflow ? .max : sum
  }

  /// The changes, newest first; their numbers are positive, and values of the other direction have negative ones.
  static func steps(_ database: Database) throws -> [UndoStep] {
    try SQLiteStatement(
      database,
      sql:
        "SELECT step, name, date, count, undone, restorable FROM fetchkit_step WHERE step > 0 ORDER BY step DESC"
    ).map { row in
      guard let date = row.value(2, as: .date).dateValue, row.isInteger(3), row.isInteger(5) else {
        throw UndoSchema.damage(
          "store.historyStep", "change \(row.integer(0)) has no date or no count")
      }
      return UndoStep(
        number: Int(row.integer(0)), name: row.text(1), date: date, count: Int(row.integer(3)),
        isUndone: row.integer(4) != 0, isRestorable: row.integer(5) != 0)
    }
  }
}

// MARK: - Metadata

extension Metadata {
  /// Sets texts of clients by key, and keeps the current ones for the undo of a change.
  static func set(_ texts: [String: String?], in step: Int64?, _ database: Database) throws {
    if let step {
      for key in texts.keys { try keep(clientPrefix + key, in: step, database) }
    }
    try set(texts, database)
  }

  /// Exchanges the current texts with those that a change has kept.
  static func exchange(keptIn step: Int64, _ database: Database) throws {
    let prefix = keptPrefix(step)
    let keys = try String.fetchAll(
      database, sql: "SELECT key FROM fetchkit_metadata WHERE substr(key, 1, ?) = ?",
      arguments: [prefix.count, prefix])
    for key in keys.map({ String($0.dropFirst(prefix.count)) }) {
      let kept = try text(prefix + key, database)
      try keep(key, in: step, database)
      if let kept, !kept.isEmpty { try set(kept, key, database) } else { try remove(key, database) }
    }
  }

  static func dropTexts(keptIn step: Int64, _ database: Database) throws {
    let prefix = keptPrefix(step)
    try database.run(
      """
      DELETE FROM fetchkit_metadata \
      WHERE substr(key, 1, \(.integer(Int64(prefix.count)))) = \(.string(prefix))
      """, isReused: true)
  }

  /// A missing text is kept as an empty one.
  private static func keep(_ key: String, in step: Int64, _ database: Database) throws {
    try set(text(key, database) ?? "", keptPrefix(step) + key, database)
  }

  private static func keptPrefix(_ step: Int64) -> String { "undo.\(step)." }
}
