import Dispatch
import FetchKit
import Testing

/// Snapshots and transactions on other threads and queues than those of their closures.
@Suite struct ForeignThreadTests {
  private let queue = DispatchQueue(label: "ForeignThreadTests")
  private let request = FetchRequest<Worker>()

  private func store(in file: TemporaryStore?) throws -> FetchStore {
    let store = try FetchStore(
      path: file?.path ?? ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    try store.write("Hire") { $0.insert(Worker("Ada", age: 36, sex: nil)) }
    return store
  }

  private func code(_ body: () throws -> Void) -> StoreError.Code? { StoreFailure(body)?.code }

  @Test(arguments: [true, false])
  func `a snapshot refuses another queue`(isOnDisk: Bool) throws {
    let file = try TemporaryStore()
    let store = try store(in: isOnDisk ? file : nil)
    defer { withExtendedLifetime(file) {} }
    try store.snapshot { snapshot in
      let codes = [
        code { _ = try queue.sync { try snapshot.count(request) } },
        code { _ = try queue.sync { try store.count(request) } },
      ]
      #expect(codes == [.invalidRequest, .invalidRequest])
      let count = try snapshot.count(request)
      #expect(count == 1)
    }
  }

  @Test func `a transaction refuses another queue`() throws {
    let store = try store(in: nil)
    try store.write("Read") { transaction in
      let failure = code { _ = try queue.sync { try transaction.count(request) } }
      #expect(failure == .invalidRequest)
      let count = try transaction.count(request)
      #expect(count == 1)
    }
    let failure = code {
      try store.write("Hire") { transaction in
        queue.sync { _ = transaction.insert(Worker("Bob", age: 7, sex: nil)) as ObjectID }
      }
    }
    #expect(failure == .invalidRequest)
    #expect(try store.count(request) == 1)
  }

  @Test func `nested stores share a thread`() throws {
    let (first, second) = (try store(in: nil), try store(in: nil))
    let counts = try first.snapshot { outer in
      try second.snapshot { inner in [try outer.count(request), try inner.count(request)] }
    }
    #expect(counts == [1, 1])
  }
}
