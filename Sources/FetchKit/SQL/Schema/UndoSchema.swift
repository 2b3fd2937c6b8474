/// The tables of the undo history, as SQL.
///
/// Each entity has a table with the previous state of each row that an undoable change touched. The state
/// before an insert has no values, the state before an update or a delete has the old ones.
struct UndoSchema {
  let entity: EntityDescription

  /// The table of undoable changes, oldest first.
  static let stepTable = """
    CREATE TABLE IF NOT EXISTS fetchkit_step (
      step INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, date REAL NOT NULL,
      count INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL DEFAULT 0,
      undone INTEGER NOT NULL DEFAULT 0, restorable INTEGER NOT NULL DEFAULT 1)
    """

  /// The table of ranges of rows that a change inserted.
  static let rangeTable = """
    CREATE TABLE IF NOT EXISTS fetchkit_undo_range (
      step INTEGER NOT NULL, entity TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL)
    """

  /// The table of previous states of large batch updates, many rows in one blob, see `UndoBatches`.
  static let batchTable = """
    CREATE TABLE IF NOT EXISTS fetchkit_undo_batch (
      step INTEGER NOT NULL, entity TEXT NOT NULL, columns TEXT NOT NULL, images BLOB NOT NULL)
    """

  var table: String { SQLName.quoted(Self.name(entity.table)) }

  func table(_ toMany: ToManyDescription) -> String { SQLName.quoted(Self.name(toMany.table)) }

  /// The table for the old values of a table; two names that the history uses itself get an underscore at their end.
  static func name(_ table: String) -> String {
    let stem = table.lowercased().prefix { $0 != "_" }
    let isTaken =
      ["range", "batch"].contains(stem) && table.dropFirst(stem.count).allSatisfy { $0 == "_" }
    return "fetchkit_undo_" + table + (isTaken ? "_" : "")
  }

  /// The quoted columns of the entity's table without the primary key.
  var columns: [String] { entity.quotedColumns }

  func columns(_ toMany: ToManyDescription) -> [String] {
    ["owner", "position"] + Schema.columns(toMany).map { SQLName.quoted($0.name) }
  }

  /// The approximate number of bytes of the values in some quoted columns of a row; nil when it depends on texts.
  static func fixedWidth(of columns: [String], _ attributes: [AttributeDescription]) -> Int? {
    texts(of: attributes).isDisjoint(with: columns) ? 8 * columns.count : nil
  }

  /// The approximate number of bytes of the values in some quoted columns of a row, as SQL.
  ///
  /// Numbers count as eight bytes: SQLite would print them to tell their length.
  static func width(of columns: [String], _ attributes: [AttributeDescription]) -> String {
    let texts = texts(of: attributes)
    let numbers = columns.count { !texts.contains($0) }
    let terms = columns.filter(texts.contains).map {
      "COALESCE(length(\(sql: $0)), 0)" as SQLFragment
    }
    return ([SQLFragment(String(8 * numbers))] + terms)[...].balanced(by: " + ").sql
  }

  private static func texts(of attributes: [AttributeDescription]) -> Set<String> {
    Set(
      attributes.filter { [.string, .data].contains($0.type) }
        .flatMap { [$0.column, $0.orderColumn].compactMap(\.self).map(SQLName.quoted) })
  }

  /// Keeps columns of the rows that match, with the list of them or `*` for a whole row with its elements; rows that
  /// are kept already are an error, unless the statement is `repeatable`.
  func keepRows(
    _ columns: [String], as list: String = "*", _ step: SQLFragment, _ operation: SQLFragment,
    where condition: SQLFragment, repeatable: Bool = false
  ) -> SQLFragment {
    let columns = columns.joined(separator: ", ")
    return """
      INSERT \(sql: repeatable ? "OR IGNORE " : "")INTO \(sql: table) \
      (step, pk, operation, columns, has_elements, \(sql: columns)) \
      SELECT \(step), pk, \(operation), \(sql: SQLName.literal(list)), \(sql: list == "*" ? "1" : "0"), \
      \(sql: columns) FROM \(name: entity.table) WHERE \(condition)
      """
  }

  /// Keeps the elements of a list that some objects have.
  func keepElements(
    of toMany: ToManyDescription, _ step: SQLFragment, owners: SQLFragment, repeatable: Bool = false
  ) -> SQLFragment {
    let columns = columns(toMany).joined(separator: ", ")
    return """
      INSERT \(sql: repeatable ? "OR IGNORE " : "")INTO \(sql: table(toMany)) (step, \(sql: columns)) \
      SELECT \(step), \(sql: columns) FROM \(name: toMany.table) WHERE owner IN (\(owners))
      """
  }

  func createTable() -> String {
    """
    CREATE TABLE IF NOT EXISTS \(table) (
      step INTEGER NOT NULL, pk INTEGER NOT NULL, operation TEXT NOT NULL, columns TEXT NOT NULL,
      has_elements INTEGER NOT NULL, \(untyped(columns)),
      PRIMARY KEY (step, pk)) WITHOUT ROWID
    """
  }

  func createTable(_ toMany: ToManyDescription) -> String {
    """
    CREATE TABLE IF NOT EXISTS \(table(toMany)) (
      step INTEGER NOT NULL, \(untyped(columns(toMany))),
      PRIMARY KEY (step, owner, position)) WITHOUT ROWID
    """
  }

  /// Columns without a type store values unchanged.
  private func untyped(_ columns: [String]) -> String { columns.joined(separator: ", ") }
}
