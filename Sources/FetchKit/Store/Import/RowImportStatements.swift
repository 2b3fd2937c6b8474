internal import Collation
internal import GRDB
internal import SQLiteBulkLoad

/// The prepared statements of an import of rows.
struct RowImportStatements {
  /// A stored row with the identifier of an imported one.
  struct StoredRow {
    let key: Int64
    /// The content hash of its import; nil when the row was edited since.
    let hash: Int64?
    /// Whether an earlier row of the import overwrote it and the original could not be restored.
    var isOverwritten = false
  }

  private let entity: EntityDescription
  private let database: Database
  private let find: SQLiteStatement
  private var scan: StoredRowScan
  private let insert: SQLiteStatement
  private let update: SQLiteStatement
  private let setHash: SQLiteStatement
  private let delete: SQLiteStatement
  let comparison: StoredRowComparison
  private let encoder: RowEncoder
  private let lists: [ListStatements]

  init(_ entity: EntityDescription, _ database: Database) throws {
    self.entity = entity
    let plan = RowPlan(entity)
    encoder = RowEncoder(plan)
    lists = try entity.toMany.indices.map { try ListStatements($0, entity, database) }
    self.database = database
    let table = SQLName.quoted(entity.table)
    let identifier = SQLName.quoted(entity.identifier.flatMap(entity.attribute)?.column ?? "pk")
    find = try SQLiteStatement(
      database, sql: "SELECT pk, content_hash FROM \(table) WHERE \(identifier) = ?")
    scan = try StoredRowScan(entity, identifier: identifier, database)
    insert = try SQLiteStatement(database, sql: RowStatements.insertSQL(table, plan.names))
    update = try SQLiteStatement(
      database,
      sql: """
        UPDATE \(table) \
        SET \(plan.importedColumns.map { plan.names[$0] + " = ?" }.joined(separator: ", ")) \
        WHERE pk = ?
        """)
    setHash = try SQLiteStatement(
      database, sql: "UPDATE \(table) SET content_hash = ? WHERE pk = ?")
    delete = try SQLiteStatement(database, sql: "DELETE FROM \(table) WHERE pk = ?")
    comparison = try StoredRowComparison(entity, lists.map(\.comparison), database)
  }

  /// The largest primary key; 0 when there is no row.
  func lastKey() throws -> Int64 {
    try database.integer("SELECT MAX(pk) FROM \(name: entity.table)")
  }

  /// Returns the stored row with the identifier of an imported one; nil when there is none.
  mutating func find(_ identifier: RowBatch.Cell, _ row: borrowing RowCursor) throws -> StoredRow? {
    if identifier.kind == .text, let stored = try scan.next(row.bytes(identifier)) {
      return stored
    }
    switch identifier.kind {
    case .unset, .null, .data: find.bindNull(at: 1)
    case .integer: find.bind(identifier.payload, at: 1)
    case .double: find.bind(identifier.double, at: 1)
    case .text: find.bind(borrowing: row.bytes(identifier), at: 1)
    }
    defer { find.reset() }
    guard try find.step() else { return nil }
    scan.didFind(find.integer(0))
    return StoredRow(key: find.integer(0), hash: find.isNull(1) ? nil : find.integer(1))
  }

  func end() { scan.end() }

  func insert(_ row: borrowing RowCursor) throws -> Int64 {
    try encoder.encode(row)
    insert.bind(encoder.values)
    try insert.run()
    let key = database.lastInsertedRowID
    for list in lists { try list.insert(key, row) }
    return key
  }

  /// Overwrites the imported columns and all elements of a stored row.
  func update(_ key: Int64, _ row: borrowing RowCursor) throws {
    try encoder.encode(row)
    for (place, column) in encoder.plan.importedColumns.enumerated() {
      update.bind(encoder.values[column], at: Int32(place + 1))
    }
    update.bind(key, at: Int32(encoder.plan.importedColumns.count + 1))
    try update.run()
    try deleteElements(of: key)
    for list in lists { try list.insert(key, row) }
  }

  /// Sets the content hash of a row that has the imported values.
  func setHash(_ hash: Int64, of key: Int64) throws {
    setHash.bind(hash, at: 1)
    setHash.bind(key, at: 2)
    try setHash.run()
  }

  func delete(_ key: Int64) throws {
    try deleteElements(of: key)
    delete.bind(key, at: 1)
    try delete.run()
  }

  func deleteElements(of owner: Int64) throws {
    for list in lists { try list.deleteAll(owner) }
  }
}

/// Reads the stored rows alongside an import: a file that is imported again has them in the same order, so the
/// next row is found without a search. Gives up soon when the file has another order.
struct StoredRowScan {
  /// The number of wrong guesses in a row after which it gives up.
  private static let maximumWrongGuesses = 16

  private let rows: SQLiteStatement
  private var guessesLeft = Self.maximumWrongGuesses
  /// The row that the statement is at; nil before the first one and after the last.
  private var current: RowImportStatements.StoredRow?
  private var mayAdvance = true

