internal import GRDB
internal import SQLiteBulkLoad

/// Writes single objects of an entity, with their elements and derived columns.
final class RowStatements {
  /// Appends an object to an empty batch.
  typealias Fill = (RowBatch) throws -> Void

  private let entity: EntityDescription
  private let database: Database
  private let encoder: RowEncoder
  private let insert: SQLiteStatement
  private let update: SQLiteStatement
  private let delete: SQLiteStatement
  private let lists: [ListStatements]
  private let batch: RowBatch

  init(_ entity: EntityDescription, _ database: Database) throws {
    self.entity = entity
    self.database = database
    let table = SQLName.quoted(entity.table)
    let plan = RowPlan(entity, hasContentHash: false)
    encoder = RowEncoder(plan)
    batch = RowBatch(entity: entity)
    lists = try entity.toMany.indices.map { try ListStatements($0, entity, database) }
    insert = try SQLiteStatement(database, sql: Self.insertSQL(table, plan.names))
    let changes = plan.names.isEmpty ? ["pk = pk"] : plan.names.map { $0 + " = ?" }
    update = try SQLiteStatement(
      database, sql: "UPDATE \(table) SET \(changes.joined(separator: ", ")) WHERE pk = ?")
    delete = try SQLiteStatement(database, sql: "DELETE FROM \(table) WHERE pk = ?")
  }

  static func insertSQL(_ table: String, _ names: [String]) -> String {
    guard !names.isEmpty else { return "INSERT INTO \(table) DEFAULT VALUES" }
    let places = names.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(places))"
  }

  func insert(_ fill: Fill) throws -> Int64 {
    try withRow(fill) { row in
      insert.bind(encoder.values)
      try insert.run()
      let rowID = database.lastInsertedRowID
      for list in lists { try list.insert(rowID, row) }
      return rowID
    }
  }

  /// Overwrites the row of a primary key with an object, except its lists with some indexes.
  func update(_ rowID: Int64, keeping kept: [Int] = [], _ fill: Fill) throws {
    try withRow(fill) { row in
      update.bind(encoder.values)
      update.bind(rowID, at: Int32(encoder.values.count + 1))
      try update.run()
      guard update.changes > 0 else { throw StoreError.rowGone(rowID, entity) }
      for (index, list) in lists.enumerated() where !kept.contains(index) {
        try list.replace(rowID, row)
      }
    }
  }

  /// Deletes the row of a primary key; its elements are deleted with it.
  func delete(_ rowID: Int64) throws {
    delete.bind(rowID, at: 1)
    try delete.run()
  }

  private func withRow<Result>(
    _ fill: Fill, _ body: (borrowing RowCursor) throws -> Result
  ) throws -> Result {
    batch.removeAll()
    try fill(batch)
    return try RowCursor.withFirstRow(of: batch) { row in
      try encoder.encode(row)
      return try body(row)
    }
  }
}

/// Writes the elements of one to-many list.
final class ListStatements {
  private let list: Int
  private let encoder: RowEncoder
  let comparison: StoredElementComparison
  private let insert: SQLiteStatement
  private let delete: SQLiteStatement

  init(_ list: Int, _ entity: EntityDescription, _ database: Database) throws {
    self.list = list
    encoder = RowEncoder(RowPlan(entity.toMany[list]))
    comparison = try StoredElementComparison(list, entity, database)
    let table = SQLName.quoted(entity.toMany[list].table)
    insert = try SQLiteStatement(
      database,
      sql: RowStatements.insertSQL(table, ["owner", "position"] + encoder.plan.names))
    delete = try SQLiteStatement(database, sql: "DELETE FROM \(table) WHERE owner = ?")
  }

  /// Leaves equal elements alone, so that nothing is logged.
  func replace(_ owner: Int64, _ row: borrowing RowCursor) throws {
    guard try !comparison.isSame(owner, row) else { return }
    try deleteAll(owner)
    try insert(owner, row)
  }

  func deleteAll(_ owner: Int64) throws {
    delete.bind(owner, at: 1)
    try delete.run()
  }

  func insert(_ owner: Int64, _ row: borrowing RowCursor) throws {
    for element in row.elements[list] {
      try encoder.encode(element: element, of: list, owner: owner, row)
      insert.bind(encoder.values)
      try insert.run()
    }
  }
}

extension FetchValue {
  /// The value as the column of an attribute holds it; nil when it does not fit.
  func stored(as attribute: AttributeDescription) -> FetchValue? {
    guard let relationship = attribute.relationship, !isNull else {
      return stored(as: attribute.type)
    }
    return rowID(of: relationship.destination).map(FetchValue.integer)
  }

  /// The value as a column of a type holds it; nil when it does not fit.
  func stored(as type: AttributeType) -> FetchValue? {
    switch (self, type) {
    case (.null, _), (.bool, .boolean), (.integer, .integer), (.string, .string), (.date, .date),
      (.data, .data):
      self
    case (.integer, .double), (.bool, .double): doubleValue.map(FetchValue.double)
    case (.double(let number), .double): number.isNaN ? .null : self
    case (.double, .integer), (.bool, .integer): integerValue.map(FetchValue.integer)
    case (.integer, .boolean), (.double, .boolean): boolValue.map(FetchValue.bool)
    default: nil
    }
  }
}
