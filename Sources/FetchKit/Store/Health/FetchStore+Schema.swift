internal import Foundation
internal import GRDB

#if canImport(Glibc)
  internal import Glibc
#endif

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
    try storing {
      try read { try SchemaCheck(Schema(model: self.model), $0).foreignObjects }
    }
  }

  @discardableResult
  package func dropForeignTriggers() throws -> [SchemaObject] {
    try storing {
      try write { database in
        let triggers = try SchemaCheck(Schema(model: self.model), database).foreignObjects
          .filter { $0.kind == .trigger }
        for trigger in triggers {
          try database.execute(sql: "DROP TRIGGER \(SQLName.quoted(trigger.name))")
        }
        return triggers
      }
    }
  }
}
