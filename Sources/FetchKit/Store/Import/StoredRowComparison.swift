internal import GRDB

/// Compares stored rows with imported ones value by value, except attributes that imports keep, stamps and
/// derived ones.
struct StoredRowComparison {
  private struct Column {
    let attribute: Int
    let type: AttributeType
    let defaultValue: Value
  }

  private let columns: [Column]
  private let row: SQLiteStatement
  private let elements: [StoredElementComparison]

  init(_ entity: EntityDescription, _ database: Database) throws {
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
    elements = try entity.toMany.indices.map { try StoredElementComparison($0, entity, database) }
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
