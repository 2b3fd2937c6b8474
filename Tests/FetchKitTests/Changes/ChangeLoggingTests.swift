import Foundation
import GRDB
import Testing

@testable import FetchKit

/// The change log after an import.
struct ChangeLoggingTests {
  private let store: FetchStore

  init() throws {
    store = try Album.store()
    _ = try write([("first", [])])
  }

  private func write(
    _ albums: [(code: String, words: [String])], isReplacing: Bool = false
  ) throws -> RowImportSummary {
    let batch = RowBatch(entity: Album.entity)
    for album in albums {
      batch.beginRow(source: 0)
      batch.set(0, text: album.code)
      batch.set(1, text: album.code)
      for word in album.words {
        batch.beginElement(of: 0)
        batch.setElement(0, text: word)
      }
      batch.endRow()
    }
    let options = RowImportOptions(replacesEverything: isReplacing)
    return try store.importRows("Import", into: Album.entity, options: options) {
      try $0.upsert(batch)
    }
  }

  private func log(_ body: () throws -> Void) throws -> [String] {
    let last = try store.database.read { try ChangeLog.lastSequence($0) }
    try body()
    return try store.database.read {
      try String.fetchAll(
        $0,
        sql: "SELECT operation FROM fetchkit_change WHERE sequence > ? ORDER BY sequence",
        arguments: [last])
    }
  }

  private func words() throws -> Int {
    try store.database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM album_word") ?? -1 }
  }

  @Test func `a row has one line, whatever elements it has`() throws {
    let words = (0..<50).map { "word \($0)" }
    #expect(try log { _ = try write([("a", words), ("b", words)]) } == ["insert", "insert"])
    #expect(try log { _ = try write([("a", words.reversed()), ("b", words)]) } == ["update"])
    #expect(try log { _ = try write([("a", words.reversed()), ("b", words)]) } == [])
    #expect(
      try log { _ = try write([("a", words)], isReplacing: true) }.sorted() == [
        "delete", "delete", "update",
      ])
    #expect(try self.words() == 50)
  }

  @Test func `a commit succeeds even if its changes cannot be read`() throws {
    let token = store.changes.add { _ in }
    defer { store.changes.remove(token) }
    let drop = {
      try store.database.unsafeReentrantWrite { try $0.execute(sql: "DROP TABLE fetchkit_change") }
    }
    let batch = RowBatch(entity: Album.entity)
    batch.beginRow(source: 0)
    batch.set(0, text: "second")
    batch.set(1, text: "Second")
    batch.endRow()
    let summary = try store.importRows("Import", into: Album.entity, willCommit: drop) {
      try $0.upsert(batch)
    }
    #expect(summary.inserted == 1)
    #expect(try store.count(FetchRequest<Album>()) == 2)
  }

  @Test func `edits are logged again after an import`() throws {
    _ = try write([("a", ["x"])])
    var album = try #require(try store.fetch(FetchRequest<Album>()).last)
    album.words = ["y"]
    #expect(try log { try store.write("Edit") { [album] in $0.update(album) } }.contains("update"))
  }

  @Test func `very many changed rows are logged as one, with their elements`() throws {
    let many = (0..<20_001).map { ("\($0)", $0 % 100 == 0 ? ["w"] : []) }
    let lines = try log { _ = try write(many) }
    #expect(lines.last == "bulk")
    #expect(lines.count == 20_000)
    #expect(try words() == 201)
    let deleted = try log { _ = try write([("5", [])], isReplacing: true) }
    #expect(deleted == ["bulk"])
    #expect(try words() == 0)
    try store.undo()
    #expect(try words() == 201)
    #expect(try store.problems() == [])
  }
}
