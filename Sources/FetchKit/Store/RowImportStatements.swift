internal import GRDB

/// The prepared statements of an import of rows.
struct RowImportStatements {
  /// A row that has the identifier already.
  struct StoredRow {
    let key: Int64
    /// The hash of what was imported; nil when the row was edited after its import.
    let hash: Int64?
    /// Whether the table holds an earlier row of the import, because the original could not be restored.
    var isOverwritten = false
  }

  private let entity: EntityDescription
  private let columns: RowColumns
  private let database: Database
  private let find: SQLiteStatement
  private var order: StoredOrder
  private let insert: SQLiteStatement
  private let update: SQLiteStatement
  private let setHash: SQLiteStatement
  private let delete: SQLiteStatement
  private let comparison: StoredRowComparison
  private let insertElement: [SQLiteStatement]
  private let deleteElements: [SQLiteStatement]

  init(_ entity: EntityDescription, _ columns: RowColumns, _ database: Database) throws {
    self.entity = entity
    self.columns = columns
    self.database = database
    let table = SQLName.quoted(entity.table)
    let identifier = SQLName.quoted(
      entity.identifier.flatMap(entity.attribute)?.column ?? "pk")
    find = try SQLiteStatement(
      database, sql: "SELECT pk, content_hash FROM \(table) WHERE \(identifier) = ?")
    order = try StoredOrder(entity, identifier: identifier, database)
    insert = try SQLiteStatement(database, sql: Self.insertSQL(table, columns.inserted.map(\.name)))
    update = try SQLiteStatement(
      database,
      sql: """
        UPDATE \(table) SET \(columns.updated.map { $0.name + " = ?" }.joined(separator: ", ")) \
        WHERE pk = ?
        """)
    setHash = try SQLiteStatement(
      database, sql: "UPDATE \(table) SET content_hash = ? WHERE pk = ?")
    delete = try SQLiteStatement(database, sql: "DELETE FROM \(table) WHERE pk = ?")
    comparison = try StoredRowComparison(entity, database)
    insertElement = try entity.toMany.map { toMany in
      let names =
        ["owner", "position"] + toMany.attributes.compactMap(\.column).map(SQLName.quoted)
      return try SQLiteStatement(database, sql: Self.insertSQL(SQLName.quoted(toMany.table), names))
    }
    deleteElements = try entity.toMany.map {
      try SQLiteStatement(database, sql: "DELETE FROM \(SQLName.quoted($0.table)) WHERE owner = ?")
    }
  }

  private static func insertSQL(_ table: String, _ names: [String]) -> String {
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(marks))"
  }

  /// The largest primary key; 0 when there is no row.
  func lastKey() throws -> Int64 {
    let statement = try SQLiteStatement(
      database, sql: "SELECT MAX(pk) FROM \(SQLName.quoted(entity.table))")
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The row that has an identifier; nil when there is none.
  mutating func find(_ identifier: RowBatch.Cell, in batch: RowBatch) throws -> StoredRow? {
    if identifier.kind == .text, let row = try batch.withText(identifier, { try order.next($0) }) {
      return row
    }
    batch.bind(identifier, to: find, at: 1)
    defer { find.reset() }
    guard try find.step() else { return nil }
    order.didFind(find.integer(0))
    return StoredRow(key: find.integer(0), hash: find.isNull(1) ? nil : find.integer(1))
  }

  /// All rows are written.
  func end() { order.end() }

  func insert(_ row: Int, _ binder: inout RowBinder) throws -> Int64 {
    try binder.bind(row, columns.inserted, to: insert) { try insert.run() }
    let key = database.lastInsertedRowID
    try insertElements(binder, owner: key)
    return key
  }

  func update(_ row: Int, key: Int64, _ binder: inout RowBinder) throws {
    update.bind(key, at: Int32(columns.updated.count + 1))
    try binder.bind(row, columns.updated, to: update) { try update.run() }
    try deleteElements(of: key)
    try insertElements(binder, owner: key)
  }

  /// Notes that a row has what an import with another hash would write.
  func setHash(_ hash: Int64, of key: Int64) throws {
    setHash.bind(hash, at: 1)
    setHash.bind(key, at: 2)
    try setHash.run()
  }

  /// Whether a stored row has what an import would write, value by value.
  func isSame(_ row: Int, _ key: Int64, _ binder: RowBinder) throws -> Bool {
    try comparison.isSame(row, key, binder)
  }

  /// Deletes a row with its elements.
  func delete(_ key: Int64) throws {
    try deleteElements(of: key)
    delete.bind(key, at: 1)
    try delete.run()
  }

  func deleteElements(of owner: Int64) throws {
    for statement in deleteElements {
      statement.bind(owner, at: 1)
      try statement.run()
    }
  }

  private func insertElements(_ binder: RowBinder, owner: Int64) throws {
    for (list, statement) in insertElement.enumerated() {
      let start = binder.elementStarts[list]
      for element in start..<binder.elementEnds[list] {
        statement.bind(owner, at: 1)
        statement.bind(Int64(element - start), at: 2)
        for attribute in entity.toMany[list].attributes.indices {
          binder.batch.bind(
            binder.batch.elementCell(list, element, attribute), to: statement,
            at: Int32(attribute + 3))
        }
        try statement.run()
      }
    }
  }
}
