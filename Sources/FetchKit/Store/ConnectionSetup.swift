internal import CStore
internal import GRDB
internal import GRDBSQLite

/// Prepares each connection to a store before anything is read.
enum ConnectionSetup {
  /// Adds the functions of generated SQL, and has SQLite distrust what the file says.
  static func prepare(_ database: Database) throws {
    try distrustSchema(of: database)
    try SQLFunctions.register(on: database)
  }

  /// Has SQLite distrust what the file says: no statement can write the schema table or leave the journal.
  static func distrustSchema(of database: Database) throws {
    guard let connection = database.sqliteConnection else { return }
    guard cstore_distrust_schema(connection) == SQLITE_OK else {
      throw StoreError(
        .failed, "store.setup", "cannot set up the connection to the store")
    }
    try database.execute(sql: "PRAGMA cell_size_check = ON")
  }

  /// Runs `body` without any trigger, as those of the file may be anybody's.
  static func withoutTriggers(_ database: Database, _ body: () throws -> Void) throws {
    guard let connection = database.sqliteConnection else { return try body() }
    cstore_enable_triggers(connection, 0)
    defer { cstore_enable_triggers(connection, 1) }
    try body()
  }
}
