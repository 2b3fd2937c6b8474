import Foundation
import Synchronization
import Testing

@testable import FetchKit

/// Calls of a store from inside the closures of other calls.
@Suite struct NestedCallTests {
  /// The kinds of stores.
  enum Kind: CaseIterable, Sendable {
    case file, oneConnection, memory

    func open(_ file: TemporaryStore) throws -> FetchStore {
      let store =
        switch self {
        case .file: try file.open(Worker.entity)
        case .oneConnection: try file.open(Worker.entity, connections: .one)
        case .memory:
          try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
        }
      try store.write("Hire") { transaction in
        for age in 1...3 { transaction.insert(Worker("Ada", age: age, sex: nil)) }
      }
      return store
    }
  }

  private static let request = FetchRequest<Worker>()
  private static let nested = StoreFailure(
    .invalidRequest,
    "the store is already being changed by the closure that called this: use its transaction, or a savepoint of it"
  )
  private static let inRead = StoreFailure(
    .invalidRequest,
    "the store is being read by the closure that called this, with its only connection: change it after the closure has returned"
  )

  /// Everything that changes a store.
  private static func changes(_ store: FetchStore) -> [() throws -> Void] {
    [
      { try store.write("Hire") { _ = $0.insert(Worker("Bob", age: 9, sex: nil)) } },
      { try store.undo() }, { try store.redo() },
      {
        try store.perform(
          BatchUpdateRequest(entity: Worker.entity, set: ["age": .constant(7)]))
      },
      { try store.perform(BatchDeleteRequest(entity: Worker.entity)) },
      { try store.repair() },
      { try store.deleteCache(withName: nil) },
      { _ = try store.dropForeignTriggers() },
      { _ = try store.importRows("Import", into: Worker.entity) { _ in } },
    ]
  }

  /// Everything that reads a store.
  private static func read(_ store: FetchStore, expecting count: Int) throws {
    #expect(try store.count(request) == count)
    #expect(try store.fetch(request).count == count)
    #expect(try store.objectIDs(request).count == count)
    #expect(try store.dictionaries(request).count == count)
    #expect(try store.explain(request).rows == count)
    var seen = 0
    try store.enumerate(request) { _ in
      seen += 1
      return true
    }
    try store.forEachRow(request, of: ["age"]) { _ in
      seen += 1
      return true
    }
    #expect(seen == 2 * count)
    #expect(try store.object(with: store.objectIDs(request)[0], as: Worker.self)?.name == "Ada")
    _ = try store.history()
    #expect(try store.metadata(forKey: "none") == nil)
    #expect(try store.problems() == [])
    #expect(try store.foreignObjects() == [])
  }

