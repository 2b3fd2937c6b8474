import Foundation
import Testing
import TestSupport

@testable import FetchKit

/// A store that is filled as a new file has what it would have from inserts.
@Suite struct NewStoreTests {
  private let file: TemporaryStore
  private let model = ManagedObjectModel(entities: [Album.entity])

  private var path: String { file.path }
  private var folder: String { file.folder }

  init() throws { file = try TemporaryStore(name: "albums.sqlite") }

  private struct Stop: Error {}

  private func newStore() throws -> NewStore {
    try #require(NewStore(path: path, model: model))
  }

  private func batch(_ albums: [Album]) -> RowBatch {
    let batch = RowBatch(entity: Album.entity)
    for (index, album) in albums.enumerated() {
      batch.beginRow(source: 100 + index)
      batch.set(0, text: album.code)
      batch.set(1, text: album.title)
      if let artist = album.artist { batch.set(2, text: artist) }
      batch.set(3, double: album.price)
      for word in album.words {
        batch.beginElement(of: 0)
        batch.setElement(0, text: word)
      }
      for review in album.reviews {
        batch.beginElement(of: 1)
        batch.setElement(0, integer: Int64(review.stars))
        if let text = review.text { batch.setElement(1, text: text) }
      }
      batch.endRow()
    }
    return batch
  }

  @Test func `a batch that was emptied keeps nothing of its rows`() {
    func fill(_ batch: RowBatch, _ title: String?) {
      for source in 0..<3 {
        batch.beginRow(source: source)
        batch.set(0, text: "code \(source)")
        if let title { batch.set(1, text: title) }
        batch.endRow()
      }
    }
    let (used, fresh) = (RowBatch(entity: Album.entity), RowBatch(entity: Album.entity))
    fill(used, "title")
    used.beginRow(source: 9)
    used.set(3, double: 2.5)
    used.removeAll()
    fill(used, nil)
    fill(fresh, nil)
    #expect(used.contentHashes() == fresh.contentHashes())
  }

  private func fill(_ albums: [Album]) throws -> RowImportSummary {
    try newStore().importRows("Fill", into: Album.entity) { writer in
      for start in stride(from: 0, to: albums.count, by: 100) {
        try writer.append(batch(Array(albums[start..<min(start + 100, albums.count)])))
      }
    }
  }

  private func albums(_ store: FetchStore) throws -> [Album] {
    var request = FetchRequest<Album>()
    request.sortDescriptors = [FetchSortDescriptor("code")]
    return try store.fetch(request).map { album in
      var album = album
      album.objectID = nil
      return album
    }
  }

  /// The results of fetches by each index and derived attribute.
  private func expectSame(_ albums: [Album]) throws {
    let store = try FetchStore(path: path, model: model)
    let other = try Album.store()
    _ = try other.importRows("Fill", into: Album.entity) { try $0.upsert(batch(albums)) }
    #expect(try self.albums(store) == self.albums(other))
    #expect(try store.problems() == [])
    for (key, format) in [("price", "price >= 0"), ("title", "searchText CONTAINS 'é'")] {
      var request = FetchRequest<Album>()
      request.predicate = try FetchPredicate(format: format)
      request.sortDescriptors = [
        FetchSortDescriptor(key, comparison: key == "title" ? .natural : .binary),
        FetchSortDescriptor("code"),
      ]
      #expect(try store.fetch(request).map(\.code) == other.fetch(request).map(\.code))
    }
  }

