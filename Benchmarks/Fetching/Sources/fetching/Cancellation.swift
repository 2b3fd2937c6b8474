import FetchKit
import Foundation

/// Canceled fetches: the time from `cancel()` until the caller resumes.
struct Cancellation {
  let store: FetchStore

  func run(_ runs: Int) async throws {
    var sorted = FetchRequest<Item>()
    sorted.sortDescriptors = [FetchSortDescriptor(\Item.name, comparison: .caseInsensitive)]
    var searched = FetchRequest<Item>()
    searched.predicate = try FetchPredicate(format: "name MATCHES '.*(1|2)+.*9.*8.*7'")
    try await measure("objects", FetchRequest<Item>(), runs) { _ = try await store.fetch($0) }
    try await measure("objects, sorted ignoring case", sorted, runs) {
      _ = try await store.fetch($0)
    }
    try await measure("object identifiers, sorted", sorted, runs) {
      _ = try await store.objectIDs($0)
    }
    try await measure("dictionaries", FetchRequest<Item>(), runs) {
      _ = try await store.dictionaries($0)
    }
    try await measure("count with an expression", searched, runs) {
      _ = try await store.count($0)
    }
  }

  private func measure(
    _ name: String, _ request: FetchRequest<Item>, _ runs: Int,
    _ fetch: @escaping @Sendable (FetchRequest<Item>) async throws -> Void
  ) async throws {
    var random = SeededRandom(seed: 3)
    var times: [Double] = []
    for _ in 0..<20 * runs where times.count < runs {
      let task = Task { try await fetch(request) }
      try await Task.sleep(for: .milliseconds(Int.random(in: 1..<600, using: &random)))
      let start = ContinuousClock.now
      task.cancel()
      let result = await task.result
      let time = (ContinuousClock.now - start) / .milliseconds(1)
      if case .failure(let error) = result, error is CancellationError { times.append(time) }
    }
    let result = times.isEmpty ? "every fetch finished before it was canceled" : summary(times)
    print("  \(name): \(result)")
  }
}
