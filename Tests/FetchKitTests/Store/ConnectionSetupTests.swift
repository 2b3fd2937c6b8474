import GRDB
import Testing

@testable import FetchKit

@Suite struct ConnectionSetupTests {
  private let store: FetchStore

  init() throws { store = try Album.store() }

  private func execute(_ sql: String) throws {
    try store.database.write { try $0.execute(sql: sql) }
  }

  @Test(arguments: [StoreConnections.one, .many])
  func `every commit is synced`(connections: StoreConnections) throws {
    let file = try TemporaryStore()
    let store = try file.open(Album.entity, connections: connections)
    func mode() throws -> Int? {
      try store.database.writeWithoutTransaction {
        try Int.fetchOne($0, sql: "PRAGMA synchronous")
      }
    }
    #expect(try mode() == 2)
    try store.write("Add") { $0.insert(Album("New", code: "1")) }
    try store.undo()
    #expect(try mode() == 2)
  }

  @Test func `a connection does not trust the schema of the file`() throws {
    let settings = try store.database.read { database in
      try ["trusted_schema", "cell_size_check"].map {
        try Int.fetchOne(database, sql: "PRAGMA \($0)")
      }
    }
    #expect(settings == [0, 1])
    try execute(
      """
      CREATE TRIGGER spy AFTER INSERT ON album BEGIN \
      UPDATE album SET title = fetchkit_natural(NEW.title) WHERE pk = NEW.pk; END
      """)
    #expect(
      refusal { try store.write("More") { $0.insert(Album("New", code: "3")) } }?.message
        == "unsafe use of fetchkit_natural()")
    #expect(
      refusal {
        try execute("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'spy'")
      } == nil)
    #expect(try store.database.read { try $0.triggerExists("spy") })
  }

  private func refusal(_ body: () throws -> some Any) -> StoreError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? StoreError
    }
  }
}

extension Database {
  fileprivate func triggerExists(_ name: String) throws -> Bool {
    try Bool.fetchOne(
      self, sql: "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'trigger' AND name = ?",
      arguments: [name]) ?? false
  }
}
