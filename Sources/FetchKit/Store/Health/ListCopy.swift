internal import GRDB

/// A temporary copy of the elements of a to-many relationship as they are before a migration.
struct ListCopy {
  let name: String
  /// The attributes of an element; a scalar is the single attribute `self`.
  let attributes: [(keyPath: String, stored: StoredModel.Attribute)]
  /// The temporary table, whose name is unique in the migration.
  let table: String

  func make(_ database: Database) throws {
    guard let origin = attributes.first?.stored.table else { return }
    let columns = ["owner", "position"] + attributes.map { SQLName.quoted($0.stored.column) }
    let names = columns.indices.map { "\(columns[$0]) AS c\($0)" }.joined(separator: ", ")
    try database.execute(
      sql: """
        CREATE TABLE temp.\(table) AS SELECT \(names) FROM \(SQLName.quoted(origin));
        CREATE INDEX temp.\(table)_owner ON \(table) (c0, c1)
        """)
  }

  /// The elements of an object in their order.
  func elements(of owner: Int64, _ database: Database) throws -> FetchValue {
    let rows = try SQLiteStatement(
      database, "SELECT * FROM temp.\(sql: table) WHERE c0 = \(.integer(owner)) ORDER BY c1",
      isReused: true)
    return .list(try rows.map(element))
  }

  private func element(_ row: borrowing SQLiteStatement) -> FetchValue {
    var members: [String: FetchValue] = [:]
    for (index, attribute) in attributes.enumerated() {
      let value = attribute.stored.value(of: row, index + 2)
      if attribute.keyPath == "self" { return value }
      members.set(value, at: attribute.keyPath.split(separator: ".")[...])
    }
    return .object(members)
  }

  func drop(_ database: Database) throws { try database.execute(sql: "DROP TABLE temp.\(table)") }
}
