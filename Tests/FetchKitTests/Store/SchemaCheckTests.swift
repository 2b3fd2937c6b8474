import Foundation
import GRDB
import Testing

@testable import FetchKit

/// Files with a foreign schema.
@Suite struct SchemaCheckTests {
  private func refusal(_ body: () throws -> some Any) -> StoreError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? StoreError
    }
  }

  private static func forged(_ statements: String) throws -> String {
    let path = NSTemporaryDirectory() + UUID().uuidString + ".sqlite"
    let model = ManagedObjectModel(entities: [Album.entity])
    _ = try FetchStore(path: path, model: model, connections: .one)
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { try $0.execute(sql: statements) }
    try queue.close()
    return path
  }

  @Test(arguments: [
    (
      "ALTER TABLE album RENAME TO other; CREATE VIEW album AS SELECT * FROM other",
      "'album' is a view, expected a table"
    ),
    (
      "DROP TABLE album_word; CREATE VIRTUAL TABLE album_word USING fts5(owner, position, value)",
      "'album_word' is not an ordinary table"
    ),
    (
      "DROP TABLE album_word; CREATE TABLE album_word (owner INTEGER, position INTEGER, value TEXT)",
      "'album_word' is not an ordinary table"
    ),
    ("DROP TABLE album_word", "table 'album_word' is missing"),
    (
      "ALTER TABLE album DROP COLUMN artist",
      "column 'artist' of table 'album' is missing"
    ),
    (
      """
      ALTER TABLE album DROP COLUMN artist; \
      ALTER TABLE album ADD COLUMN artist TEXT AS (hex(zeroblob(1000000)))
      """, "column 'artist' of table 'album' is generated"
    ),
    (
      "ALTER TABLE album DROP COLUMN artist; ALTER TABLE album ADD COLUMN artist BLOB",
      "column 'artist' of table 'album' is BLOB, expected TEXT"
    ),
    (
      """
      DROP TABLE fetchkit_metadata; \
      CREATE TABLE fetchkit_metadata (key TEXT PRIMARY KEY, value AS (1)) WITHOUT ROWID
      """, "column 'value' of table 'fetchkit_metadata' is generated"
    ),
    (
      """
      DROP TABLE fetchkit_list; \
      CREATE VIEW fetchkit_list AS SELECT 1 AS name
      """, "'fetchkit_list' is a view, expected a table"
    ),
  ])
  func `a file with other tables than the model's is not opened`(
    statements: String, finding: String
  ) throws {
    // Views and indexes of a column are in the way of dropping it.
    let path = try Self.forged(
      "DROP VIEW album_flat; DROP TRIGGER album_stale_hash; DROP VIEW album_word_flat; DROP VIEW album_review_flat; \(statements)"
    )
    defer { try? FileManager.default.removeItem(atPath: path) }
    let model = ManagedObjectModel(entities: [Album.entity])
    #expect(
      StoreFailure { try FetchStore(path: path, model: model) }
        == StoreFailure(.corrupt, "unexpected schema: \(finding)"))
  }

  @Test func `a table with added columns is opened`() throws {
    let path = try Self.forged(
      """
      ALTER TABLE album ADD COLUMN mine TEXT; DROP VIEW album_flat; DROP TRIGGER album_stale_hash; \
      ALTER TABLE album DROP COLUMN artist; ALTER TABLE album ADD COLUMN artist varchar(20); \
      DROP TABLE fetchkit_list; CREATE INDEX mine ON album (lower(mine))
      """)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try FetchStore(path: path, model: ManagedObjectModel(entities: [Album.entity]))
    try store.repair()
    try store.deleteCache(withName: nil)
    #expect(try store.foreignObjects() == [])
  }

  @Test func `upgrading the tables runs no trigger`() throws {
    let path = try Self.forged(
      """
      CREATE TRIGGER spy AFTER UPDATE ON fetchkit_metadata BEGIN DELETE FROM album; END; \
      CREATE TRIGGER spy2 AFTER INSERT ON fetchkit_metadata BEGIN DELETE FROM album; END; \
      CREATE TRIGGER spy3 AFTER UPDATE ON album BEGIN DELETE FROM album; END; \
      INSERT INTO album (code, title) VALUES ('1', 'Blue'); \
      DROP VIEW album_flat; DROP TRIGGER album_stale_hash; ALTER TABLE album DROP COLUMN artist; \
      UPDATE fetchkit_metadata SET value = 'old' WHERE key = 'schema'; \
      INSERT INTO album (code, title) VALUES ('2', 'Blue')
      """)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try FetchStore(path: path, model: ManagedObjectModel(entities: [Album.entity]))
    #expect(try store.count(FetchRequest<Album>()) == 1)
    #expect(throws: Never.self) { try store.write("More") { $0.insert(Album("New", code: "3")) } }
    #expect(try store.count(FetchRequest<Album>()) == 2)
  }

  @Test(arguments: ["model", "schema", "layout"])
  func `opening a store that lacks metadata runs no trigger`(key: String) throws {
    let path = try Self.forged(
      """
      CREATE TRIGGER spy AFTER UPDATE ON fetchkit_metadata BEGIN DELETE FROM album; END; \
      CREATE TRIGGER spy2 AFTER INSERT ON fetchkit_metadata BEGIN DELETE FROM album; END; \
      INSERT INTO album (code, title) VALUES ('1', 'Blue'); \
      DELETE FROM fetchkit_metadata WHERE key = '\(key)'
      """)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try FetchStore(path: path, model: ManagedObjectModel(entities: [Album.entity]))
    #expect(try store.count(FetchRequest<Album>()) == 1)
  }

  @Test func `foreign schema objects are listed`() throws {
    let spy = "CREATE TRIGGER \"s\u{1B}py\" AFTER INSERT ON album BEGIN DELETE FROM album; END"
    let path = try Self.forged(
      """
      \(spy); DROP TRIGGER album_insert_log; \
      CREATE TRIGGER album_insert_log AFTER INSERT ON album BEGIN SELECT 1; END; \
      DROP INDEX album_by_code; CREATE INDEX album_by_code ON album (abs(code)); \
      DROP VIEW album_flat; CREATE VIEW album_flat AS SELECT 1; \
      CREATE TABLE mine (x); CREATE TRIGGER theirs AFTER INSERT ON mine BEGIN SELECT 1; END
      """)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try FetchStore(path: path, model: ManagedObjectModel(entities: [Album.entity]))
    let found = try store.foreignObjects()
    #expect(
      found.map { "\($0.kind) \($0.name) \($0.table)" } == [
        "trigger s\u{1B}py album", "trigger theirs mine",
      ])
    #expect(found.first?.sql == spy)
    // What has the name of something of ours is replaced when the store is opened, or by a repair.
    try store.database.write { database in
      try database.execute(
        sql: """
          DROP INDEX album_by_code; CREATE INDEX album_by_code ON album (abs(code)); \
          DROP VIEW album_flat; CREATE VIEW album_flat AS SELECT 1
          """)
    }
    #expect(
      try store.foreignObjects().map { "\($0.kind) \($0.name)" } == [
        "trigger s\u{1B}py", "trigger theirs", "index album_by_code", "view album_flat",
      ])
    #expect(try store.dropForeignTriggers().count == 2)
    try store.repair()
    #expect(try store.foreignObjects() == [])
    try store.write("More") { $0.insert(Album("New", code: "3")) }
    #expect(try store.count(FetchRequest<Album>()) == 1)
    #expect(store.owner == geteuid())
  }
}
