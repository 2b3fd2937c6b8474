import Foundation
import GRDB
import Testing

@testable import FetchKit

/// The undo of batch updates of many rows.
@Suite struct UndoBatchTests {
  private let store: FetchStore

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Album.entity]))
    try store.write("Add") { work in
      for number in 0..<1200 {
        work.insert(
          Album(
            "Album \(number)", code: "\(number)", artist: number.isMultiple(of: 3) ? nil : "Zoë\0",
            price: Double(number), words: ["\(number)"]))
      }
    }
  }

  private func albums() throws -> [Album] { try store.fetch(FetchRequest<Album>()) }

  private func update() throws {
    try store.perform(
      BatchUpdateRequest(
        entity: Album.entity,
        set: ["title": .constant("Same"), "artist": .constant(.null), "price": .constant(-1)]))
  }

  private func rows(of table: String) throws -> Int? {
    try store.database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table)") }
  }

  @Test func `values of all kinds come back, again and again`() throws {
    let before = try albums()
    try update()
    let after = try albums()
    #expect(after.allSatisfy { $0.title == "Same" && $0.artist == nil && $0.price == -1 })
    #expect(try rows(of: "fetchkit_undo_batch") == 1)
    #expect(try rows(of: "fetchkit_undo_album") == 0)
    for _ in 0..<2 {
      #expect(try store.undo()?.count == 1200)
      #expect(try albums() == before)
      #expect(try store.problems() == [])
      #expect(try store.redo()?.count == 1200)
      #expect(try albums() == after)
    }
  }

  @Test func `rows that are gone stay so`() throws {
    let before = try albums()
    try update()
    try store.database.write { try $0.execute(sql: "DELETE FROM album WHERE pk = 7") }
    try store.undo()
    #expect(try albums() == before.filter { $0.code != "6" })
    try store.redo()
    #expect(try albums().count == 1199)
  }

  @Test func `what is too much to keep cannot be redone`() throws {
    let limited = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Album.entity]),
      undoLimits: UndoLimits(bytes: 100_000))
    try limited.write("Add") { work in
      for number in 0..<1200 { work.insert(Album("", code: "\(number)", artist: "a")) }
    }
    let long = String(repeating: "a", count: 1000)
    try limited.perform(
      BatchUpdateRequest(entity: Album.entity, set: ["artist": .constant(.string(long))]))
    let step = try limited.undo()
    #expect(step?.isRestorable == false)
    #expect(try limited.fetch(FetchRequest<Album>()).allSatisfy { $0.artist == "a" })
    #expect(throws: StoreError.self) { try limited.redo() }
  }

  @Test func `numbers come back bit for bit`() throws {
    let before = try albums()
    let raised = FetchExpression.function(.multiply, [.keyPath("price"), .constant(1.01)])
    // The first row stays 0.
    #expect(
      try store.perform(BatchUpdateRequest(entity: Album.entity, set: ["price": raised])).changed
        == 1199)
    try store.undo()
    #expect(try albums() == before)
  }

  @Test func `a change that the history drops leaves nothing behind`() throws {
    try update()
    let stored = try store.database.read {
      try Int.fetchOne($0, sql: "SELECT bytes FROM fetchkit_step ORDER BY step DESC")
    }
    #expect((stored ?? 0) > 32 * 1200)
    try store.database.write { database in
      try UndoTables(model: store.model, database: database).dropAll()
    }
    #expect(try rows(of: "fetchkit_undo_batch") == 0)
  }

  @Test(arguments: [
    ("UPDATE fetchkit_undo_batch SET images = substr(images, 1, 100)", "store.historyBatch"),
    ("UPDATE fetchkit_undo_batch SET images = x'00'", "store.historyBatch"),
    ("UPDATE fetchkit_undo_batch SET images = x'000000000000000109'", "store.historyBatch"),
    (
      "UPDATE fetchkit_undo_batch SET images = x'000000000000000103ffffffffffffffff'",
      "store.historyBatch"
    ),
    ("UPDATE fetchkit_undo_batch SET columns = 'pk'", "store.historyColumns"),
  ])
  func `a damaged history is refused`(sql: String, finding: String) throws {
    try update()
    let after = try albums()
    try store.database.write { try $0.execute(sql: sql) }
    let error = #expect(throws: StoreError.self) { try store.undo() }
    #expect(error?.code == .corrupt)
    #expect(error?.message.hasPrefix("the undo history is damaged: ") == true, "\(finding)")
    #expect(try albums() == after)
  }

  @Test func `a batch whose condition is random is undone as a whole`() throws {
    let before = try albums()
    let some = try FetchPredicate(format: "random() < 0.5")
    let updated = try store.perform(
      BatchUpdateRequest(entity: Album.entity, set: ["price": .constant(-1)], where: some))
    #expect(updated.changed == updated.matched)
    #expect(try albums().count { $0.price == -1 } == updated.matched)
    try store.undo()
    #expect(try albums() == before)
    try store.perform(BatchDeleteRequest(entity: Album.entity, where: some))
    try store.undo()
    #expect(try albums() == before)
  }
}
