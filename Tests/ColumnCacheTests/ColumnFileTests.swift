import Foundation
import GRDB
import Synchronization
import Testing
import TestSupport

@testable import ColumnCache
@testable import FetchKit
@testable import FetchKitTests

/// Compares answers from a column file with those of SQLite, whatever happened to the file and the store.
struct ColumnFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("fetchkit-\(UUID().uuidString)").path
  private let books = ColumnAnswerTests()
  private var path: String { folder + "/books.sqlite" }
  private var file: String { path + "-columns" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func open(_ name: String = "books.sqlite") throws -> FetchStore {
    try FetchStore(
      path: folder + "/" + name, model: ManagedObjectModel(entities: [Book.entity, Kiosk.entity]))
  }

  /// A store with columns in a file, and another connection without columns.
  private func openBoth(_ keyPaths: [String] = ColumnAnswerTests.keyPaths) throws
    -> (plain: FetchStore, cached: CachedStore)
  {
    (try open(), CachedStore(try open(), Book.entity, keyPaths, keepsFile: true))
  }

  private func write(_ numbers: Range<Int>, into store: FetchStore, seed: UInt64 = 5) throws {
    var random = SeededRandom(seed: seed)
    let books = numbers.map { ColumnAnswerTests.book($0, &random) }
    try store.write("Buy") { work in for book in books { work.insert(book) } }
  }

  /// Writes the file unless it is recent enough, and returns its inode.
  private func keep(_ cached: CachedStore) async throws -> Int {
    try cached.load()
    try await cached.columns.writeFile(of: cached.store, minimumCount: 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    return attributes[.systemFileNumber] as? Int ?? 0
  }

  private func end() { try? FileManager.default.removeItem(atPath: folder) }

  @Test func `a store that is opened again reads its columns from the file`() async throws {
    defer { end() }
    try write(0..<300, into: open())
    let first = try await keep(openBoth().cached)
    let stores = try openBoth()
    #expect(try await keep(stores.cached) == first)
    try books.expectAgreement(stores)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix("unfinished") } == [])
  }

  /// Deletes rows as a program does that has turned triggers off.
  private func deleteSilently(_ count: Int) throws {
    try DatabaseQueue(path: path).write { database in
      let triggers = try String.fetchAll(
        database, sql: "SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
      let names = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      for name in names { try database.execute(sql: "DROP TRIGGER \"\(name)\"") }
      try database.execute(sql: "DELETE FROM book WHERE pk <= \(count)")
      for trigger in triggers { try database.execute(sql: trigger) }
      // What FetchKit notices by itself: the layout of the triggers.
      try database.execute(sql: "DELETE FROM fetchkit_metadata WHERE key = 'unused'")
    }
  }

  @Test func `rows that were deleted without triggers are not counted`() async throws {
    defer { end() }
    try write(0..<300, into: open())
    _ = try await keep(openBoth().cached)
    let stores = try openBoth()
    try stores.cached.load()
    try deleteSilently(40)
    try write(300..<301, into: stores.plain, seed: 9)
    try books.expectAgreement(stores)
    try deleteSilently(60)
    try books.expectAgreement(openBoth())
  }

  @Test func `rows that have changed since are read from the store`() async throws {
    defer { end() }
    try write(0..<300, into: open())
    let first = try await keep(openBoth().cached)
    let other = try open()
    try write(300..<340, into: other, seed: 9)
    try await other.write("Sell") { work in
      for row in 50..<90 { work.delete(ObjectID(entityName: "Book", rowID: Int64(row))) }
    }
    try await other.perform(
      BatchUpdateRequest(
        entity: Book.entity, set: ["price": .constant(7.125), "author": .constant("New")],
        where: FetchPredicate(format: "year = 2004")))
    let stores = try openBoth()
    #expect(try await keep(stores.cached) == first)
    try books.expectAgreement(stores)
    // The file has the texts of changed rows, too.
    try await other.write("Much") { work in
      for _ in 0..<2100 { work.insert(Book("More", price: 1)) }
    }
    let second = try await keep(openBoth().cached)
    #expect(second != first)
    let later = try openBoth()
    #expect(try await keep(later.cached) == second)
    try books.expectAgreement(later)
  }

  @Test func `columns that the file lacks are read from the store`() async throws {
    defer { end() }
    try write(0..<200, into: open())
    _ = try await keep(openBoth(["author", "price", "searchText"]).cached)
    let stores = try openBoth()
    try books.expectAgreement(stores)
    stores.cached.configure(Book.entity, ["price", "year"], keepsFile: true)
    stores.cached.configure(Book.entity, ColumnAnswerTests.keyPaths, keepsFile: true)
    try books.expectAgreement(stores)
  }

  @Test func `a column that cannot be read leaves the others as they are`() async throws {
    defer { end() }
    try write(0..<100, into: open())
    let cached = CachedStore(try open(), Book.entity, ["price"])
    try cached.load()
    var entity = Book.entity
    entity.attributes.append(AttributeDescription("ghost", .integer, column: "no_such_column"))
    cached.configure(entity, ["year", "price", "ghost"])
    #expect(throws: (any Error).self) { try cached.load() }
    #expect(cached.columns.state.withLock { $0.table?.columns.count } == 1)
    cached.configure(Book.entity, ColumnAnswerTests.keyPaths)
    try books.expectAgreement((plain: open(), cached: cached))
  }

  @Test func `a damaged file is replaced`() async throws {
    defer { end() }
    try write(0..<200, into: open())
    var number = try await keep(openBoth().cached)
    let whole = try Data(contentsOf: URL(filePath: file))
    var random = SeededRandom(seed: 2)
    var damaged: [Data] = [Data(), whole.dropLast(), whole + [0], Data(repeating: 0, count: 5000)]
    for _ in 0..<60 {
      var data = whole
      data[Int.random(in: 0..<data.count, using: &random)] ^= UInt8(
        1 << Int.random(in: 0..<8, using: &random))
      damaged.append(data)
    }
    for data in damaged {
      try data.write(to: URL(filePath: file))
      let stores = try openBoth()
      let next = try await keep(stores.cached)
      #expect(next != number)
      number = next
      var all = FetchRequest<Book>()
      all.predicate = try FetchPredicate(format: "searchText CONTAINS 'ad' AND price > 2")
      #expect(try await stores.cached.store.count(all) == stores.plain.count(all))
    }
  }

  @Test func `the file of another store, or of another state of it, is not used`() async throws {
    defer { end() }
    try write(0..<100, into: open())
    try open().backup(to: folder + "/old.sqlite")
    _ = try await keep(openBoth().cached)
    try open().backup(to: folder + "/copy.sqlite")
    try write(100..<150, into: open("copy.sqlite"))
    try write(100..<190, into: open("old.sqlite"), seed: 77)
    for name in ["copy.sqlite", "old.sqlite"] {
      for ending in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + ending)
      }
      try open(name).backup(to: path)
      try books.expectAgreement(openBoth())
    }
  }

  @Test func `the rows of a repaired store are read again`() async throws {
    defer { end() }
    try write(0..<100, into: open())
    _ = try await keep(openBoth().cached)
    let stores = try openBoth()
    try books.expectAgreement(stores)
    try await stores.plain.database.write { database in
      for name in try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
      {
        try database.execute(sql: "DROP TRIGGER \"\(name)\"")
      }
      try database.execute(sql: "UPDATE book SET price = 100 WHERE pk < 30")
    }
    try stores.plain.repair()
    try books.expectAgreement(stores)
    try books.expectAgreement(openBoth())
  }

  @Test func `the file keeps the order of a list`() async throws {
    defer { end() }
    var random = SeededRandom(seed: 11)
    let kiosks = (0..<400).map { Kiosk.random($0, &random) }
    let plain = try open()
    try await plain.write("Open") { work in for kiosk in kiosks { work.insert(kiosk) } }
    for round in 0..<3 {
      let cached = CachedStore(
        try open(), Kiosk.entity, Kiosk.cachedKeyPaths, order: Kiosk.order, keepsFile: true)
      try cached.load()
      try cached.prepareOrder()
      for key in Kiosk.keys {
        var request = FetchRequest<Kiosk>()
        request.predicate = try FetchPredicate(format: "rating > 3 OR rating = nil")
        request.sortDescriptors = key + Kiosk.order
        #expect(try cached.orderedIDs(request) == plain.listedIDs(request), "\(round) \(key)")
      }
      try await cached.columns.writeFile(of: cached.store, minimumCount: 0)
      let more = Kiosk.random(1000 + round, &random)
      try await plain.write("Rename") { work in
        for row in 1...20 {
          let id = ObjectID(entityName: "Kiosk", rowID: Int64(row * (round + 1)))
          work.delete(id)
        }
        work.insert(more)
      }
    }
  }

  @Test func `without write access to the folder no file is written`() async throws {
    defer { end() }
    try write(0..<50, into: open())
    let cached = CachedStore(
      try open(), Book.entity, ColumnAnswerTests.keyPaths, keepsFile: true)
    try FileManager.default.createDirectory(
      atPath: file + "/taken", withIntermediateDirectories: true)
    try cached.load()
    await #expect(throws: (any Error).self) {
      try await cached.columns.writeFile(of: cached.store, minimumCount: 0)
    }
    try books.expectAgreement((plain: open(), cached: cached))
    #expect(try FileManager.default.contentsOfDirectory(atPath: file) == ["taken"])
    #expect(try unfinished() == [])
  }

  private func unfinished() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".unfinished") }
  }

  @Test func `the unfinished file of a program that ended is removed`() async throws {
    defer { end() }
    try write(0..<50, into: open())
    let abandoned = file + ".A.unfinished"
    try Data([1]).write(to: URL(filePath: abandoned))
    _ = try await keep(openBoth().cached)
    #expect(try unfinished() == [])
    var other = try AtomicFile(of: file)
    #expect(other != nil)
    #expect(try unfinished().count == 1)
    #expect(try AtomicFile(of: file) == nil)
    #expect(try unfinished().count == 1)
    other = nil
    #expect(try unfinished() == [])
  }

  @Test func `only a regular file of this user or of the store's owner is read`() async throws {
    defer { end() }
    try write(0..<100, into: open())
    _ = try await keep(openBoth().cached)
    let store = try open()
    let columns = ColumnFile(Book.entity, of: store)
    func read() throws {
      try store.withSnapshot { snapshot in
        var file = try columns.open(snapshot)
        _ = try ColumnTable(from: &file)
      }
    }
    try read()
    #expect(permissions(file) == 0o600)
    let kept = folder + "/kept"
    try FileManager.default.moveItem(atPath: file, toPath: kept)
    #expect(mkfifo(file, 0o600) == 0)
    #expect(throws: ColumnFileReader.Damage.self) { try read() }
    try books.expectAgreement(openBoth())
    unlink(file)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: kept)
    #expect(throws: ColumnFileReader.Damage.self) { try read() }
    unlink(file)
    try FileManager.default.moveItem(atPath: kept, toPath: file)
    try read()
    // Only root can give a file away.
    guard chown(file, 4711, 4711) == 0 else { return }
    #expect(throws: ColumnFileReader.Damage.self) { try read() }
    #expect(chown(path, 4711, 4711) == 0)
    try read()
  }

  private func permissions(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.posixPermissions] as? Int ?? 0
  }
}
