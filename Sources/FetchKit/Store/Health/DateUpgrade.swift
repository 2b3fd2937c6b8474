internal import Foundation
internal import GRDB

/// The upgrade of a store of format 1, whose dates are seconds since 1970, to seconds since 2001.
///
/// Seconds since 1970 cannot tell neighboring dates of today apart, because `Date` counts from 2001.
struct DateUpgrade {
  let stored: StoredModel

  /// The format whose dates are seconds since 1970.
  static let version = 1

  static func isNeeded(_ database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "PRAGMA user_version") == version
  }

  /// Converts the dates of the tables and of the undo history; the caller disables triggers.
  func run(_ schema: Schema, _ database: Database) throws {
    for (table, columns) in stored.dateColumns {
      // While it runs, a date may equal one that is not converted yet.
      for index in schema.model.entities.flatMap(Schema.indexes)
      where index.table == table && !columns.isDisjoint(with: index.columns) {
        try database.execute(sql: "DROP INDEX IF EXISTS \(SQLName.quoted(index.name))")
      }
      try convert(columns, of: table, database)
      try convert(columns, of: UndoSchema.name(table), database)
    }
    try forgetHashes(schema, database)
    try convert(["date"], of: "fetchkit_step", database)
    // The file of derived data has the earlier dates.
    try DerivedFile.removeToken(database)
  }

  private func convert(_ columns: Set<String>, of table: String, _ database: Database) throws {
    guard try database.tableExists(table) else { return }
    let present = Set(try database.columns(in: table).map(\.name))
    let names = columns.intersection(present).sorted().map(SQLName.quoted)
    guard !names.isEmpty else { return }
    let origin = Date.timeIntervalBetween1970AndReferenceDate
    let values = names.map {
      "\($0) = CASE WHEN typeof(\($0)) IN ('integer', 'real') THEN \($0) - \(origin) ELSE \($0) END"
    }
    let conditions = names.map { "\($0) IS NOT NULL" }
    try database.execute(
      sql: """
        UPDATE \(SQLName.quoted(table)) SET \(values.joined(separator: ", ")) \
        WHERE \(conditions.joined(separator: " OR "))
        """)
  }

  /// Makes the next import compare values: it hashes converted dates.
  private func forgetHashes(_ schema: Schema, _ database: Database) throws {
    for entity in schema.model.entities where entity.identifier != nil {
      for table in [entity.table, UndoSchema.name(entity.table)]
      where try database.tableExists(table) {
        try database.execute(sql: "UPDATE \(SQLName.quoted(table)) SET content_hash = NULL")
      }
    }
  }
}
