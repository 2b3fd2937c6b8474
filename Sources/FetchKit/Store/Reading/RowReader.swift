internal import GRDB

/// A reader of the rows of an entity with the elements of their to-many lists.
struct RowReader {
  let entity: EntityDescription
  let database: Database

  /// The number of rows whose elements are read at once.
  private static let chunk = 500

  /// All rows of a statement whose first column is the primary key and whose others are the attributes.
  func rows(_ sql: SQLFragment) throws -> [FetchedRow] {
    var rows: [FetchedRow] = []
    try forEachChunk(sql) { rows += $0 }
    return rows
  }

  /// The rows in chunks, so that memory does not grow with their number.
  func forEachChunk(_ sql: SQLFragment, _ body: ([FetchedRow]) throws -> Void) throws {
    let statement = try SQLiteStatement(database, sql)
    defer { statement.reset() }
    var chunk: [FetchedRow] = []
    while try statement.step() {
      chunk.append(row(statement))
      if chunk.count == Self.chunk {
        try body(try withElements(chunk))
        chunk.removeAll(keepingCapacity: true)
      }
    }
    if !chunk.isEmpty { try body(try withElements(chunk)) }
  }

  /// The rows one by one; `body` ends it by returning false.
  func forEachRow(_ sql: SQLFragment, _ body: (FetchedRow) throws -> Bool) throws {
    do {
      try forEachChunk(sql) { rows in
        for row in rows where try !body(row) { throw Stop() }
      }
    } catch is Stop {}
  }

  private struct Stop: Error {}

  private func row(_ statement: borrowing SQLiteStatement) -> FetchedRow {
    var cells: [Value] = []
    cells.reserveCapacity(entity.attributes.count)
    for (index, attribute) in entity.attributes.enumerated() {
      cells.append(statement.value(index + 1, as: attribute.type))
    }
    return FetchedRow(
      rowID: statement.integer(0), cells: cells,
      elements: Array(repeating: [], count: entity.toMany.count))
  }

  private func withElements(_ rows: [FetchedRow]) throws -> [FetchedRow] {
    guard !entity.toMany.isEmpty else { return rows }
    let lists = try entity.toMany.map { try elements(of: $0, owners: rows.map(\.rowID)) }
    return rows.map { row in
      FetchedRow(
        rowID: row.rowID, cells: row.cells, elements: lists.map { $0[row.rowID] ?? [] })
    }
  }

  func elements(of toMany: ToManyDescription, owners: [Int64]) throws -> [Int64: [Value]] {
    let columns = toMany.attributes.map { SQLName.quoted($0.column ?? "NULL") }
    let list = "[\(owners.map(String.init).joined(separator: ","))]"
    let statement = try SQLiteStatement(
      database,
      """
      SELECT owner, \(sql: columns.joined(separator: ", ")) FROM \(sql: SQLName.quoted(toMany.table)) \
      WHERE owner IN (SELECT value FROM json_each(\(.string(list)))) ORDER BY owner, position
      """, isReused: true)
    var elements: [Int64: [Value]] = [:]
    try statement.forEachRow { row in
      elements[row.integer(0), default: []].append(element(of: toMany, row))
    }
    return elements
  }

  private func element(of toMany: ToManyDescription, _ row: borrowing SQLiteStatement) -> Value {
    if toMany.isScalar { return row.value(1, as: toMany.attributes[0].type) }
    var members: [String: Value] = [:]
    for (index, attribute) in toMany.attributes.enumerated() {
      members.set(
        row.value(index + 1, as: attribute.type), at: attribute.keyPath.split(separator: ".")[...])
    }
    return .object(members)
  }
}
