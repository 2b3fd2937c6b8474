internal import GRDBSQLite

extension Store {
  /// The version of the SQLite library, such as `3.40.1`.
  public static var sqliteVersion: String { String(cString: sqlite3_libversion()) }
}
