import ColumnCache
import Foundation
import GRDB
import Testing
import TestSupport

@testable import FetchKit

/// Changes by other programs are noticed, whatever SQL they use.
@MainActor
@Suite struct ForeignWriterTests {
  private let file: TemporaryStore
  private let model = ManagedObjectModel(entities: [Album.entity])
  private var path: String { file.path }

  init() throws { file = try TemporaryStore(name: "albums.sqlite") }

  private func store(_ titles: String...) throws -> FetchStore {
    let store = try FetchStore(path: path, model: model)
    try store.write("Add") { work in
      for (index, title) in titles.enumerated() { work.insert(Album(title, code: "\(index)")) }
    }
    return store
  }

  /// A connection as the `sqlite3` shell has one.
  private func foreign() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private func run(_ sql: String) throws {
    let queue = try foreign()
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }

  private func controller(_ store: FetchStore) async throws -> FetchedResultsController<Album> {
    var request = FetchRequest<Album>()
    request.sortDescriptors = [FetchSortDescriptor("code")]
    let results = FetchedResultsController(request, store: store)
    try await results.performFetch()
    return results
  }

  /// Waits until the list is that of the store.
  private func expectAgreement(
    _ results: FetchedResultsController<Album>, _ store: FetchStore, after sql: String
  ) async throws {
    var request = FetchRequest<Album>()
    request.sortDescriptors = [FetchSortDescriptor("code")]
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
      let expected = try await store.objectIDs(request)
      let count = try await foreign().read {
        try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM album")
      }
      if results.numberOfObjects == count, Array(results.objectIDs) == expected,
        try await store.count(request) == count
      {
        return
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("the list did not follow: \(sql)")
  }

  @Test(arguments: [
    "INSERT OR REPLACE INTO album (code, title, price) VALUES ('1', 'New', 0)",
    "REPLACE INTO album (pk, code, title, price) VALUES (2, 'x', 'New', 0)",
    "UPDATE OR REPLACE album SET code = '2' WHERE code = '0'",
    "UPDATE album SET pk = 100 WHERE pk = 1",
    "UPDATE album SET rowid = 100 WHERE rowid = 1",
    "UPDATE OR REPLACE album SET pk = 2 WHERE pk = 1",
    "INSERT OR IGNORE INTO album (code, title, price) VALUES ('1', 'New', 0)",
    "INSERT INTO album (code, title, price) VALUES ('1', 'New', 0) ON CONFLICT (code) DO UPDATE SET code = '9'",
    "DELETE FROM album WHERE code = '1'",
    "DELETE FROM album",
    "DROP TRIGGER album_delete_log; DELETE FROM album WHERE code = '1'",
    "CREATE TABLE copy AS SELECT * FROM album WHERE code <> '1'; DELETE FROM album; "
      + "INSERT INTO album SELECT * FROM copy; DROP TABLE copy",
    "DELETE FROM fetchkit_change; DROP TRIGGER album_delete_log; DELETE FROM album WHERE code = '0'",
    "UPDATE album SET pk = pk + 1000000, price = price + 1",
    "DELETE FROM album WHERE pk = 2; DELETE FROM fetchkit_change WHERE object = 2",
    "VACUUM",
  ])
  func `lists and counts follow`(sql: String) async throws {
    let store = try store("A", "B", "C")
    store.accelerator = ColumnAccelerator()
    store.prepareAccelerator(for: AcceleratorConfiguration(Album.entity, ["price", "title"]))
    let results = try await controller(store)
    try await expectAgreement(results, store, after: "nothing")
    try run(sql)
    try await expectAgreement(results, store, after: sql)
    try run("INSERT INTO album (code, title, price) VALUES ('last', 'Last', 0)")
    try await expectAgreement(results, store, after: "an insertion after \(sql)")
  }

  @Test func `rows that changed while a trigger was missing are read when the store is opened`()
    async throws
  {
    var request = FetchRequest<Album>()
    request.sortDescriptors = [FetchSortDescriptor("code")]
    do {
      let store = try store("A", "B", "C")
      let results = FetchedResultsController(request, store: store, cacheName: "albums")
      try await results.performFetch()
    }
    try run("DROP TRIGGER album_delete_log; DELETE FROM album WHERE code = '1'")
    let store = try FetchStore(path: path, model: model)
    let results = FetchedResultsController(request, store: store, cacheName: "albums")
    try await results.performFetch()
    #expect(try results.fetchedObjects.map(\.title) == ["A", "C"])
    let first = results.objectIDs[0]
    try await store.write("Delete") { $0.delete(first) }
    #expect(try await store.count(request) == 1)
  }

  @Test(arguments: 0..<4)
  func `lists and counts follow random statements`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let store = try store("A", "B", "C", "D", "E")
    store.accelerator = ColumnAccelerator()
    store.prepareAccelerator(for: AcceleratorConfiguration(Album.entity, ["price", "title"]))
    let results = try await controller(store)
    for _ in 0..<12 {
      let statements = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Self.statement(&random)
      }
      let sql = statements.joined(separator: "; ")
      try run(sql)
      try await expectAgreement(results, store, after: sql)
    }
  }

  private static func statement(_ random: inout SeededRandom) -> String {
    func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
    let conflict = ["REPLACE", "IGNORE"][number(2)]
    switch number(7) {
    case 0:
      return "INSERT OR \(conflict) INTO album (code, title, price) VALUES ('\(number(9))', 'N', 1)"
    case 1:
      return
        "INSERT OR \(conflict) INTO album (pk, code, title, price) VALUES (\(1 + number(9)), '\(number(9))', 'P', 2)"
    case 2: return "UPDATE OR \(conflict) album SET code = '\(number(9))' WHERE pk = \(number(9))"
    case 3: return "UPDATE OR \(conflict) album SET pk = \(number(12)) WHERE pk = \(number(9))"
    case 4: return "DELETE FROM album WHERE pk = \(number(12))"
    case 5:
      return "UPDATE album SET title = 'T\(number(99))', price = \(number(9)) WHERE pk % 2 = 0"
    default:
      return """
        DROP TRIGGER IF EXISTS album_delete_log; DELETE FROM album WHERE code = '\(number(9))'
        """
    }
  }
}
