import Dispatch
import Foundation
import GRDB
import Synchronization
import Testing

@testable import FetchKit

/// Fetches in the background: progress, cancellation, and superseded results.
@MainActor
struct StoreReadingTests {
  private func store(workers count: Int) throws -> FetchStore {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    try store.write("Hire") { work in
      for age in 0..<count { work.insert(Worker("Ada", age: age, sex: nil)) }
    }
    return store
  }

  @Test func `a fetch reports progress`() async throws {
    let heard = Mutex<[FetchProgress]>([])
    let found = try await store(workers: 1200).fetch(FetchRequest<Worker>()) { progress in
      heard.withLock { $0.append(progress) }
    }
    #expect(found.count == 1200)
    let completed = heard.withLock { $0.map { [$0.completed, $0.total] } }
    #expect(completed == [[500, 1200], [1000, 1200], [1200, 1200]])
  }

  @Test func `cancellation does not wait for the work to end`() async throws {
    let begun = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    let task = Task {
      try await WorkQueue(width: 1).run { _ in
        begun.continuation.yield()
        gate.wait()
        return 1
      }
    }
    var events = begun.stream.makeAsyncIterator()
    _ = await events.next()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    gate.signal()
  }

  @Test func `any error of work that was cancelled is a cancellation`() async throws {
    let begun = AsyncStream<Void>.makeStream()
    let task = Task {
      try await WorkQueue(width: 1).run(isAwaited: true) { cancellation -> Int in
        begun.continuation.yield()
        while !cancellation.isCancelled { Thread.sleep(forTimeInterval: 0.001) }
        throw StoreError(.failed, "store.failed", "vtable constructor failed: json_each")
      }
    }
    var events = begun.stream.makeAsyncIterator()
    _ = await events.next()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a task that was cancelled before fetches nothing`() async throws {
    let store = try store(workers: 1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.fetch(FetchRequest<Worker>())
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `an interruption between two statements is kept`() async throws {
    let store = try store(workers: 1)
    await #expect(throws: CancellationError.self) {
      try await store.reading { database in
        store.database.interrupt()
        try SQLiteStatement(database, sql: "SELECT 1").run()
      }
    }
    #expect(try await store.count(FetchRequest<Worker>()) == 1)
  }

  @Test func `results of a superseded fetch never arrive`() async throws {
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor(\Worker.age)]
    let store = try store(workers: 20)
    let results = FetchedResultsController(request, store: store)
    let begun = AsyncStream<Void>.makeStream()
    let gate = DispatchSemaphore(value: 0)
    let earlier = Task.detached {
      try await store.reading { _ in
        begun.continuation.yield()
        gate.wait()
      }
    }
    var events = begun.stream.makeAsyncIterator()
    _ = await events.next()
    let first = Task { try await results.performFetch() }
    await Task.yield()
    results.fetchRequest.predicate = try FetchPredicate(format: "age < 5")
    let second = Task { try await results.performFetch() }
    await Task.yield()
    gate.signal()
    #expect(try await second.value)
    #expect(try await first.value == false)
    try await earlier.value
    #expect(results.numberOfObjects == 5)
  }
}
