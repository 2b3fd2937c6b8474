internal import GRDB

/// Compares stored rows with those of an import, value by value: the user's own attributes, stamps and
/// derived ones are left out.
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

  /// Whether the row of a key has what an import would write.
  func isSame(_ number: Int, _ key: Int64, _ binder: RowBinder) throws -> Bool {
    row.bind(key, at: 1)
    defer { row.reset() }
    guard try row.step(), hasSameCells(number, binder.batch) else { return false }
    return try elements.indices.allSatisfy { try hasSameElements($0, key, binder) }
  }

  private func hasSameCells(_ number: Int, _ batch: RowBatch) -> Bool {
    columns.enumerated().allSatisfy { index, column in
      let cell = batch.cell(number, column.attribute)
      guard cell.kind == .unset else { return row.isSame(index + 1, as: cell, of: batch) }
      return row.value(index + 1, as: column.type) == column.defaultValue
    }
  }

  private func hasSameElements(_ list: Int, _ owner: Int64, _ binder: RowBinder) throws -> Bool {
    let statement = elements[list]
    statement.bind(owner, at: 1)
    defer { statement.reset() }
    for element in binder.elementStarts[list]..<binder.elementEnds[list] {
      guard try statement.step() else { return false }
      let isSame = (0..<statement.columnCount).allSatisfy { attribute in
        statement.isSame(
          attribute, as: binder.batch.elementCell(list, element, attribute), of: binder.batch)
      }
      guard isSame else { return false }
    }
    return try !statement.step()
  }
}

extension SQLiteStatement {
  /// Whether a column has what a cell of a batch would become.
  fileprivate func isSame(_ column: Int, as cell: RowBatch.Cell, of batch: RowBatch) -> Bool {
    switch cell.kind {
    case .unset: isNull(column)
    case .integer where isInteger(column): integer(column) == cell.payload
    case .integer: number(column) == Double(cell.payload)
    case .double: number(column) == Double(bitPattern: UInt64(bitPattern: cell.payload))
    case .text: batch.withText(cell) { isText(column, $0) }
    }
  }
}
