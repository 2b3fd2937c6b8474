internal import GRDB
internal import SQLiteBulkLoad

/// Writes single objects of an entity, with their elements and derived columns.
final class RowStatements {
  private let entity: EntityDescription
  private let database: Database
  private let table: String
  private let insertSQL: String
  private let updateSQL: String
  private let encoder: RowEncoder
  private let elementEncoders: [RowEncoder]
  private var batch: RowBatch

  init(_ entity: EntityDescription, _ database: Database) {
    self.entity = entity
    self.database = database
    table = SQLName.quoted(entity.table)
    encoder = RowEncoder(RowPlan(entity))
    elementEncoders = entity.toMany.map { RowEncoder(RowPlan($0)) }
    batch = RowBatch(entity: entity)
    // The content hash is that of an import.
    let names = encoder.plan.names.dropLast()
    insertSQL =
      names.isEmpty
      ? "INSERT INTO \(table) DEFAULT VALUES" : Self.insertSQL(table, Array(names))
    updateSQL =
      "UPDATE \(table) SET \(names.map { $0 + " = ?" }.joined(separator: ", ")) WHERE pk = ?"
  }

  static func insertSQL(_ table: String, _ names: [String]) -> String {
    let places = names.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))"
  }

  /// Inserts an object and returns its primary key.
  func insert(_ object: Value) throws -> Int64 {
    try withRow(of: object) { row in
      let statement = try SQLiteStatement(database, sql: insertSQL)
      statement.bind(columns)
      try statement.run()
      let rowID = database.lastInsertedRowID
      for list in entity.toMany.indices { try insertElements(of: rowID, list, row) }
      return rowID
    }
  }

  /// Overwrites the row of a primary key with an object.
  func update(_ rowID: Int64, to object: Value) throws {
    try withRow(of: object) { row in
      let statement = try SQLiteStatement(database, sql: updateSQL)
      statement.bind(columns)
      statement.bind(rowID, at: Int32(columns.count + 1))
      try statement.run()
      guard statement.changes > 0 else {
        throw StoreError(
          .invalidRequest, "store.rowGone", "\(entity.name) \(rowID) is no longer in the store")
      }
      try replaceElements(of: rowID, object, row)
    }
  }

  /// Deletes the row of a primary key; its elements are deleted with it.
  func delete(_ rowID: Int64) throws {
    let statement = try SQLiteStatement(database, sql: "DELETE FROM \(table) WHERE pk = ?")
    statement.bind(rowID, at: 1)
    try statement.run()
  }

  /// The encoded columns of the current row without the content hash.
  private var columns: UnsafeBufferPointer<RecordValue> {
    UnsafeBufferPointer(rebasing: encoder.values.dropLast())
  }

  private func withRow<Result>(
    of object: Value, _ body: (borrowing RowCursor) throws -> Result
  ) throws -> Result {
    batch.removeAll()
    try batch.append(object)
    return try RowCursor.withFirstRow(of: batch) { row in
      try encoder.encode(row)
      return try body(row)
    }
  }

  /// Leaves equal elements alone, so that nothing is logged.
  private func replaceElements(
    of owner: Int64, _ object: Value, _ row: borrowing RowCursor
  ) throws {
    for (list, toMany) in entity.toMany.enumerated() {
      guard case .list(let elements) = object.value(forKeyPath: toMany.name) else { continue }
      let stored = try RowReader(entity: entity, database: database)
        .elements(of: toMany, owners: [owner])
      guard elements != stored[owner] ?? [] else { continue }
      let statement = try SQLiteStatement(
        database, sql: "DELETE FROM \(SQLName.quoted(toMany.table)) WHERE owner = ?")
      statement.bind(owner, at: 1)
      try statement.run()
      try insertElements(of: owner, list, row)
    }
  }

  private func insertElements(
    of owner: Int64, _ list: Int, _ row: borrowing RowCursor
  ) throws {
    guard !row.elements[list].isEmpty else { return }
    let encoder = elementEncoders[list]
    let statement = try SQLiteStatement(
      database,
      sql: Self.insertSQL(
        SQLName.quoted(entity.toMany[list].table), ["owner", "position"] + encoder.plan.names))
    for element in row.elements[list] {
      try encoder.encode(element: element, of: list, owner: owner, row)
      statement.bind(encoder.values)
      try statement.run()
    }
  }
}

extension Value {
  /// The value as a column of a type holds it; nil when it does not fit.
  func stored(as type: AttributeType) -> Value? {
    switch (self, type) {
    case (.null, _), (.bool, .boolean), (.integer, .integer), (.string, .string), (.date, .date),
      (.data, .data):
      self
    case (.integer, .double), (.bool, .double): doubleValue.map(Value.double)
    case (.double(let number), .double): number.isNaN ? .null : self
    case (.double, .integer), (.bool, .integer): integerValue.map(Value.integer)
    case (.integer, .boolean), (.double, .boolean): boolValue.map(Value.bool)
    default: nil
    }
  }
}