  private func randomAlbums(_ count: Int, seed: UInt64, longest: Int) -> [Album] {
    var random = SeededRandom(seed: seed)
    let alphabet = ["a", "B", "é", "茶", "7", "10", " ", "\u{1}", "🧋"]
    func text(_ limit: Int) -> String {
      (0..<Int.random(in: 0...limit, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }.joined()
    }
    return (0..<count).map { index in
      Album(
        text(Bool.random(using: &random) ? 10 : longest), code: "\(index)-\(text(longest / 4))",
        artist: Bool.random(using: &random) ? text(5) : nil,
        price: [0, -1.5, 1e300, 12, 3.25].randomElement(using: &random) ?? 0,
        words: (0..<Int.random(in: 0...3, using: &random)).map { _ in text(3) },
        reviews: (0..<Int.random(in: 0...2, using: &random)).map { _ in
          Album.Review(
            stars: Int.random(in: -(1 << 40)...(1 << 40), using: &random), text: text(longest))
        })
    }
  }

  @Test func `a load without rows makes a store`() throws {
    #expect(try fill([]).inserted == 0)
    try expectSame([])
  }

  @Test(arguments: [1, 2, 7, 300])
  func `rows of any length equal inserted ones`(count: Int) throws {
    let albums = randomAlbums(count, seed: UInt64(count), longest: 30)
    #expect(try fill(albums).inserted == count)
    try expectSame(albums)
  }

  @Test func `long texts use overflow pages in tables and indexes`() throws {
    let albums = randomAlbums(150, seed: 5, longest: 9000)
    #expect(try fill(albums).inserted == 150)
    try expectSame(albums)
  }

  @Test func `trees grow to three levels`() throws {
    let long = String(repeating: "x", count: 1800)
    let albums = (0..<1500).map {
      Album(long, code: "\($0 * 7919 % 1500)\(long)", price: Double($0))
    }
    #expect(try fill(albums).inserted == 1500)
    try expectSame(albums)
  }

  @Test func `of rows with the same identifier the last one is kept`() throws {
    let albums = [
      Album("A", code: "1", words: ["x"]), Album("B", code: "2"), Album("C", code: "1", price: 5),
      Album("D", code: "3", words: ["y"]), Album("E", code: "1", words: ["z", "w"]),
    ]
    let summary = try fill(albums)
    #expect(summary.inserted == 3)
    #expect(summary.repeated == 2)
    #expect(summary.firstRepeated == [100, 102])
    try expectSame(Array(albums[1...1] + albums[3...]))
  }

  @Test func `an import into a new store can be undone and redone`() throws {
    _ = try fill([Album("A", code: "1", words: ["x"]), Album("B", code: "2")])
    let store = try FetchStore(path: path, model: model)
    let before = try albums(store)
    #expect(try store.history().map(\.count) == [2])
    try store.undo()
    #expect(try albums(store) == [])
    try store.redo()
    #expect(try albums(store) == before)
    try store.write("Add") { $0.insert(Album("C", code: "9")) }
    #expect(try store.problems() == [])
  }

  @Test func `a canceled import leaves nothing`() throws {
    let store = try newStore()
    #expect(throws: Stop.self) {
      try store.importRows("Fill", into: Album.entity) { writer in
        try writer.append(batch([Album("A", code: "1")]))
        throw Stop()
      }
    }
    #expect(throws: Stop.self) {
      try store.importRows("Fill", into: Album.entity, willCommit: { throw Stop() }) {
        try $0.append(batch([Album("A", code: "1")]))
      }
    }
    #expect(throws: StoreError.self) {
      try store.importRows("Fill", into: Album.entity, isCancelled: { true }) {
        try $0.append(batch([Album("A", code: "1")]))
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test func `an empty store keeps metadata and leaves no other files`() throws {
    let new = NewStore(path: path, model: model, metadata: ["seed": "no"])
    try #require(new).create()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["albums.sqlite"])
    let store = try FetchStore(path: path, model: model)
    #expect(try store.metadata(forKey: "seed") == "no")
    #expect(try store.problems() == [])
  }

  @Test func `rows are added to a store created meanwhile`() throws {
    let albums = randomAlbums(50, seed: 3, longest: 20)
    let new = try newStore()
    let other = try FetchStore(path: path, model: model)
    try other.write("Add") { $0.insert(Album("Mine", code: "mine")) }
    let summary = try new.importRows("Fill", into: Album.entity) {
      try $0.append(batch(albums + albums.prefix(1)))
    }
    #expect(summary.inserted == 50)
    #expect(summary.repeated == 1)
    #expect(try self.albums(other).count == 51)
    #expect(try other.history().map(\.count) == [50, 1])
    let again = try other.importRows("Fill", into: Album.entity) { try $0.upsert(batch(albums)) }
    #expect(again.unchanged == 50)
    try other.undo()
    #expect(try self.albums(other).map(\.title) == ["Mine"])
    #expect(try other.problems() == [])
  }

  @Test func `metadata reaches a store created meanwhile`() throws {
    let new = NewStore(path: path, model: model, metadata: ["seed": "no"])
    let other = try FetchStore(path: path, model: model)
    _ = try #require(new).importRows("Fill", into: Album.entity) {
      try $0.append(batch([Album("A", code: "1")]))
    }
    #expect(try other.metadata(forKey: "seed") == "no")
  }

