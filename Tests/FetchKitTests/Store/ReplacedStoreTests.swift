import Foundation
import GRDB
import Testing

@testable import FetchKit

/// A file that takes the place of an open store is never written to by it.
@Suite struct ReplacedStoreTests {
  private let file: TemporaryStore
  private let model = ManagedObjectModel(entities: [Album.entity])
  private var path: String { file.path }
  private var backup: String { file.folder + "/backup.sqlite" }

  init() throws { file = try TemporaryStore(name: "albums.sqlite") }

  private func titles(_ path: String) throws -> [String] {
    try DatabaseQueue(path: path).read { database in
      #expect(try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"])
      return try String.fetchAll(database, sql: "SELECT title FROM album ORDER BY title")
    }
  }

  /// Writes one file over another as `cp` does.
  private func overwrite(_ path: String, with source: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(contentsOf: URL(filePath: source)))
  }

  @Test func `a commit of another program during a check is no replacement`() throws {
    let store = try FetchStore(path: path, model: model)
    let other = try FetchStore(path: path, model: model)
    func commit(_ code: String) {
      #expect(throws: Never.self) {
        try other.write("Add") { transaction -> Void in transaction.insert(Album("A", code: code)) }
        _ = try other.connection.writer().writeWithoutTransaction { try $0.checkpoint(.passive) }
      }
    }
    commit("before")
    let codes = Protected(["during"])
    try store.connection.writer().writeWithoutTransaction { database in
      database.trace { event in
        guard event.description.contains("schema_version") else { return }
        if let code = codes.withLock({ $0.popLast() }) { commit(code) }
      }
      #expect(store.replacement.check(database))
      database.trace()
    }
    #expect(codes.withLock(\.self) == [])
    #expect(!store.isReplaced)
    #expect(try titles(path) == ["A", "A"])
  }

  @Test func `a watcher that is released stops looking while writes go on`() throws {
    let calls = Protected(0)
    try Data().write(to: URL(filePath: path))
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    func writes(_ count: Int) throws {
      for _ in 0..<count {
        try handle.write(contentsOf: Data([0]))
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
    var watcher: StoreWatcher? = StoreWatcher(path: path) { _ in calls.withLock { $0 += 1 } }
    for _ in 0..<1000 where calls.withLock(\.self) == 0 { try writes(1) }
    #expect(calls.withLock(\.self) > 0)
    withExtendedLifetime(watcher) {}
    watcher = nil
    try writes(10)
    let before = calls.withLock(\.self)
    try writes(60)
    #expect(calls.withLock(\.self) == before)
  }

  @Test func `where files cannot be watched a watcher checks each second`() async {
    let (checks, continuation) = AsyncStream.makeStream(of: Bool.self)
    let watcher = StoreWatcher(path: "/no/such/folder/a.sqlite") { continuation.yield($0) }
    #expect(await checks.prefix(2).reduce(into: []) { $0.append($1) } == [false, false])
    withExtendedLifetime(watcher) {}
  }

  /// Expects that a store writes no more.
  private func expectRefusal(_ store: FetchStore) {
    #expect {
      try store.write("Add") { transaction -> Void in
        transaction.insert(Album("Lost", code: "lost"))
      }
    } throws: { error in
      (error as? StoreError)?.code == .replaced
    }
  }

  enum Replacement: CaseIterable { case move, copyOlder, copyOther, copyLater, copyVacuumed }

  @Test(arguments: Replacement.allCases)
  func `a backup that replaces an open store stays intact`(how: Replacement) throws {
    do {
      let store = try FetchStore(path: path, model: model)
      try store.write("Add") { $0.insert(Album("Old", code: "0")) }
      if how == .copyLater || how == .copyVacuumed {
        try store.database.vacuum(into: backup)
        let other = try FetchStore(path: backup, model: model)
        if how == .copyLater {
          try other.write("Add") { work in
            for number in 0..<3000 { work.insert(Album("Old", code: "o\(number)")) }
          }
          try other.undo()
        }
        try other.close()
      } else if how == .copyOther {
        let other = try FetchStore(path: backup, model: model)
        try other.write("Add") { $0.insert(Album("Old", code: "0")) }
        try other.close()
      } else {
        try store.backup(to: backup)
      }
      let many = (0..<2000).map { Album("New \($0)", code: "n\($0)") }
      try store.write("Add") { work in for album in many { work.insert(album) } }
      try store.close()
    }
    let store = try FetchStore(path: path, model: model)
    #expect(try store.count(FetchRequest<Album>()) == 2001)
    // The shadow of the log must not reach into the file that comes.
    try store.write("Add") { $0.insert(Album("Newest", code: "newest")) }
    try store.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    switch how {
    case .move:
      #expect(rename(backup, path) == 0)
    case .copyOlder, .copyOther, .copyLater, .copyVacuumed:
      try overwrite(path, with: backup)
    }
    #expect(how != .move || store.isReplaced)
    expectRefusal(store)
    expectRefusal(store)
    #expect(store.isReplaced)
    try store.close()
    let again = try FetchStore(path: path, model: model)
    #expect(try again.fetch(FetchRequest<Album>()).map(\.title) == ["Old"])
    try again.write("Add") { $0.insert(Album("Kept", code: "kept")) }
    try again.close()
    #expect(try titles(path) == ["Kept", "Old"])
  }

  @Test func `a later copy is noticed even by connections that have read nothing of the store`()
    throws
  {
    let store = try FetchStore(path: path, model: model)
    try store.write("Add") { $0.insert(Album("Old", code: "0")) }
    try store.database.vacuum(into: backup)
    // Another program empties the log just before it copies.
    let shell = try DatabaseQueue(path: path)
    try shell.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try shell.close()
    let other = try FetchStore(path: backup, model: model)
    try other.write("Add") { $0.insert(Album("New", code: "1")) }
    try other.close()
    try overwrite(path, with: backup)
    try store.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA shrink_memory") }
    #expect(!store.isInPlace)
    expectRefusal(store)
    try store.close()
    #expect(try titles(path) == ["New", "Old"])
  }

  @Test func `a deleted store refuses changes`() throws {
    let store = try FetchStore(path: path, model: model)
    try FileManager.default.removeItem(atPath: path)
    #expect(store.isReplaced)
    expectRefusal(store)
    #expect {
      try store.undo()
    } throws: { error in
      (error as? StoreError)?.message
        == "the store \(path) was deleted while it was open: nothing was written"
    }
  }

  @Test func `checkpoints of other connections do not count as another file`() throws {
    let store = try FetchStore(path: path, model: model)
    for number in 0..<20 {
      try store.write("Add") { $0.insert(Album("A", code: "\(number)")) }
      let other = try FetchStore(path: path, model: model)
      try other.write("Add") { $0.insert(Album("B", code: "other \(number)")) }
      try other.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }
    #expect(try store.count(FetchRequest<Album>()) == 40)
    #expect(!store.isReplaced)
  }

  @Test func `a checkpoint right after a change of the schema does not count as another file`()
    throws
  {
    let store = try FetchStore(path: path, model: model, undoLimits: .disabled)
    try store.write("Fill") { transaction in
      for number in 0..<25_000 { transaction.insert(Album("A", code: "\(number)")) }
    }
    // So many rows are changed without triggers, and so many pages are copied to the file at once.
    for price in 1...3 {
      let request = BatchUpdateRequest(
        entity: Album.entity, set: ["price": .constant(.double(Double(price)))])
      #expect(try store.perform(request).changed == 25_000)
    }
    #expect(!store.isReplaced)
  }

  @Test func `with observers the log is emptied after a write`() async throws {
    let store = try FetchStore(path: path, model: model)
    let subscription = StoreObservation(store, of: [Album.entity.name]) {}
    try await store.write("Add") { _ = $0.insert(Album("A", code: "1")) }
    let deadline = ContinuousClock.now + .seconds(10)
    while try Data(contentsOf: URL(filePath: path + "-wal")).count > 0,
      ContinuousClock.now < deadline
    {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try Data(contentsOf: URL(filePath: path + "-wal")).isEmpty)
    withExtendedLifetime(subscription) {}
  }
}
