import ColumnCache
import Foundation
import GRDB
import Testing

@testable import FetchKit

/// Stores whose own tables hold what this library never writes.
@Suite struct HostileHistoryTests {
  private let store: FetchStore

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Album.entity]))
    try store.write("Begin") { work in
      work.insert(Album("Blue", code: "1", artist: "Joni", price: 9, words: ["a", "b"]))
      work.insert(Album("Kind of Blue", code: "2", artist: "Miles", price: 12))
    }
    try store.perform(
      BatchUpdateRequest(
        entity: Album.entity, set: ["price": .constant(5), "title": .constant("Same")]),
      name: "Double")
  }

  private func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
    try store.database.write { try $0.execute(sql: sql, arguments: arguments) }
  }

  private func refusal(_ body: () throws -> some Any) -> StoreError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? StoreError
    }
  }

  @Test(arguments: [
    "title) = (SELECT zeroblob(1000000)) --", "", "*, title", "title, title", "title,price", "pk",
    "sqlite_version()", "title FROM fetchkit_undo_album, fetchkit_undo_album --", "TITLE",
    "content_hash; DROP TABLE album",
  ])
  func `undo takes no column from the store that the entity does not have`(columns: String) throws {
    let before = try store.fetch(FetchRequest<Album>())
    try execute(
      "UPDATE fetchkit_undo_album SET columns = ? WHERE operation = 'update'", [columns])
    #expect(
      StoreFailure { try store.undo() }
        == StoreFailure(
          .corrupt,
          "the undo history is damaged: change 2 names columns that album does not have"))
    #expect(try store.fetch(FetchRequest<Album>()) == before)
  }

  @Test(arguments: ["date = 'Same'", "count = 'many'", "restorable = x'00'"])
  func `a change that is none is damage, not a change that was too large`(assignment: String) throws
  {
    try execute("UPDATE fetchkit_step SET \(assignment) WHERE step = 2")
    let failure = StoreFailure(
      .corrupt, "the undo history is damaged: change 2 has no date or no count")
    #expect(StoreFailure { try store.undo() } == failure)
    #expect(StoreFailure { try store.history() } == failure)
  }

  @Test func `undo refuses runs of rows that no import made`() throws {
    for (first, last) in [(5, 4), (Int64.max, .min)] {
      try execute("DELETE FROM fetchkit_undo_range")
      try execute(
        "INSERT INTO fetchkit_undo_range VALUES (2, 'Album', ?, ?)", [first, last])
      #expect(
        StoreFailure { try store.undo() }
          == StoreFailure(
            .corrupt,
            "the undo history is damaged: change 2 inserted rows \(first) to \(last)"))
    }
    try execute("DELETE FROM fetchkit_undo_range")
    try execute(
      "INSERT INTO fetchkit_undo_range VALUES (2, 'Album', 1, 3), (2, 'Album', 2, 9)")
    #expect(refusal { try store.undo() }?.code == .corrupt)
    // A row of the images is in a run, too.
    try execute("DELETE FROM fetchkit_undo_range")
    try execute("INSERT INTO fetchkit_undo_range VALUES (2, 'Album', 1, 9223372036854775807)")
    #expect(refusal { try store.undo() }?.code == .corrupt)
    #expect(try store.count(FetchRequest<Album>()) == 2)
  }

  @Test func `absurd numbers in the undo history do no harm`() throws {
    try execute("UPDATE fetchkit_step SET bytes = 9223372036854775807, count = -5")
    try execute(
      """
      INSERT INTO fetchkit_step (step, name, date, bytes) VALUES \
      (-9223372036854775808, 'x', 9e999, 9223372036854775807), (0, 'y', -9e999, -1)
      """)
    #expect(try store.history().map(\.name) == ["Double", "Begin"])
    #expect(try store.undo()?.name == "Double")
    try store.write("More") { work in work.insert(Album("New", code: "3")) }
    #expect(try store.history().map(\.name) == ["More"])
  }

  @Test func `tables that only look like those of the history are left alone`() throws {
    try execute("CREATE TABLE fetchkit_undo_x (step INTEGER, \"a\"\"b\" TEXT)")
    try execute("INSERT INTO fetchkit_undo_x VALUES (2, 'kept')")
    try store.undo()
    try store.write("More") { work in work.insert(Album("New", code: "3")) }
    let kept = try store.database.read {
      try String.fetchOne($0, sql: "SELECT \"a\"\"b\" FROM fetchkit_undo_x")
    }
    #expect(kept == "kept")
  }

  @Test func `the largest sequence number in the change log is handled`() throws {
    store.accelerator = ColumnAccelerator()
    store.accelerator?.configure(AcceleratorConfiguration(Album.entity, ["price"]), of: store)
    try execute(
      """
      INSERT INTO fetchkit_change (sequence, entity, object, operation) VALUES \
      (9223372036854775807, 'Album', -9223372036854775808, 'update')
      """)
    #expect(try store.count(FetchRequest<Album>()) == 2)
    #expect(try store.database.read { try ChangeLog.changes(since: .max, $0).0.isEmpty })
  }
}
