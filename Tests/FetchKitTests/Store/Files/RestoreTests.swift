import Foundation
import GRDB
import Testing

@testable import FetchKit

@Suite struct RestoreTests {
  private static let entity = EntityDescription(
    name: "Thing", attributes: [AttributeDescription("name", .string)])
  private static let model = ManagedObjectModel(entities: [entity])

  private let folder = NSTemporaryDirectory() + UUID().uuidString
  private var path: String { folder + "/live" }
  private var copy: String { folder + "/copy" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func open() throws -> FetchStore { try FetchStore(path: path, model: Self.model) }

  @discardableResult
  private func insert(_ names: String..., into store: FetchStore) throws -> [ObjectID] {
    try store.write("Insert") { transaction in
      names.map { transaction.insert(.object(["name": .string($0)]), into: Self.entity) }
    }
  }

  private func names(_ store: FetchStore) throws -> [String?] {
    try store.fetch(FetchRequest<FetchValue>(entity: Self.entity))
      .map { $0.value(forKeyPath: "name")?.stringValue }
  }

  @Test func `an open store sees restored rows and observes that everything changed`() throws {
    let store = try open()
    try insert("a", into: store)
    try store.backup(to: copy)
    try insert("b", "c", into: store)
    let before = try store.database.read(ChangeLog.lastSequence)
    let kept = try FetchStore.restore(from: copy, to: path, model: Self.model)
    #expect(try names(store) == ["a"])
    let (changes, last) = try store.database.read { try ChangeLog.changes(since: before, $0) }
    #expect(changes.isUnknown("Thing"))
    #expect(last > before + 1_000_000)
    let previous = try FetchStore(path: #require(kept), model: Self.model)
    #expect(try names(previous) == ["a", "b", "c"])
  }

  @Test func `triggers of a backup do not run while it is restored, and are shown before`() throws {
    let store = try open()
    try insert("a", "b", into: store)
    try store.backup(to: copy)
    try DatabaseQueue(path: copy).write { database in
      for event in ["INSERT", "UPDATE", "DELETE"] {
        try database.execute(
          sql: """
            CREATE TRIGGER spy_\(event) AFTER \(event) ON fetchkit_metadata \
            BEGIN DELETE FROM thing; END
            """)
      }
    }
    var shown: [String] = []
    try FetchStore.restore(
      from: copy, to: path, model: Self.model, inspect: { shown = $0.map(\.name).sorted() })
    #expect(shown == ["spy_DELETE", "spy_INSERT", "spy_UPDATE"])
    #expect(try names(store) == ["a", "b"])
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try FetchStore.restore(
        from: copy, to: path, model: Self.model, inspect: { _ in throw Refused() })
    }
  }

  @Test(.timeLimit(.minutes(10))) func `only a regular file is restored or opened`() throws {
    mkfifo(copy, 0o600)
    #expect(
      StoreFailure { try FetchStore.restore(from: copy, to: path, model: Self.model) }
        == StoreFailure(
          .cannotOpen, "cannot restore \(copy) to \(path): not a regular file"))
    #expect(
      StoreFailure { try FetchStore(path: copy, model: Self.model) }
        == StoreFailure(.cannotOpen, "cannot open \(copy): not a regular file"))
    let missing = folder + "/none"
    #expect(
      StoreFailure { try FetchStore(path: missing + "/a.sqlite", model: Self.model) }
        == StoreFailure(
          .cannotOpen, "cannot open \(missing)/a.sqlite: the folder \(missing) does not exist"))
  }

  @Test func `the ids of earlier rows are not reused`() throws {
    let store = try open()
    try insert("a", into: store)
    try store.backup(to: copy)
    let lost = try insert("b", into: store)
    try FetchStore.restore(from: copy, to: path, model: Self.model)
    let next = try insert("c", into: store)
    #expect(try #require(next.first).rowID > #require(lost.first).rowID)
  }

  @Test func `a link to the store stays a link`() throws {
    try insert("a", into: open())
    try open().backup(to: copy)
    let link = folder + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try insert("b", into: open())
    try FetchStore.restore(from: copy, to: link, model: Self.model)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    #expect(try names(open()) == ["a"])
  }

  @Test func `a locked store is left unchanged`() throws {
    let store = try open()
    try insert("a", into: store)
    try store.backup(to: copy)
    try insert("b", into: store)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let error = #expect(throws: StoreError.self) {
      try FetchStore.restore(from: copy, to: path, model: Self.model)
    }
    #expect(error?.code == .locked)
    #expect(
      error?.message == "cannot restore \(copy) to \(path): database is locked")
    try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try names(store) == ["a", "b"])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.filter { !$0.hasPrefix("live-") }.sorted() == ["copy", "live"])
  }

  @Test func `a canceled restore changes nothing`() throws {
    let store = try open()
    try insert("a", into: store)
    try store.backup(to: copy)
    try insert("b", into: store)
    let calls = Counter()
    let error = #expect(throws: StoreError.self) {
      try FetchStore.restore(from: copy, to: path, model: Self.model) { calls.next() > 4 }
    }
    #expect(error?.code == .cancelled)
    #expect(try names(store) == ["a", "b"])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.filter { !$0.hasPrefix("live-") }.sorted() == ["copy", "live"])
  }

  private final class Counter {
    private var count = 0

    func next() -> Int {
      count += 1
      return count
    }
  }
}
