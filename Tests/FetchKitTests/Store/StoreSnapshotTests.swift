import FetchKit
import Foundation
import Testing

@Suite struct StoreSnapshotTests {
  private let path = NSTemporaryDirectory() + "snapshot-\(UUID().uuidString).sqlite"
  private let model = ManagedObjectModel(entities: [Worker.entity])

  private func store() throws -> FetchStore {
    let store = try FetchStore(path: path, model: model)
    try store.write("Hire") { $0.insert(Worker("Ada", age: 36, sex: nil)) }
    return store
  }

  private func removeFile() {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  @Test func `all queries of a snapshot see the same state`() async throws {
    defer { removeFile() }
    let store = try store()
    let other = try FetchStore(path: path, model: model)
    let request = FetchRequest<Worker>()
    let answers = try await store.snapshot { snapshot in
      let count = try snapshot.count(request)
      try other.write("Hire") { $0.insert(Worker("Bob", age: 7, sex: nil)) }
      let names = try snapshot.fetch(request).map(\.name)
      return [
        [String(count)], names, try snapshot.objectIDs(request).map { String($0.rowID) },
      ]
    }
    #expect(answers == [["1"], ["Ada"], ["1"]])
    #expect(try await store.count(request) == 2)
  }

  @Test func `a snapshot refuses what a fetch refuses`() async throws {
    defer { removeFile() }
    let store = try store()
    let predicate = try FetchPredicate(format: "wage > 3")
    await #expect(throws: FetchPredicateError.self) {
      try await store.snapshot { snapshot in
        var request = FetchRequest<Worker>()
        request.predicate = predicate
        _ = try snapshot.dictionaries(request)
      }
    }
  }
}
