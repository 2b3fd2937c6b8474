internal import GRDB

extension Store {
  /// What SQLite's own check of every page finds; empty when nothing is wrong.
  func damage() throws -> [String] {
    try storing {
      try database.read { database in
        try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
      }
    }
  }
}
