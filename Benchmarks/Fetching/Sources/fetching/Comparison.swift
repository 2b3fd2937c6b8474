import FetchKit
import Foundation
import GRDB

/// The same work done with FetchKit and with GRDB by turns, on files with the same `synchronous`.
struct Comparison {
  let rows: Int
  let runs: Int
  private let folder: URL
  private let products: [Product]
  private let limits: [(String, UndoLimits)] = [
    ("undo off", .disabled), ("undo on", UndoLimits()),
  ]

  init(rows: Int, runs: Int) throws {
    self.rows = rows
    self.runs = runs
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("comparison-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var random = SeededRandom(seed: 4)
    products = (0..<rows).map { _ in Product.random(&random) }
  }

  /// Prints a row for each kind of work whose name contains `filter`.
  func run(_ filter: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    print("| work | FetchKit | GRDB | ratio | bar |")
    print("|---|---:|---:|---:|---:|")
    let work: [(String, (String) throws -> Void)] = [
      ("fetch objects", fetch), ("sorted page of 50", page), ("insert", insert),
      ("one-row update", update), ("batch update", batchUpdate),
    ]
    for (name, body) in work where filter.isEmpty || name.contains(filter) { try body(name) }
  }
}

// MARK: - Reading

extension Comparison {
  private func fetch(_ name: String) throws {
    let (store, pool) = try filled()
    let request = FetchRequest<Product>()
    let sql = "SELECT id, name, section, price, stock, rating, isSold FROM product ORDER BY id"
    var counts: Set<Int> = []
    let fetchKit = { counts.insert(try store.fetch(request).count) }
    try compare("\(name) / hand-written row", bar: 1.3, { _ = try fetchKit() }) {
      counts.insert(try pool.read { try ProductRow.fetchAll($0, sql: sql) }.count)
    }
    try compare("\(name) / Codable", bar: 0.5, { _ = try fetchKit() }) {
      counts.insert(try pool.read { try CodableProduct.fetchAll($0, sql: sql) }.count)
    }
    guard counts == [rows] else { throw WrongResult(counts) }
  }

  private func page(_ name: String) throws {
    let (store, pool) = try filled(index: "price")
    var request = FetchRequest<Product>()
    request.sortDescriptors = [FetchSortDescriptor(\Product.price)]
    request.fetchLimit = 50
    let sql = """
      SELECT id, name, section, price, stock, rating, isSold FROM product ORDER BY price, id \
      LIMIT 50 OFFSET ?
      """
    let count = 200
    var first: Set<String> = []
    try compare(
      "\(name), indexed", bar: 1.1, count: count,
      {
        for page in 0..<count {
          request.fetchOffset = page * 7 + 1
          let found = try store.fetch(request)
          if page == 0 { first.insert(found.map(\.name).joined()) }
        }
      },
      {
        for page in 0..<count {
          let found = try pool.read {
            try ProductRow.fetchAll($0, sql: sql, arguments: [page * 7 + 1])
          }
          if page == 0 { first.insert(found.map(\.name).joined()) }
        }
      })
    guard first.count == 1 else { throw WrongResult(first) }
  }
}

// MARK: - Writing

extension Comparison {
  private func insert(_ name: String) throws {
    for (undo, limits) in limits {
      var store: FetchStore?
      var pool: DatabasePool?
      try compare(
        "\(name) \(rows) in one transaction, \(undo)", bar: limits == .disabled ? 1.1 : 1.4,
        prepare: { (store, pool) = try (self.store(limits), self.pool()) },
        { try store?.write("Insert") { for product in products { $0.insert(product) } } },
        {
          try pool?.write { database in
            for product in products {
              var row = ProductRow(product)
              try row.insert(database)
            }
          }
        })
    }
  }

