internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import Glibc

extension FetchStore {
  /// The format of the tables that FetchKit keeps in the file.
  package static var formatVersion: Int { Schema.version }

  /// The version of the SQLite library, such as `3.40.1`.
  public static var sqliteVersion: String { String(cString: sqlite3_libversion()) }

  /// Checks the store and returns a line for each problem.
  ///
  /// Reads every page, which takes a while for a large store. Throws a `StoreError` when SQLite cannot read it at all.
  public func problems() throws -> [String] {
    try reading { database in
      let findings = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
        .filter { $0 != "ok" }
      guard findings.isEmpty else { return findings }
      return try self.model.entities.flatMap { entity in
        try entity.staleColumns(database) + entity.orphans(database)
      }
    }
  }

  /// Rebuilds derived data: indexes, triggers, views, derived columns, and files of derived data.
  public func repair() throws {
    try storing {
      try withWriter { database in
        try database.inTransaction(.immediate) {
          try self.replacement.verify(database)
          try database.execute(sql: "REINDEX")
          try SchemaInstaller(schema: Schema(model: self.model)).install(
            in: database, evenIfCurrent: true)
          for entity in self.model.entities {
            try entity.deleteOrphans(database)
            try entity.renew(entity.derivedColumns(), database)
            // Without triggers the change log may lack changes.
            try ChangeLog.mark(entity, database)
          }
          try DerivedFile.removeToken(database)
          return .commit
        }
        try database.execute(sql: "PRAGMA optimize")
      }
    }
  }
}

// Derived columns, which changes by other programs do not update, and elements whose owner no longer exists.
extension EntityDescription {
  fileprivate func staleColumns(_ database: Database) throws -> [String] {
    try derivedColumns().compactMap { column, value in
      let count = try database.integer(
        "SELECT COUNT(*) FROM \(name: table) WHERE \(sql: column) IS NOT \(value)")
      return count == 0 ? nil : "\(table).\(column) is out of date in \(Self.rows(count))"
    }
  }

  private static func rows(_ count: Int64) -> String { count == 1 ? "1 row" : "\(count) rows" }

  /// Computes the columns of derived attributes again.
  func renewDerivedColumns(_ database: Database) throws {
    try renew(BatchStatement(entity: self).derivedColumns(), database)
  }

  /// Computes the natural-order keys again, those of the undo history too.
  func renewSortKeys(_ database: Database) throws {
    try renew(sortKeyColumns, database)
    try renew(sortKeyColumns, of: UndoSchema.name(table), database)
  }

  fileprivate func renew(
    _ columns: [(String, SQLFragment)], of other: String? = nil, _ database: Database
  ) throws {
    for (column, value) in columns {
      try database.run(
        "UPDATE \(name: other ?? table) SET \(sql: column) = \(value) WHERE \(sql: column) IS NOT \(value)"
      )
    }
  }

  fileprivate func derivedColumns() throws -> [(String, SQLFragment)] {
    try BatchStatement(entity: self).derivedColumns() + sortKeyColumns
  }

  private var sortKeyColumns: [(String, SQLFragment)] {
    attributes.compactMap { attribute in
      guard let order = attribute.orderColumn, let column = attribute.column else { return nil }
      return (SQLName.quoted(order), "fetchkit_natural(\(name: column))")
    }
  }

  fileprivate func orphans(_ database: Database) throws -> [String] {
    try toMany.compactMap { list in
      let count = try database.integer("SELECT COUNT(*) \(orphans(of: list))")
      return count == 0 ? nil : "\(list.table) has \(Self.rows(count)) without an owner"
    }
  }

  fileprivate func deleteOrphans(_ database: Database) throws {
    for list in toMany { try database.run("DELETE \(orphans(of: list))") }
  }

  private func orphans(of list: ToManyDescription) -> SQLFragment {
    "FROM \(name: list.table) WHERE owner NOT IN (SELECT pk FROM \(name: table))"
  }
}

/// A trigger, an index or a view of a store that this library did not create.
package struct SchemaObject: Hashable, Sendable {
  /// What it is.
  package enum Kind: String, Hashable, Sendable {
    /// Runs statements when a table changes.
    case trigger
    /// Finds rows by some columns.
    case index
    /// A query that looks like a table.
    case view
  }

  /// What it is.
  package let kind: Kind
  /// Its name, which may contain control characters.
  package let name: String
  /// The table that it belongs to; its own name for a view.
  package let table: String
  /// The statement that created it.
  package let sql: String
}

extension FetchStore {
  /// The user who owns the file; nil for a store in memory, or when there is no file.
  package var owner: UInt32? { path == ":memory:" ? nil : Self.owner(ofFile: path) }

  package static func owner(ofFile path: String) -> UInt32? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_uid : nil
  }

  /// Triggers that other programs added, and other indexes and views under the names of the store's own.
  package func foreignObjects() throws -> [SchemaObject] {
    try reading { try SchemaCheck(Schema(model: self.model), $0).foreignObjects }
  }

  @discardableResult
  package func dropForeignTriggers() throws -> [SchemaObject] {
    try writing { database in
      let triggers = try SchemaCheck(Schema(model: self.model), database).foreignObjects
        .filter { $0.kind == .trigger }
      for trigger in triggers {
        try database.execute(sql: "DROP TRIGGER \(SQLName.quoted(trigger.name))")
      }
      return triggers
    }
  }
}
