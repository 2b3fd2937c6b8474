internal import GRDB

/// A new name of a to-many relationship that has a table, whose elements stay.
struct ListRenaming {
  let entity: EntityDescription
  /// The name before the migration.
  let oldName: String
  /// The table before the migration.
  let oldTable: String
  let target: ToManyDescription

  private var temporaryTable: String { "fetchkit_old_" + oldTable }

  /// Frees the name of the table, which another list may get.
  func setAside(_ database: Database) throws {
    try rename(oldTable, to: temporaryTable, database)
  }

  func run(_ database: Database) throws {
    try rename(temporaryTable, to: target.table, database)
  }

  private func rename(_ old: String, to new: String, _ database: Database) throws {
    guard oldTable != target.table else { return }
    try database.execute(
      sql: "ALTER TABLE \(SQLName.quoted(old)) RENAME TO \(SQLName.quoted(new))")
  }
}

extension ListRenaming: CustomStringConvertible {
  var description: String { "rename '\(oldName)' of '\(entity.name)' to '\(target.name)'" }
}
