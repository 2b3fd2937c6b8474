import Testing

@testable import FetchKit

/// The first objects of a long list, ahead of all the others.
@MainActor
struct FirstObjectsTests {
  private func workers(_ count: Int) throws -> FetchedResultsController<Worker> {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    try store.write("Hire") { work in
      for age in 0..<count { work.insert(Worker("Ada", age: age, sex: nil)) }
    }
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor("age")]
    return FetchedResultsController(request, store: store)
  }

  @Test func `the first objects are the list until all are fetched`() async throws {
    let results = try workers(50)
    var seen: [[Int]] = []
    let isThere = try await results.performFetch(
      first: 3,
      wantsFirst: { first in
        seen.append([first.count, results.numberOfObjects])
        return true
      },
      didShowFirst: { seen.append([results.numberOfObjects, results.isComplete ? 1 : 0]) })
    #expect(isThere)
    #expect(seen == [[3, 0], [3, 0]])
    #expect(results.numberOfObjects == 50)
    #expect(results.isComplete)
  }

  @Test func `without first objects the list comes at once`() async throws {
    let results = try workers(50)
    try await results.performFetch(first: 3, wantsFirst: { _ in false }, didShowFirst: {})
    #expect(results.numberOfObjects == 50)
  }

  @Test func `a short list comes at once`() async throws {
    let results = try workers(2)
    var isAsked = false
    try await results.performFetch(
      first: 3,
      wantsFirst: { _ in
        isAsked = true
        return true
      }, didShowFirst: {})
    #expect(!isAsked)
    #expect(results.numberOfObjects == 2)
  }

  @Test(arguments: [true, false])
  func `if the rest cannot be read, the next change fetches it`(
    inBackground: Bool
  ) async throws {
    let results = try workers(50)
    results.refreshesInBackground = inBackground
    var changes: [Int] = []
    results.changeObserver = { changes.append($0.count) }
    await #expect(throws: CancellationError.self) {
      try await Task {
        try await results.performFetch(
          first: 3, wantsFirst: { _ in true },
          didShowFirst: { withUnsafeCurrentTask { $0?.cancel() } })
      }.value
    }
    #expect(results.numberOfObjects == 3)
    #expect(!results.isComplete)
    try await results.store.write("Hire") { $0.insert(Worker("Bob", age: 7, sex: nil)) }
    await results.waitForChanges()
    #expect(changes == [48])
    #expect(results.numberOfObjects == 51)
    #expect(results.isComplete)
  }

  @Test func `if the rest cannot be read, a change fetches it at once`() async throws {
    let results = try workers(50)
    await #expect(throws: CancellationError.self) {
      try await Task {
        try await results.performFetch(
          first: 3, wantsFirst: { _ in true },
          didShowFirst: {
            _ = try? await results.store.write("Hire") {
              $0.insert(Worker("Bob", age: 7, sex: nil))
            }
            withUnsafeCurrentTask { $0?.cancel() }
          })
      }.value
    }
    #expect(results.numberOfObjects == 51)
  }

  @Test func `a change during another fetch does not complete the old list`()
    async throws
  {
    let results = try workers(50)
    var counts: [Int] = []
    try await results.performFetch(
      first: 3, wantsFirst: { _ in true },
      didShowFirst: {
        _ = try? await results.performFetch(
          first: 5,
          wantsFirst: { _ in
            _ = try? results.store.write("Hire") { $0.insert(Worker("Bob", age: 7, sex: nil)) }
            counts.append(results.numberOfObjects)
            return false
          }, didShowFirst: {})
      })
    #expect(counts == [3])
    #expect(results.numberOfObjects == 51)
  }

  @Test func `a request that was not performed does not touch the list`() async throws {
    let results = try workers(5)
    try await results.performFetch()
    results.fetchRequest.predicate = try FetchPredicate(format: "age > 3")
    try await results.store.write("Hire") { $0.insert(Worker("Bob", age: 1, sex: nil)) }
    #expect(results.numberOfObjects == 6)
    try await results.performFetch()
    #expect(results.numberOfObjects == 1)
  }
}
