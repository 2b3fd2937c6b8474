internal import GRDB

/// A reader of the rows of an entity as batches to import, in the order of insertion.
struct RowBatchReader {
  private let entity: EntityDescription
  private let database: Database
  private let attributes: [Int]

  private static let rowsPerBatch = 1024

  init(_ entity: EntityDescription, _ database: Database) {
    self.entity = entity
    self.database = database
    attributes = entity.attributes.indices.filter {
      entity.attributes[$0].column != nil && entity.attributes[$0].derivation == nil
    }
  }

  func forEachBatch(_ body: (RowBatch) throws -> Void) throws {
    let lists = try entity.toMany.indices.map { try ElementCursor(list: $0, of: entity, database) }
    let columns = attributes.compactMap { entity.attributes[$0].column.map(SQLName.quoted) }
    let rows = try SQLiteStatement(
      database,
      sql: """
        SELECT pk, content_hash, \(columns.joined(separator: ", ")) \
        FROM \(SQLName.quoted(entity.table)) ORDER BY pk
        """)
    defer { rows.reset() }
    var batch = RowBatch(entity: entity)
    while try rows.step() {
      batch.beginRow(source: 0)
      for (place, index) in attributes.enumerated() { set(index, rows, place + 2, &batch) }
      for list in lists { try list.appendElements(of: rows.integer(0), to: &batch) }
      batch.endRow(hash: UInt64(bitPattern: rows.integer(1)))
      if batch.count == Self.rowsPerBatch {
        try body(batch)
        batch.removeAll()
      }
    }
    if !batch.isEmpty { try body(batch) }
  }

  private func set(
    _ index: Int, _ row: borrowing SQLiteStatement, _ column: Int, _ batch: inout RowBatch
  ) {
    let attribute = entity.attributes[index]
    // An attribute with its default value may not have been set.
    if row.value(column, as: attribute.type) == attribute.defaultValue { return }
    switch row.cell(column, as: attribute.type) {
    case .null, .data, .list: break
    case .text(let text): batch.set(index, text: text)
    case .bool(let flag): batch.set(index, boolean: flag)
    case .integer(let number): batch.set(index, integer: number)
    case .double(let number), .date(let number): batch.set(index, double: number)
    }
  }
}

/// A cursor over the elements of a to-many list of all rows.
private final class ElementCursor {
  private let list: Int
  private let types: [AttributeType]
  private let statement: SQLiteStatement
  private var hasElement: Bool

  init(list: Int, of entity: EntityDescription, _ database: Database) throws {
    self.list = list
    let toMany = entity.toMany[list]
    types = toMany.attributes.map(\.type)
    let columns = toMany.attributes.map { SQLName.quoted($0.column ?? "NULL") }
    statement = try SQLiteStatement(
      database,
      sql: """
        SELECT owner, \(columns.joined(separator: ", ")) FROM \(SQLName.quoted(toMany.table)) \
        ORDER BY owner, position
        """)
    hasElement = try statement.step()
  }

  deinit { statement.reset() }

  func appendElements(of owner: Int64, to batch: inout RowBatch) throws {
    while hasElement, statement.integer(0) <= owner {
      if statement.integer(0) == owner {
        batch.beginElement(of: list)
        for (index, type) in types.enumerated() { set(index, type, &batch) }
      }
      hasElement = try statement.step()
    }
  }

  private func set(_ index: Int, _ type: AttributeType, _ batch: inout RowBatch) {
    switch statement.cell(index + 1, as: type) {
    case .null, .data, .list: break
    case .text(let text): batch.setElement(index, text: text)
    case .bool(let flag): batch.setElement(index, integer: flag ? 1 : 0)
    case .integer(let number): batch.setElement(index, integer: number)
    case .double(let number), .date(let number): batch.setElement(index, double: number)
    }
  }
}
