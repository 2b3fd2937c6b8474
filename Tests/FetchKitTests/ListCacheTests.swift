import FetchKit
import Foundation
import Testing

@MainActor
struct ListCacheTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("fetchkit-\(UUID().uuidString).sqlite").path

  private func open() throws -> Store {
    try Store(path: path, model: ManagedObjectModel(entities: [Worker.entity]))
  }

  private func names(_ store: Store, sort: String = "name") throws -> [String] {
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor("sex"), FetchSortDescriptor(sort)]
    let results = FetchedResultsController(
      request, store: store, sectionNameKeyPath: "sex", cacheName: "workers")
    try results.performFetch()
    return results.sections.map { "\($0.name) \($0.numberOfObjects)" }
      + (0..<results.numberOfObjects).map { results.object(atIndex: $0).name }
  }

  @Test func `a kept list is dropped when the store, or the request, is another`() throws {
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
    #expect(results.object(atIndex: 0).name == "Ada")
  }
}
