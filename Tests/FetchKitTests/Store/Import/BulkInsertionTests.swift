import Foundation
import GRDB
import Testing

@testable import FetchKit

/// Rows that an import inserts at once are those that it would insert one by one.
@Suite struct BulkInsertionTests {
  private let file: TemporaryStore
  private let model = ManagedObjectModel(entities: [Album.entity])
  private let single: FetchStore
  private let bulk: FetchStore

  init() throws {
    file = try TemporaryStore()
    single = try FetchStore(path: ":memory:", model: model)
    bulk = try FetchStore(path: file.path, model: model, connections: .one)
  }

  private struct Stop: Error {}

  private func batch(_ codes: some Sequence<Int>, title: String) -> RowBatch {
    let batch = RowBatch(entity: Album.entity)
    for (index, code) in codes.enumerated() {
      batch.beginRow(source: index)
      batch.set(0, text: "code \(code)")
      batch.set(1, text: "\(title) \(code % 7)")
      batch.set(3, double: Double(code))
      for word in 0..<code % 3 {
        batch.beginElement(of: 0)
        batch.setElement(0, text: "word \(word)")
      }
      batch.endRow()
    }
    return batch
  }

  /// Imports a batch into both stores, at once after three rows, and expects the same of them.
  private func expectSame(_ batch: RowBatch, isReplacing: Bool = false) throws {
    var options = RowImportOptions(replacesEverything: isReplacing)
    let expected = try single.importRows("Import", into: Album.entity, options: options) {
      try $0.upsert(batch)
    }
    options.singleInsertions = 3
    let summary = try bulk.importRows("Import", into: Album.entity, options: options) {
      try $0.upsert(batch)
    }
    #expect(summary == expected)
    try expectSameRows()
  }

  private func expectSameRows() throws {
    #expect(try rows(bulk) == rows(single))
    #expect(try bulk.problems() == [])
    let leftovers = try FileManager.default.contentsOfDirectory(atPath: file.folder)
      .filter { !$0.hasPrefix("test.sqlite") }
    #expect(leftovers == [])
  }

  private func rows(_ store: FetchStore) throws -> [String] {
    try store.database.read { database in
      try ["album", "album_word", "album_review", "sqlite_sequence", "fetchkit_undo_range"]
        .flatMap { table in
          let condition = table == "sqlite_sequence" ? "name = 'album'" : "1"
          return try Row.fetchAll(database, sql: "SELECT * FROM \(table) WHERE \(condition)")
            .map(\.description).sorted()
        }
    }
  }

  private func schema(_ store: FetchStore) throws -> [String] {
    try store.database.read {
      try String.fetchAll($0, sql: "SELECT sql FROM sqlite_schema WHERE sql > '' ORDER BY name")
    }
  }

  @Test func `imports of new, changed, repeated and missing rows have the same result`() throws {
    try expectSame(batch(0..<200, title: "first"))
    try expectSame(batch(Array(150..<260) + [255, 256, 140, 255], title: "second"))
    try expectSame(batch(0..<2, title: "third"))
    try expectSame(batch(100..<500, title: "second"), isReplacing: true)
    for store in [single, bulk] { try store.undo() }
    try expectSameRows()
    for store in [single, bulk] { try store.redo() }
    try expectSameRows()
  }

  @Test func `many rows go before the few that a store has`() throws {
    try expectSame(batch(0..<40, title: "first"))
    try expectSame(batch(20..<20_600, title: "second"))
    #expect(try schema(bulk) == schema(single))
    for store in [single, bulk] { try store.undo() }
    try expectSameRows()
  }

  @Test func `columns, triggers and references of other programs are kept`() throws {
    try expectSame(batch(0..<40, title: "first"))
    for store in [single, bulk] {
      try store.database.writeWithoutTransaction { database in
        try database.execute(
          sql: """
            ALTER TABLE album ADD COLUMN drawer DEFAULT 'A'; UPDATE album SET drawer = 'B';
            CREATE TABLE loan (album INTEGER REFERENCES album (pk) ON DELETE CASCADE);
            INSERT INTO loan SELECT pk FROM album;
            """)
      }
    }
    try expectSame(batch(20..<20_600, title: "second"))
    let loans = try bulk.database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM loan") }
    #expect(loans == 40)
  }

  @Test func `a failing import leaves nothing`() throws {
    try expectSame(batch(0..<40, title: "first"))
    var options = RowImportOptions()
    options.singleInsertions = 3
    #expect(throws: Stop.self) {
      try bulk.importRows("Import", into: Album.entity, options: options) {
        try $0.upsert(batch(30..<90, title: "second"))
        throw Stop()
      }
    }
    try expectSameRows()
    #expect(throws: Stop.self) {
      try bulk.importRows(
        "Import", into: Album.entity, options: options, willCommit: { throw Stop() }
      ) { try $0.upsert(batch(30..<90, title: "second")) }
    }
    try expectSameRows()
    #expect(throws: StoreError.self) {
      try bulk.importRows(
        "Import", into: Album.entity, options: options, isCancelled: { true }
      ) { try $0.upsert(batch(30..<90, title: "second")) }
    }
    try expectSameRows()
    try expectSame(batch(30..<90, title: "second"))
  }
}
