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
  /// One for each to-many list: its elements by position.
  private let elements: [SQLiteStatement]

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
    elements = try entity.toMany.map { list in
      let names = list.attributes.compactMap(\.column).map(SQLName.quoted)
      return try SQLiteStatement(
        database,
        sql: """
          SELECT \(names.joined(separator: ", ")) FROM \(SQLName.quoted(list.table)) \
          WHERE owner = ? ORDER BY position
          """)
    }
  }

  /// Whether the row with a key has the values of an imported one.
  func isSame(_ key: Int64, _ imported: borrowing RowCursor) throws -> Bool {
    row.bind(key, at: 1)
    defer { row.reset() }
    guard try row.step(), hasSameCells(imported) else { return false }
    for list in elements.indices where try !hasSameElements(list, key, imported) { return false }
    return true
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

  private func hasSameElements(
    _ list: Int, _ owner: Int64, _ imported: borrowing RowCursor
  ) throws -> Bool {
    let statement = elements[list]
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
    case .data: false
    }
  }
}