  @Test func `an index that is declared twice is filled once`() throws {
    let entity = EntityDescription(
      name: "Thing", attributes: [AttributeDescription("code", .string)], identifier: "code",
      indexes: [["code"], ["code"]])
    let model = ManagedObjectModel(entities: [entity])
    let new = try #require(NewStore(path: path, model: model))
    let batch = RowBatch(entity: entity)
    for number in 0..<5_000 { try batch.append(.object(["code": .string("code \(number)")])) }
    _ = try new.importRows("Fill", into: entity) { try $0.append(batch) }
    #expect(try FetchStore(path: path, model: model).problems() == [])
  }

  @Test func `rows of a store created meanwhile are updated`() throws {
    let new = try newStore()
    let other = try FetchStore(path: path, model: model)
    try other.write("Add") { $0.insert(Album("Old", code: "1", words: ["x"])) }
    let summary = try new.importRows("Fill", into: Album.entity) {
      try $0.append(batch([Album("New", code: "1", words: ["y", "z"]), Album("B", code: "2")]))
    }
    #expect(summary.updated == 1)
    #expect(summary.inserted == 1)
    #expect(try albums(other).map(\.words) == [["y", "z"], []])
  }

  @Test(arguments: ["", "-wal", "-shm", "-journal"])
  func `no store is created over an existing log file`(suffix: String) throws {
    try Data().write(to: URL(filePath: path + suffix))
    #expect(NewStore(path: path, model: model) == nil)
    let store = try FetchStore(path: path, model: model)
    try store.write("Add") { $0.insert(Album("A", code: "1")) }
    #expect(try albums(store).map(\.title) == ["A"])
  }

  @Test func `a log that appears meanwhile prevents the replacement`() throws {
    let new = try newStore()
    let log = URL(filePath: path + "-wal")
    let summary = try new.importRows(
      "Fill", into: Album.entity, willCommit: { try Data("x".utf8).write(to: log) },
      { try $0.append(batch([Album("A", code: "1")])) })
    #expect(summary.inserted == 1)
    #expect(try albums(FetchStore(path: path, model: model)).map(\.title) == ["A"])
  }

  @Test func `a store in memory and a link to nothing are not created as files`() throws {
    #expect(NewStore(path: ":memory:", model: model) == nil)
    let target = folder + "/target.sqlite"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    #expect(NewStore(path: path, model: model) == nil)
    _ = try FetchStore(path: path, model: model)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
    #expect(FileManager.default.fileExists(atPath: target))
  }

  @Test func `the next import removes the private folder of a crash`() throws {
    let abandoned = folder + "/.fetchkit-private-ABCDEF"
    try FileManager.default.createDirectory(atPath: abandoned, withIntermediateDirectories: false)
    try Data("x".utf8).write(to: URL(filePath: abandoned + "/store"))
    _ = try fill([Album("A", code: "1")])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["albums.sqlite"])
  }
}
