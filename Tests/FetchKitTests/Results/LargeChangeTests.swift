import Testing

@testable import FetchKit

/// Changes of more objects than the store lists one by one.
@MainActor
struct LargeChangeTests {
  private static let count = 25_000

  private func workers() throws -> FetchedResultsController<Worker> {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    try store.write("Hire") { work in
      for age in 0..<Self.count { work.insert(Worker("Ada", age: age, sex: nil)) }
    }
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor("age")]
    return FetchedResultsController(request, store: store)
  }

  private func updatedRows(_ changes: [ResultsChange]) -> Set<Int64> {
    Set(
      changes.compactMap { change in
        switch change {
        case .update(let id, _, _): id.rowID
        case .insertSection, .deleteSection, .insert, .delete, .move: nil
        }
      })
  }

  @Test func `a large change updates all objects that have been read`() throws {
    let results = try workers()
    try results.performFetch()
    let ids = Set(try results.fetchedObjects.compactMap { $0.objectID?.rowID })
    #expect(ids.count == Self.count)
    var updated: [Int] = []
    results.changeObserver = { updated.append(self.updatedRows($0).intersection(ids).count) }
    for sex in ["female", "male"] {
      try results.store.perform(
        BatchUpdateRequest(entity: Worker.entity, set: ["sex": .constant(.string(sex))]))
    }
    #expect(updated == [Self.count, Self.count])
    #expect(try results.object(atIndex: 24_000).sex == "male")
  }
}