  init(_ entity: EntityDescription, identifier: String, _ database: Database) throws {
    rows = try SQLiteStatement(
      database,
      sql: """
        SELECT pk, \(identifier), content_hash FROM \(SQLName.quoted(entity.table)) \
        WHERE pk > ? ORDER BY pk
        """)
    rows.bind(Int64(0), at: 1)
  }

  /// The stored row with an identifier when it is the next one.
  mutating func next(_ identifier: TextBytes) throws -> RowImportStatements.StoredRow? {
    guard guessesLeft > 0 else { return nil }
    if current == nil, mayAdvance {
      mayAdvance = try rows.step()
      if mayAdvance {
        current = RowImportStatements.StoredRow(
          key: rows.integer(0), hash: rows.isNull(2) ? nil : rows.integer(2))
      }
    }
    guard let current, rows.isText(1, identifier) else { return nil }
    guessesLeft = Self.maximumWrongGuesses
    self.current = nil
    return current
  }

  /// Continues after another row than the expected one.
  mutating func didFind(_ key: Int64) {
    guard guessesLeft > 0 else { return }
    guessesLeft -= 1
    rows.reset()
    rows.bind(key, at: 1)
    (current, mayAdvance) = (nil, guessesLeft > 0)
  }

  func end() { rows.reset() }
}

/// Compares stored rows with imported ones value by value, except attributes that imports keep, stamps and
/// derived ones.
struct StoredRowComparison {
  private struct Column {
    let attribute: Int
    let type: AttributeType
    let defaultValue: FetchValue
  }

  private let columns: [Column]
  private let row: SQLiteStatement
  private let elements: [StoredElementComparison]

  init(
    _ entity: EntityDescription, _ elements: [StoredElementComparison], _ database: Database
  ) throws {
    self.elements = elements
    var names = ["pk"]
    columns = entity.attributes.enumerated().compactMap { index, attribute in
      guard let column = attribute.column, attribute.derivation == nil,
        !entity.keptByImports.contains(attribute.keyPath),
        !entity.importStamps.contains(attribute.keyPath)
      else { return nil }
      names.append(SQLName.quoted(column))
      return Column(attribute: index, type: attribute.type, defaultValue: attribute.defaultValue)
    }
    row = try SQLiteStatement(
      database,
      sql: """
        SELECT \(names.joined(separator: ", ")) FROM \(SQLName.quoted(entity.table)) WHERE pk = ?
        """)
  }

  /// Whether the row with a key has the values of an imported one.
  func isSame(_ key: Int64, _ imported: borrowing RowCursor) throws -> Bool {
    row.bind(key, at: 1)
    defer { row.reset() }
    guard try row.step(), hasSameCells(imported) else { return false }
    return try elements.allSatisfy { try $0.isSame(key, imported) }
  }

  private func hasSameCells(_ imported: borrowing RowCursor) -> Bool {
    for (index, column) in columns.enumerated() {
      let cell = imported.cell(column.attribute)
      let isSame =
        cell.kind == .unset
        ? row.value(index + 1, as: column.type) == column.defaultValue
        : row.isSame(index + 1, as: cell, imported)
      if !isSame { return false }
    }
    return true
  }
}

/// Compares the stored elements of a to-many list with those of a row.
struct StoredElementComparison {
  private let list: Int
  /// The elements by position.
  private let statement: SQLiteStatement

  init(_ list: Int, _ entity: EntityDescription, _ database: Database) throws {
    self.list = list
    let toMany = entity.toMany[list]
    let names = toMany.attributes.compactMap(\.column).map(SQLName.quoted)
    statement = try SQLiteStatement(
      database,
      sql: """
        SELECT \(names.joined(separator: ", ")) FROM \(SQLName.quoted(toMany.table)) \
        WHERE owner = ? ORDER BY position
        """)
  }

  /// Whether the list of an object has the elements of a row.
  func isSame(_ owner: Int64, _ imported: borrowing RowCursor) throws -> Bool {
    statement.bind(owner, at: 1)
    defer { statement.reset() }
    for element in imported.elements[list] {
      guard try statement.step() else { return false }
      for attribute in 0..<statement.columnCount {
        let cell = imported.element(list, element, attribute)
        guard statement.isSame(attribute, as: cell, imported) else { return false }
      }
    }
    return try !statement.step()
  }
}

extension SQLiteStatement {
  /// Whether a column has the value of an imported cell.
  fileprivate func isSame(
    _ column: Int, as cell: RowBatch.Cell, _ row: borrowing RowCursor
  ) -> Bool {
    switch cell.kind {
    case .unset, .null: isNull(column)
    case .integer where isInteger(column): integer(column) == cell.payload
    case .integer: number(column) == Double(cell.payload)
    case .double: number(column) == cell.double
    case .text: isText(column, row.bytes(cell))
    case .data: isBlob(column, row.bytes(cell))
    }
  }
}
