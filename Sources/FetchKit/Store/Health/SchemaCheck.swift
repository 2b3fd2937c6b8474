internal import Foundation
internal import GRDB

/// A comparison of a file's schema with the model.
///
/// The file may come from anybody: a view or a generated column in place of a table's own would run its author's SQL
/// wherever this library reads or writes.
struct SchemaCheck {
  let schema: Schema
  private let entries: [Entry]
  /// The tables and views by lowercase name, because SQLite ignores case.
  private let relations: [String: Entry]

  private struct Entry {
    let type: String
    let name: String
    let table: String
    let sql: String
  }

  init(_ schema: Schema, _ database: Database) throws {
    self.schema = schema
    entries = try SQLiteStatement(
      database, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
    ).map { Entry(type: $0.text(0), name: $0.text(1), table: $0.text(2), sql: $0.text(3)) }
    relations = Dictionary(
      entries.filter { $0.type == "table" || $0.type == "view" }
        .map { ($0.name.lowercased(), $0) }
    ) { first, _ in first }
  }
}

// MARK: - Tables

extension SchemaCheck {
  /// Throws when a table differs from the model, except for additional columns.
  ///
  /// Missing tables and columns are added later, unless the file claims that it `isComplete`, which is checked last.
  func checkTables(_ database: Database, isComplete: () throws -> Bool) throws {
    var missing: ErrorMessage?
    var changed: [String] = []
    for (name, sql) in schema.tables {
      guard let entry = relations[name.lowercased()] else {
        if !name.hasPrefix("fetchkit_") {
          missing = ErrorMessage("store.tableMissing", "table '\(name)' is missing")
        }
        continue
      }
      guard entry.type == "table" else {
        throw damage("store.view", "'\(name)' is a view, expected a table")
      }
      if entry.sql != Schema.stored(sql) { changed.append(name) }
    }
    if !changed.isEmpty {
      let expected = try Self.empty(schema)
      for name in changed {
        let absent = try check(name, Shape(name, database), expected.read { try Shape(name, $0) })
        missing = missing ?? absent
      }
    }
    if let missing, try isComplete() { throw Self.damage(missing) }
  }

  /// Throws when a table differs from the expected one, and returns what it lacks.
  private func check(_ name: String, _ found: Shape, _ expected: Shape) throws -> ErrorMessage? {
    guard found.kind == expected.kind else {
      throw damage("store.unusualTable", "'\(name)' is not an ordinary table")
    }
    var missing: ErrorMessage?
    for (column, expected) in expected.columns.sorted(by: { $0.key < $1.key }) {
      guard let found = found.columns[column] else {
        missing = ErrorMessage(
          "store.columnMissing", "column '\(column)' of table '\(name)' is missing")
        continue
      }
      guard !found.isGenerated else {
        throw damage("store.generatedColumn", "column '\(column)' of table '\(name)' is generated")
      }
      guard found == expected else {
        throw damage(
          "store.wrongColumn",
          "column '\(column)' of table '\(name)' is \(found.description), expected \(expected.description)"
        )
      }
    }
    return missing
  }

  private func damage(_ id: StaticString, _ finding: ErrorMessage.Text) -> StoreError {
    Self.damage(ErrorMessage(id, finding))
  }

  private static func damage(_ finding: ErrorMessage) -> StoreError {
    StoreError(.corrupt, "store.unexpectedSchema", "unexpected schema: \(finding)")
  }

  private static func empty(_ schema: Schema) throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { database in
      for (_, sql) in schema.tables { try database.execute(sql: sql) }
    }
    return queue
  }
}

/// The kind of a table and its columns by name.
private struct Shape {
  /// `table`, `view`, `virtual` or `shadow`, and whether it has no row numbers.
  let kind: String
  var columns: [String: ColumnShape] = [:]

  init(_ table: String, _ database: Database) throws {
    kind =
      try String.fetchOne(
        database, sql: "SELECT type || wr FROM pragma_table_list(?) WHERE schema = 'main'",
        arguments: [table]) ?? ""
    let rows = try Row.fetchAll(
      database, sql: "SELECT lower(name), type, pk, hidden FROM pragma_table_xinfo(?)",
      arguments: [table])
    for row in rows {
      columns[row[0]] = ColumnShape(
        affinity: ColumnShape.affinity(of: row[1]), key: row[2], isGenerated: row[3] != 0)
    }
  }
}

private struct ColumnShape: Equatable, CustomStringConvertible {
  let affinity: String
  /// The place in the primary key from 1 on; 0 for none.
  let key: Int
  let isGenerated: Bool

  var description: String { key > 0 ? "\(affinity), part \(key) of the key" : affinity }

  /// See sqlite.org/datatype3.html.
  static func affinity(of type: String) -> String {
    let type = type.uppercased()
    func has(_ words: String...) -> Bool { words.contains(where: type.contains) }
    if has("INT") { return "INTEGER" }
    if has("CHAR", "CLOB", "TEXT") { return "TEXT" }
    if type.isEmpty || has("BLOB") { return "BLOB" }
    return has("REAL", "FLOA", "DOUB") ? "REAL" : "NUMERIC"
  }
}

// MARK: - Foreign objects

extension SchemaCheck {
  /// Triggers that this library did not create, and other indexes and views under the names of its own.
  ///
  /// All triggers count, because the file may name a wrong table for them.
  var foreignObjects: [SchemaObject] {
    let triggers = Set(schema.model.entities.flatMap(schema.triggers).map(Schema.stored))
    let named = schema.indexesAndViews
    return entries.compactMap { entry in
      guard let kind = SchemaObject.Kind(rawValue: entry.type) else { return nil }
      let isForeign =
        kind == .trigger
        ? !triggers.contains(entry.sql)
        : named[entry.name.lowercased()].map { $0 != entry.sql } ?? false
      guard isForeign else { return nil }
      return SchemaObject(kind: kind, name: entry.name, table: entry.table, sql: entry.sql)
    }
  }
}

extension Schema {
  fileprivate var tables: [(name: String, sql: String)] {
    // `CREATE TABLE IF NOT EXISTS name (`
    Schema.ownTables.map { (String($0.split(separator: " ")[5]), $0) }
      + model.entities.flatMap { tables(of: $0).map { ($0.name, $0.sql) } }
  }

  /// The statements of indexes and views as SQLite stores them, by lowercase name.
  fileprivate var indexesAndViews: [String: String] {
    let all = model.entities.flatMap { entity in
      zip(Self.indexes(entity).map(\.name), indexes(entity).map(Self.stored)).map { ($0, $1) }
        + views(entity).map { ($0.name, $0.sql) }
    }
    return Dictionary(all.map { ($0.lowercased(), $1) }) { first, _ in first }
  }

  /// A statement as SQLite stores it.
  fileprivate static func stored(_ sql: String) -> String {
    for start in ["CREATE TABLE", "CREATE TRIGGER", "CREATE INDEX", "CREATE UNIQUE INDEX"] {
      let condition = start + " IF NOT EXISTS"
      if sql.hasPrefix(condition) { return start + sql.dropFirst(condition.count) }
    }
    return sql
  }
}
