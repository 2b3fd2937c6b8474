import Foundation
import GRDB
import Testing

@testable import FetchKit

@Suite struct StoreHealthTests {
  private static let entity = EntityDescription(
    name: "Thing",
    attributes: [
      AttributeDescription("id", .string, isOptional: false),
      AttributeDescription("name", .string, hasNaturalOrder: true),
      AttributeDescription("seen", .date), AttributeDescription("stamp", .integer),
      AttributeDescription("folded", .string, derivation: .foldedTexts(of: ["name"])),
    ],
    toMany: [ToManyDescription("words", table: "thing_word", of: .string)],
    identifier: "id"
  ).imports(keeping: [], stamping: ["stamp"])

  private let store: FetchStore

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Self.entity]))
  }

  private func importRow(_ name: String, stamp: Int64) throws -> RowImportSummary {
    let batch = RowBatch(entity: Self.entity)
    batch.beginRow(source: 0)
    batch.set(0, text: "a")
    batch.set(1, text: name)
    batch.set(3, integer: stamp)
    batch.endRow()
    return try store.importRows("Import", into: Self.entity) { try $0.upsert(batch) }
  }

  private func stamp() throws -> FetchValue? {
    try store.fetch(FetchRequest<FetchValue>(entity: Self.entity)).first?.value(forKeyPath: "stamp")
  }

  @Test func `a modification time alone is no change`() throws {
    #expect(try importRow("A", stamp: 1).inserted == 1)
    #expect(try importRow("A", stamp: 2).unchanged == 1)
    #expect(try stamp() == 1)
    #expect(try importRow("B", stamp: 3).updated == 1)
    #expect(try stamp() == 3)
  }

  @Test func `sort keys of an earlier version are rebuilt once`() throws {
    let file = try TemporaryStore()
    let batch = RowBatch(entity: Self.entity)
    for (index, name) in ["Østerbro", "Oslo", "Zoo"].enumerated() {
      batch.beginRow(source: index)
      batch.set(0, text: name)
      batch.set(1, text: name)
      batch.endRow()
    }
    var store = try file.open(Self.entity)
    _ = try store.importRows("Import", into: Self.entity) { try $0.upsert(batch) }
    try store.database.write { database in
      try database.execute(
        sql: """
          UPDATE thing SET name_order = 'øsTerbro' WHERE name = 'Østerbro';
          DELETE FROM fetchkit_metadata WHERE key = 'naturalOrder'
          """)
    }
    store = try file.open(Self.entity)
    var request = FetchRequest<FetchValue>(entity: Self.entity)
    request.sortDescriptors = [FetchSortDescriptor("name", comparison: .natural)]
    let names = try store.fetch(request).map { $0.value(forKeyPath: "name") }
    #expect(names == ["Oslo", "Østerbro", "Zoo"])
    #expect(try store.problems() == [])
    let before = try Data(contentsOf: URL(filePath: file.path))
    _ = try file.open(Self.entity)
    #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
  }

  @Test func `a derived attribute with other sources is computed again, also for old values`()
    throws
  {
    let words = EntityDescription(
      name: "Thing",
      attributes: Self.entity.attributes.dropLast() + [
        AttributeDescription("folded", .string, derivation: .foldedTexts(of: ["name", "words"]))
      ],
      toMany: Self.entity.toMany, identifier: "id")
    let file = try TemporaryStore()
    var store = try file.open(Self.entity)
    try store.write("Fill") { transaction in
      for id in ["a", "b"] {
        transaction.insert(
          .object(["id": .string(id), "name": "É", "words": ["X"]]), into: Self.entity)
      }
    }
    func folded() throws -> [String] {
      try store.database.read {
        try String.fetchAll($0, sql: "SELECT id || ' ' || folded FROM thing ORDER BY id")
      }
    }
    #expect(try folded() == ["a e", "b e"])
    let id = try #require(try store.objectIDs(FetchRequest<FetchValue>(entity: Self.entity)).first)
    try store.write("Delete") { $0.delete(id) }
    store = try file.open(words)
    #expect(try folded() == ["b e\nx"])
    #expect(try store.undo()?.name == "Delete")
    #expect(try folded() == ["a e\nx", "b e\nx"])
    #expect(try store.problems() == [])
    let before = try Data(contentsOf: URL(filePath: file.path))
    _ = try file.open(words)
    #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
  }

  @Test func `outdated derived data is found and rebuilt`() throws {
    _ = try importRow("A", stamp: 1)
    #expect(try store.problems() == [])
    try store.database.write { database in
      try database.execute(
        sql: "UPDATE thing SET name = 'B'; INSERT INTO thing_word VALUES (99, 0, 'x')")
    }
    #expect(
      try store.problems() == [
        "thing.folded is out of date in 1 row", "thing.name_order is out of date in 1 row",
        "thing_word has 1 row without an owner",
      ])
    try store.repair()
    #expect(try store.problems() == [])
  }

  @Test func `a flat view has dates as text and lists in a cell`() throws {
    try store.write("Fill") { transaction in
      transaction.insert(
        .object([
          "id": "a", "name": "A", "seen": .date(Date(timeIntervalSince1970: 86_400)),
          "words": ["x", "y"],
        ]), into: Self.entity)
    }
    let rows = try store.database.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM thing_flat").map(\.description)
    }
    #expect(
      rows == [
        "[id:\"a\" name:\"A\" seen:\"1970-01-02T00:00:00Z\" stamp:NULL words:\"x; y\" words_count:2]"
      ])
    let elements = try store.database.read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM thing_word_flat").map(\.description)
    }
    #expect(
      elements == [
        "[thing_id:\"a\" position:0 value:\"x\"]", "[thing_id:\"a\" position:1 value:\"y\"]",
      ])
  }

  @Test func `an explanation has the statement, its values and the plan`() throws {
    _ = try importRow("A", stamp: 1)
    var request = FetchRequest<FetchValue>(entity: Self.entity)
    request.predicate = try FetchPredicate(format: "id == 'a'")
    let explanation = try store.explain(request)
    #expect(explanation.sql == "SELECT pk FROM thing WHERE id = ? ORDER BY pk")
    #expect(explanation.bindings == ["a"])
    #expect(explanation.plan == ["SEARCH thing USING COVERING INDEX thing_by_id (id=?)"])
    #expect(explanation.rows == 1)
  }
}