  private static func expectRefusals(_ store: FetchStore, _ failure: StoreFailure) {
    for change in changes(store) { #expect(StoreFailure(change) == failure) }
  }

  @Test(arguments: Kind.allCases) func `a write can read, and refuses other writes`(
    kind: Kind
  ) throws {
    let file = try TemporaryStore()
    let store = try kind.open(file)
    try store.write("Hire") { transaction in
      transaction.insert(Worker("Ada", age: 4, sex: nil))
      try Self.read(store, expecting: 4)
      Self.expectRefusals(store, Self.nested)
      transaction.insert(Worker("Ada", age: 5, sex: nil))
    }
    #expect(try store.count(Self.request) == 5)
    #expect(try store.history().map(\.name) == ["Hire", "Hire"])
  }

  @Test(arguments: Kind.allCases) func `an import can read, and refuses other writes`(
    kind: Kind
  ) throws {
    let file = try TemporaryStore()
    let store = try kind.open(file)
    _ = try? store.importRows("Import", into: Worker.entity) { _ in
      try Self.read(store, expecting: 3)
      Self.expectRefusals(store, Self.nested)
    }
    #expect(try store.count(Self.request) == 3)
  }

  @Test(arguments: [Kind.oneConnection, .memory])
  func `a read of the only connection can read, and refuses writes`(kind: Kind) async throws {
    let file = try TemporaryStore()
    let store = try kind.open(file)
    let calls = Mutex(0)
    @Sendable func check() throws {
      try Self.read(store, expecting: 3)
      Self.expectRefusals(store, Self.inRead)
      calls.withLock { $0 += 1 }
    }
    func checkNow() throws {
      try store.enumerate(Self.request) { _ in
        try check()
        return false
      }
      try store.forEachRow(Self.request, of: ["age"]) { _ in
        try check()
        return false
      }
    }
    try checkNow()
    try await store.forEachRow(Self.request, of: ["age"]) { _ in
      try check()
      return false
    }
    try await store.snapshot { _ in try check() }
    _ = try await store.fetch(Self.request) { _ in try? check() }
    _ = try await store.numbers(Self.request, of: ["age"], into: 0) { _, _ in
      try? check()
    }
    #expect(calls.withLock(\.self) == 6)
  }

  @Test func `a read of a file can write, and goes on reading the same state`() throws {
    let file = try TemporaryStore()
    let store = try Kind.file.open(file)
    var seen: [String] = []
    try store.enumerate(Self.request) { worker in
      try store.write("Hire") { _ = $0.insert(Worker("Bob", age: worker.age, sex: nil)) }
      seen.append(worker.name)
      #expect(try store.count(Self.request) == 3)
      return true
    }
    #expect(seen == ["Ada", "Ada", "Ada"])
    #expect(try store.count(Self.request) == 6)
    try store.enumerate(Self.request) { _ in
      for _ in 1...3 { try store.undo() }
      #expect(try store.count(Self.request) == 6)
      return false
    }
    #expect(try store.count(Self.request) == 3)
  }

  @Test(arguments: Kind.allCases) func `a store is not closed or copied from inside`(
    kind: Kind
  ) throws {
    let file = try TemporaryStore()
    let store = try kind.open(file)
    try store.enumerate(Self.request) { _ in
      #expect(
        StoreFailure { try store.close() }
          == StoreFailure(
            .invalidRequest,
            "cannot close the store in a closure that reads or changes it: do it after the closure has returned"
          ))
      #expect(throws: StoreError.self) { try store.backup(to: file.path + ".backup") }
      return false
    }
    var reads = 0
    try store.backup(to: file.path + ".copy") {
      reads += (try? store.count(Self.request)) ?? 0
      return false
    }
    #expect(reads > 0)
    try store.close()
    #expect(throws: StoreError.self) { try store.count(Self.request) }
    #expect(throws: StoreError.self) { try store.write("Hire") { _ in } }
  }

  @Test func `two stores are used inside each other`() throws {
    let files = [try TemporaryStore(), try TemporaryStore()]
    let stores = try files.map { try Kind.file.open($0) }
    try stores[0].enumerate(Self.request) { worker in
      try stores[1].write("Hire") { transaction in
        transaction.insert(worker)
        let count = try stores[0].count(Self.request)
        #expect(count == 3)
      }
      return true
    }
    #expect(try stores[1].count(Self.request) == 6)
  }

  @Test func `a snapshot that left its closure throws`() async throws {
    struct Escaped: @unchecked Sendable { let snapshot: StoreSnapshot }
    let store = try Kind.memory.open(TemporaryStore())
    let escaped = try await store.snapshot { Escaped(snapshot: $0) }
    let failure = StoreFailure(
      .invalidRequest, "a snapshot can be used only in the closure that received it")
    #expect(StoreFailure { try escaped.snapshot.count(Self.request) } == failure)
    #expect(StoreFailure { try escaped.snapshot.fetch(Self.request) } == failure)
    #expect(StoreFailure { try escaped.snapshot.objectIDs(Self.request) } == failure)
    #expect(StoreFailure { try escaped.snapshot.dictionaries(Self.request) } == failure)
  }
}
