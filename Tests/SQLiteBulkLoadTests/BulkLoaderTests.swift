import Foundation
import GRDB
import SQLiteBulkLoad
import Testing
import TestSupport

/// Files of bulk loads have the content that SQLite itself writes.
final class BulkLoaderTests {
  private static let schema = """
    CREATE TABLE item (pk INTEGER PRIMARY KEY, code TEXT, price REAL, count INTEGER, data BLOB);
    CREATE UNIQUE INDEX item_by_code ON item (code);
    CREATE INDEX item_by_price_and_count ON item (price, count);
    CREATE TABLE word (owner INTEGER, position INTEGER, text TEXT, PRIMARY KEY (owner, position))
    WITHOUT ROWID;
    """

  private struct Item {
    var code: String
    var price: Double?
    var count: Int64?
    var data: Data?
    var words: [String] = []
  }

  private let folder = NSTemporaryDirectory() + "bulk-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func create(_ name: String) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(path: "\(folder)/\(name)")
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = 4096") }
    try queue.write { try $0.execute(sql: Self.schema) }
    return queue
  }

  /// Writes items with SQLite.
  private func insert(_ items: [Item]) throws -> DatabaseQueue {
    let queue = try create("inserted")
    try queue.write { database in
      for (index, item) in items.enumerated() {
        try database.execute(
          sql: "INSERT INTO item (pk, code, price, count, data) VALUES (?, ?, ?, ?, ?)",
          arguments: [index + 1, item.code, item.price, item.count, item.data])
        for (position, word) in item.words.enumerated() {
          try database.execute(
            sql: "INSERT INTO word VALUES (?, ?, ?)", arguments: [index + 1, position, word])
        }
      }
    }
    return queue
  }

  /// Writes items with a bulk load.
  private func load(_ items: [Item]) throws -> (queue: DatabaseQueue, duplicates: [Int64]) {
    let empty = try create("loaded")
    let roots = try empty.read { database in
      try Row.fetchAll(database, sql: "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0")
        .reduce(
          into: [String: UInt32]()
        ) { $0[$1[0]] = $1[1] }
    }
    try empty.close()
    let loader = try BulkLoader(path: "\(folder)/loaded", sortingIn: folder)
    let table = loader.table(
      root: try #require(roots["item"]),
      indexes: [
        IndexLayout(root: try #require(roots["item_by_code"]), columns: [0]),
        IndexLayout(root: try #require(roots["item_by_price_and_count"]), columns: [1, 2]),
      ])
    let words = loader.keyedTable(root: try #require(roots["word"]))
    for (index, item) in items.enumerated() {
      let key = try Self.withValues(of: item) { try table.append($0, note: index) }
      for (position, word) in item.words.enumerated() {
        try Array(word.utf8).withUnsafeBufferPointer { text in
          try [
            RecordValue(integer: key), RecordValue(integer: Int64(position)),
            RecordValue(text: text),
          ].withUnsafeBufferPointer(words.append)
        }
      }
    }
    try words.finish()
    let duplicates = try table.finish()
    #expect(duplicates.allSatisfy { $0.note == Int($0.rowid) - 1 })
    try loader.finish()
    try loader.finishIndexes()
    return (try DatabaseQueue(path: "\(folder)/loaded"), duplicates.map(\.rowid))
  }

  private static func withValues<Result>(
    of item: Item, _ body: (UnsafeBufferPointer<RecordValue>) throws -> Result
  ) rethrows -> Result {
    try Array(item.code.utf8).withUnsafeBufferPointer { code in
      try Array(item.data ?? Data()).withUnsafeBufferPointer { data in
        try [
          RecordValue(text: code), item.price.map { RecordValue(double: $0) } ?? RecordValue(),
          item.count.map { RecordValue(integer: $0) } ?? RecordValue(),
          item.data == nil ? RecordValue() : RecordValue(blob: data),
        ].withUnsafeBufferPointer(body)
      }
    }
  }

  private func expectSame(_ items: [Item]) throws {
    let (loaded, duplicates) = try load(items)
    let inserted = try insert(items)
    #expect(duplicates == [])
    #expect(
      try loaded.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    for sql in [
      "SELECT pk, code, price, typeof(price), count, data FROM item",
      "SELECT code FROM item INDEXED BY item_by_code WHERE code >= '' ORDER BY code",
      "SELECT price, count, pk FROM item INDEXED BY item_by_price_and_count ORDER BY price, count",
      "SELECT * FROM word",
    ] {
      let rows = try [loaded, inserted].map { try $0.read { try Row.fetchAll($0, sql: sql) } }
      #expect(rows[0] == rows[1], "\(sql)")
    }
  }

  private static func randomItems(_ count: Int, longest: Int, seed: UInt64) -> [Item] {
    var random = SeededRandom(seed: seed)
    func text(_ limit: Int) -> String {
      String(
        (0..<Int.random(in: 0...limit, using: &random)).map { _ in
          ["a", "B", "é", "茶", "7", " ", "\u{1}"].randomElement(using: &random) ?? "a"
        })
    }
    return (0..<count).map { index in
      Item(
        code: "\(text(longest)):\(index)",
        price: [nil, 0, -0.5, 12, 1e300, -1e15, 3.25].randomElement(using: &random) ?? nil,
        count: [nil, 0, 1, -1, 127, -128, 40_000, 1 << 23, -(1 << 31), 1 << 47, .max, .min]
          .randomElement(using: &random) ?? nil,
        data: Bool.random(using: &random) ? Data(text(longest).utf8) : nil,
        words: (0..<Int.random(in: 0...3, using: &random)).map { _ in text(longest) })
    }
  }

  @Test(arguments: [0, 1, 2, 50, 3000])
  func `a load of any size is what SQLite writes`(count: Int) throws {
    try expectSame(Self.randomItems(count, longest: 20, seed: UInt64(count)))
  }

  @Test func `records that need overflow pages are what SQLite writes`() throws {
    try expectSame(Self.randomItems(200, longest: 9000, seed: 3))
  }

  @Test func `trees of three levels are what SQLite writes`() throws {
    let long = String(repeating: "x", count: 900)
    try expectSame(
      (0..<2000).map { Item(code: "\($0 * 7919 % 2000)\(long)", price: Double($0)) })
  }

  @Test func `of rows with one key the last is in the indexes`() throws {
    let codes = ["b", "a", "b", "c", "b"]
    let (queue, duplicates) = try load(codes.map { Item(code: $0, price: 1) })
    #expect(duplicates == [1, 3])
    let keys = try queue.read { database in
      try Int64.fetchAll(database, sql: "SELECT pk FROM item INDEXED BY item_by_code ORDER BY code")
    }
    #expect(keys == [2, 5, 4])
  }

  @Test func `a cancelled load throws`() throws {
    try create("loaded").close()
    let loader = try BulkLoader(
      path: "\(folder)/loaded", sortingIn: folder, isCancelled: { true })
    #expect(throws: BulkLoadError.cancelled) { try loader.finish() }
  }

  @Test func `a file of other pages is refused`() throws {
    let path = "\(folder)/odd"
    try Data(count: 5000).write(to: URL(filePath: path))
    #expect(throws: BulkLoadError.wrongPageSize(path: path)) {
      try BulkLoader(path: path, sortingIn: folder)
    }
  }
}
