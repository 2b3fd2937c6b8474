internal import Collation
internal import GRDB

/// Reads the stored rows alongside an import: a file that is imported again has them in the same order, so the
/// next row is found without a search. Gives up soon when the file has another order.
struct StoredOrder {
  /// The number of wrong guesses in a row after which it gives up.
  private static let patience = 16

  private let rows: SQLiteStatement
  private var patience = Self.patience
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
    guard patience > 0 else { return nil }
    if current == nil, mayAdvance {
      mayAdvance = try rows.step()
      if mayAdvance {
        current = RowImportStatements.StoredRow(
          key: rows.integer(0), hash: rows.isNull(2) ? nil : rows.integer(2))
      }
    }
    guard let current, rows.isText(1, identifier) else { return nil }
    patience = Self.patience
    self.current = nil
    return current
  }

  /// Continues after another row than the expected one.
  mutating func didFind(_ key: Int64) {
    guard patience > 0 else { return }
    patience -= 1
    rows.reset()
    rows.bind(key, at: 1)
    (current, mayAdvance) = (nil, patience > 0)
  }

  /// Resets the statement.
  func end() { rows.reset() }
}
