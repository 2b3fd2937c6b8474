import Testing

@testable import FetchKit

@MainActor
@Suite struct StoreObservationTests {
  private final class Counter {
    var count = 0
  }

  @Test func `commits are observed while the observation lives`() throws {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    let counter = Counter()
    var observation: StoreObservation? = store.observe(Worker.entity) { counter.count += 1 }
    try store.write("Hire") { _ = $0.insert(Worker("Ada", age: 36, sex: "female")) }
    try store.write("Nothing") { _ in }
    #expect(counter.count == 1)
    withExtendedLifetime(observation) {}
    observation = nil
    try store.write("Hire") { _ = $0.insert(Worker("Alan", age: 41, sex: "male")) }
    #expect(counter.count == 1)
  }
}
