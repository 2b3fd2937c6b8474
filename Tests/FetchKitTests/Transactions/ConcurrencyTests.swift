import FetchKit
import Foundation
import Testing

@Suite struct ConcurrencyTests {
  @Test(.timeLimit(.minutes(10)))
  func `fifty writes and fifty fetches at the same time all end`() async throws {
    let file = try TemporaryStore()
    let store = try file.open(Worker.entity)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for age in 0..<50 {
        group.addTask {
          try await store.write("Hire") { _ = $0.insert(Worker("Ada", age: age, sex: nil)) }
        }
        group.addTask { _ = try await store.fetch(FetchRequest<Worker>()) }
      }
      try await group.waitForAll()
    }
    #expect(try await store.count(FetchRequest<Worker>()) == 50)
  }

  @Test(.timeLimit(.minutes(10)))
  func `synchronous reads of tasks do not wait for asynchronous ones that need their thread`()
    async throws
  {
    let file = try TemporaryStore()
    let store = try file.open(Worker.entity)
    @Sendable func countNow() throws -> Int { try store.count(FetchRequest<Worker>()) }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        group.addTask { try await store.fetch(FetchRequest<Worker>()).count }
        group.addTask { try countNow() }
      }
      return try await group.reduce(into: 0) { $0 += $1 }
    }
    #expect(counts == 0)
  }

  @Test func `a write that is cancelled before it begins changes nothing`() async throws {
    let file = try TemporaryStore()
    let store = try file.open(Worker.entity)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.write("Hire") { _ = $0.insert(Worker("Ada", age: 1, sex: nil)) }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await store.count(FetchRequest<Worker>()) == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a write that is cancelled before its end is rolled back`() async throws {
    let file = try TemporaryStore()
    let store = try file.open(Worker.entity)
    let begun = AsyncStream<Void>.makeStream()
    let task = Task {
      try await store.write("Hire") { transaction in
        begun.continuation.yield()
        for age in 0..<1_000_000_000 {
          transaction.insert(Worker("Ada", age: age, sex: nil))
          _ = try transaction.object(
            with: ObjectID(entityName: "Worker", rowID: 1), as: Worker.self)
        }
      }
    }
    var events = begun.stream.makeAsyncIterator()
    _ = await events.next()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await store.count(FetchRequest<Worker>()) == 0)
  }

  @Test @MainActor func `changes made during a read are published after it`() async throws {
    let file = try TemporaryStore()
    let store = try file.open(Worker.entity)
    let results = FetchedResultsController(FetchRequest<Worker>(), store: store)
    func fetch() throws { try results.performFetch() }
    try fetch()
    func hire() throws {
      try store.write("Hire") { _ = $0.insert(Worker("Ada", age: 1, sex: nil)) }
    }
    try hire()
    #expect(results.numberOfObjects == 1)
    try store.enumerate(FetchRequest<Worker>()) { _ in
      try hire()
      return true
    }
    for _ in 0..<1000 where results.numberOfObjects < 2 { await Task.yield() }
    #expect(results.numberOfObjects == 2)
  }
}
