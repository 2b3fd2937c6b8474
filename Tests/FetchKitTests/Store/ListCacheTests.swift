import Foundation
import GRDB
import Testing

@testable import FetchKit

@MainActor
struct ListCacheTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("fetchkit-\(UUID().uuidString).sqlite").path

  private func open() throws -> FetchStore {
    try FetchStore(path: path, model: ManagedObjectModel(entities: [Worker.entity]))
  }

  private func names(_ store: FetchStore, sort: String = "name") throws -> [String] {
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor("sex"), FetchSortDescriptor(sort)]
    let results = FetchedResultsController(
      request, store: store, sectionNameKeyPath: "sex", cacheName: "workers")
    try results.performFetch()
    return results.sections.map { "\($0.name) \($0.numberOfObjects)" }
      + (try results.fetchedObjects.map(\.name))
  }

  private struct First: FetchableEntity {
    var objectID: ObjectID?
    var (a, b, key) = (0, 0, 0)

    static let entity = EntityDescription(
      First.self, name: "Pair",
      properties: [
        .attribute("a", \.a), .attribute("b", \.b), .computed("key", \.key, as: .keyPath("a")),
      ])
  }

  private struct Second: FetchableEntity {
    var objectID: ObjectID?
    var (a, b, key) = (0, 0, 0)

    static let entity = EntityDescription(
      Second.self, name: "Pair",
      properties: [
        .attribute("a", \.a), .attribute("b", \.b), .computed("key", \.key, as: .keyPath("b")),
      ])
  }

  private func pairs<Pair: FetchableEntity>(_ type: Pair.Type, _ file: TemporaryStore) throws
    -> [Pair]
  {
    let store = try file.open(Pair.entity)
    var request = FetchRequest<Pair>(entityName: "Pair")
    request.sortDescriptors = [FetchSortDescriptor("key")]
    let results = FetchedResultsController(request, store: store, cacheName: "pairs")
    try results.performFetch()
    return try results.fetchedObjects
  }

  @Test func `a stored list of a request by name is not used with another definition`() throws {
    let file = try TemporaryStore()
    try file.open(First.entity).write("Add") { transaction in
      for a in [1, 2] { transaction.insert(First(a: a, b: 3 - a, key: 0)) }
    }
    #expect(try pairs(First.self, file).map(\.a) == [1, 2])
    #expect(try pairs(Second.self, file).map(\.a) == [2, 1])
  }

  @Test func `a stored list is not used when the store or the request has changed`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try open()
    try store.write("Hire") { work in
      work.insert(Worker("Zoë", age: 36, sex: "female"))
      work.insert(Worker("Alan", age: 41, sex: "male"))
    }
    let first = ["female 1", "male 1", "Zoë", "Alan"]
    #expect(try names(store) == first)
    #expect(try names(try open()) == first)
    try store.write("Hire") { $0.insert(Worker("Ada", age: 20, sex: "female")) }
    #expect(try names(store) == ["female 2", "male 1", "Ada", "Zoë", "Alan"])
    #expect(try names(store, sort: "age") == ["female 2", "male 1", "Ada", "Zoë", "Alan"])
    try store.deleteCache(withName: "workers")
    #expect(try names(store) == ["female 2", "male 1", "Ada", "Zoë", "Alan"])
  }

  @Test func `a forged list is fetched again`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try open()
    try store.write("Hire") { work in
      work.insert(Worker("Zoë", age: 36, sex: "female"))
      work.insert(Worker("Ada", age: 20, sex: "female"))
      work.insert(Worker("Alan", age: 41, sex: "male"))
    }
    let found = try names(store)
    let kept = try #require(
      try store.database.read {
        try Row.fetchOne($0, sql: "SELECT ids, sections FROM fetchkit_list")
      })
    let (ids, sections): (Data, Data) = (kept["ids"], kept["sections"])
    let forged: [(Data, String)] =
      [
        #"[{"name":"x","count":4}]"#, #"[{"name":"x","count":2}]"#,
        #"[{"name":"x","count":-1},{"name":"y","count":4}]"#, "[]", "{", "",
        #"[{"name":"x","count":1},{"name":"x","count":2}]"#,
        #"[{"name":"x","count":9223372036854775807},{"name":"y","count":9223372036854775807}]"#,
      ].map { (ids, $0) }
      + Self.forgedIDs(ids).map { ($0, String(decoding: sections, as: UTF8.self)) }
    for (ids, sections) in forged {
      try store.database.write { database in
        try database.execute(
          sql: "UPDATE fetchkit_list SET ids = ?, sections = ?",
          arguments: [ids, Data(sections.utf8)])
      }
      #expect(try names(store) == found, "\(sections) \(ids.base64EncodedString())")
    }
  }

  /// Ids that are truncated, repeated or more than the sections have.
  private static func forgedIDs(_ ids: Data) -> [Data] {
    let start = Data(ids.prefix(8))
    let longer: [Data] = [ids, Data([0]), Data(repeating: 0xFF, count: 8)].map { ids + $0 }
    return longer + [Data(ids.dropLast()), Data(ids.dropLast(8)), start + ids.dropLast(8), Data()]
  }

  private func storedLists(_ store: FetchStore) throws -> Int? {
    try store.database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM fetchkit_list") }
  }

  @Test func `a list that depends on the time is not stored`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try open()
    try store.write("Hire") { $0.insert(Worker("Ada", age: 20, sex: "female")) }
    var request = FetchRequest<Worker>()
    request.predicate = try FetchPredicate(format: "now() > %@", Date(timeIntervalSince1970: 0))
    let results = FetchedResultsController(request, store: store, cacheName: "workers")
    try results.performFetch()
    #expect(try results.fetchedObjects.map(\.name) == ["Ada"])
    #expect(try storedLists(store) == 0)
  }

  @Test func `a list that cannot be stored is shown all the same`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try open()
    try await store.write("Hire") { $0.insert(Worker("Ada", age: 20, sex: "female")) }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    #expect(try names(store) == ["female 1", "Ada"])
    let results = FetchedResultsController(
      FetchRequest<Worker>(), store: store, cacheName: "workers")
    try await results.performFetch()
    #expect(results.numberOfObjects == 1)
    #expect(try storedLists(store) == 0)
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    #expect(try names(store) == ["female 1", "Ada"])
    #expect(try storedLists(store) == 1)
  }

  @Test func `a commit of another connection reaches the controller`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try open()
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor("name")]
    let results = FetchedResultsController(request, store: store)
    let changes = AsyncStream<[ResultsChange]>.makeStream()
    results.changeObserver = { changes.continuation.yield($0) }
    try await results.performFetch()
    let other = try open()
    try await other.write("Hire") { $0.insert(Worker("Ada", age: 20, sex: nil)) }
    var iterator = changes.stream.makeAsyncIterator()
    let heard = await iterator.next()
    #expect(heard?.count == 1)
    #expect(try results.object(atIndex: 0).name == "Ada")
  }
}
