internal import Collation
internal import GRDB

/// Goes through the stored rows beside an import: a file that comes again has them in this order, and
/// the next row is found without a search.
///
/// It is a guess. Where the file has another order it is soon given up.
struct StoredOrder {
  /// How many wrong guesses in a row are forgiven.
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

  /// Another row was the next one: goes on behind it.
  mutating func didFind(_ key: Int64) {
    guard patience > 0 else { return }
    patience -= 1
    rows.reset()
    rows.bind(key, at: 1)
    (current, mayAdvance) = (nil, patience > 0)
  }

  /// Gives the statement back.
  func end() { rows.reset() }
}