  private func update(_ name: String) throws {
    for (undo, limits) in limits {
      let (store, pool) = try filled(limits)
      let count = 100
      var round = 0
      var objects = try store.fetch(FetchRequest<Product>()).shuffled().prefix(count)
      var records = try pool.read { try ProductRow.fetchAll($0) }.shuffled().prefix(count)
      try compare(
        "\(name) per transaction, \(undo)", bar: 1.5, count: count, prepare: { round += 1 },
        {
          for index in objects.indices {
            objects[index].stock = 1000 * round + index
            try store.write("Change") { $0.update(objects[index]) }
          }
        },
        {
          for index in records.indices {
            records[index].stock = 1000 * round + index
            try pool.write { try records[index].update($0) }
          }
        })
    }
  }

  private func batchUpdate(_ name: String) throws {
    for (undo, limits) in limits {
      let (store, pool) = try filled(limits)
      let raised = FetchExpression.function(.multiply, [.keyPath("price"), .constant(1.01)])
      let request = BatchUpdateRequest(entity: Product.entity, set: ["price": raised])
      var changed: Set<Int> = []
      try compare(
        "\(name) of all, \(undo)", bar: limits == .disabled ? 1.3 : 2,
        { changed.insert(try store.perform(request).changed) },
        {
          changed.insert(
            try pool.write { database in
              try database.execute(sql: "UPDATE product SET price = price * 1.01")
              return database.changesCount
            })
        })
      guard changed == [rows] else { throw WrongResult(changed) }
    }
  }
}

// MARK: - Files

extension Comparison {
  private func store(_ limits: UndoLimits, index: String? = nil) throws -> FetchStore {
    let entity = Product.description(indexes: index.map { [[$0]] } ?? [])
    return try FetchStore(
      path: path(), model: ManagedObjectModel(entities: [entity]), undoLimits: limits)
  }

  /// A file with the table of `ProductRow`, and the `synchronous` of a store.
  private func pool(index: String? = nil) throws -> DatabasePool {
    let pool = try DatabasePool(path: path())
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try pool.write { database in
      try database.create(table: "product") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("name", .text).notNull()
        table.column("section", .text).notNull()
        table.column("price", .double).notNull()
        table.column("stock", .integer).notNull()
        table.column("rating", .double)
        table.column("isSold", .boolean).notNull()
      }
      if let index { try database.create(indexOn: "product", columns: [index]) }
    }
    return pool
  }

  private func path() -> String { folder.appendingPathComponent(UUID().uuidString).path }

  /// A store and a database with all rows.
  private func filled(_ limits: UndoLimits = UndoLimits(), index: String? = nil) throws -> (
    FetchStore, DatabasePool
  ) {
    let (store, pool) = try (store(limits, index: index), pool(index: index))
    try store.write("Fill") { for product in products { $0.insert(product) } }
    try pool.write { database in
      for product in products {
        var row = ProductRow(product)
        try row.insert(database)
      }
    }
    try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    return (store, pool)
  }
}

// MARK: - Measuring

extension Comparison {
  /// Runs both sides by turns and prints their medians and the median of the ratios of each turn; `count` is the
  /// number of operations of a side.
  private func compare(
    _ name: String, bar: Double, count: Int = 1, prepare: () throws -> Void = {},
    _ fetchKit: () throws -> Void, _ grdb: () throws -> Void
  ) throws {
    var turns: [(fetchKit: Double, grdb: Double)] = []
    // The first turn warms up.
    for turn in 0...runs {
      try prepare()
      let isFirst = turn.isMultiple(of: 2)
      let early = isFirst ? try milliseconds(fetchKit) : nil
      let other = try milliseconds(grdb)
      turns.append((try early ?? milliseconds(fetchKit), other))
    }
    turns.removeFirst()
    let times = [turns.map(\.fetchKit), turns.map(\.grdb)].map { median($0) / Double(count) }
    let ratio = median(turns.map { $0.fetchKit / $0.grdb })
    print(
      "| \(name) | \(text(times[0])) | \(text(times[1])) | **\(String(format: "%.2f", ratio))** | \(bar) |"
    )
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func text(_ milliseconds: Double) -> String {
    milliseconds < 2
      ? String(format: "%.0f µs", milliseconds * 1000) : String(format: "%.1f ms", milliseconds)
  }
}

/// The two sides did not do the same.
struct WrongResult: Error {
  let found: String

  init(_ found: some Sequence) { self.found = String(describing: found).prefix(200).description }
}
