internal import GRDB

/// The insertion of many new rows of an import at once.
///
/// Rows that are inserted one by one write most pages of the identifier's index again and again. These are sorted into a
/// shadow file, which SQLite then copies into the store as part of the import's transaction.
final class BulkInsertion {
  /// The name under which the shadow file is attached.
  private static let shadowName = "fetchkit_import"

  private let entity: EntityDescription
  private let model: ManagedObjectModel
  private let storePath: String
  private let database: Database
  private let singleInsertions: Int
  private let isCancelled: () -> Bool
  private var shadow: ShadowFile?
  private var writer: NewRowWriter?
  /// Whether rows may be collected.
  private var isPossible: Bool
  private var isAttached = false

  /// Creates an insertion that begins after a number of rows that are inserted one by one.
  init(
    _ entity: EntityDescription, _ store: FetchStore, _ database: Database,
    after singleInsertions: Int, _ isCancelled: @escaping () -> Bool
  ) {
    self.entity = entity
    model = store.model
    storePath = store.path
    self.database = database
    self.singleInsertions = singleInsertions
    self.isCancelled = isCancelled
    isPossible = storePath != ":memory:"
  }

  /// Collects a row whose identifier the store does not have; false when it has to be inserted, as the first `count` were.
  func append(_ row: borrowing RowCursor, after count: Int) throws -> Bool {
    if writer == nil, count >= singleInsertions, isPossible { try begin() }
    guard let writer else { return false }
    try storing { try writer.append(row) }
    return true
  }

  /// Begins to collect, unless the folder of the store takes no more files: SQLite needs none.
  private func begin() throws {
    isPossible = false
    let last = try database.integer(
      """
      SELECT MAX(COALESCE((SELECT MAX(pk) FROM \(name: entity.table)), 0), \
      COALESCE((SELECT seq FROM sqlite_sequence WHERE name = \(.string(entity.table))), 0))
      """)
    guard last < Int64.max / 2, let shadow = try? ShadowFile(beside: storePath, model) else {
      return
    }
    writer = try shadow.writer(entity, after: last, isCancelled: isCancelled)
    self.shadow = shadow
  }

  /// Completes the shadow file; nil when no row was collected.
  func finish() throws -> NewRowWriter.Outcome? {
    guard let writer, let shadow else { return nil }
    self.writer = nil
    let outcome = try writer.finish()
    try shadow.complete(outcome, entity)
    return outcome
  }

  /// Detaches and removes the shadow file, after the transaction.
  func end() {
    if isAttached { try? database.execute(sql: "DETACH DATABASE \(Self.shadowName)") }
    (isAttached, writer, shadow) = (false, nil, nil)
  }

  /// The number of stored rows, at most `limit`.
  func storedCount(upTo limit: Int) throws -> Int {
    Int(
      try database.integer(
        """
        SELECT COUNT(*) FROM (SELECT pk FROM \(name: entity.table) LIMIT \(.integer(Int64(limit))))
        """))
  }
}

// MARK: - Copying

extension BulkInsertion {
  /// The factor between new and stored rows, or the other way around, that makes the fewer ones few.
  private static let fewRatio = 256
  /// The factor up to which rebuilding an index is faster than inserting into it.
  private static let rebuildRatio = 8

  /// Inserts the collected rows; `isLogged` tells that triggers log each of them.
  func insert(_ outcome: NewRowWriter.Outcome, isLogged: Bool) throws {
    guard let shadow, outcome.count > 0 else { return }
    try database.execute(sql: "ATTACH DATABASE ? AS \(Self.shadowName)", arguments: [shadow.path])
    isAttached = true
    // Triggers look for rows by their identifier.
    guard !isLogged else { return try copyRows() }
    let few = outcome.count / Self.fewRatio
    if try storedCount(upTo: few + 1) <= few && areTablesOwn() {
      return try copyBeforeStoredRows()
    }
    let limit = outcome.count * Self.rebuildRatio
    guard try storedCount(upTo: limit + 1) <= limit else { return try copyRows() }
    try SchemaInstaller(schema: Schema(model: model)).dropIndexes(of: entity, in: database)
    try copyRows()
    for statement in Schema(model: model).indexes(entity) { try database.execute(sql: statement) }
  }

  /// Inserts into the empty tables, then the stored rows again.
  ///
  /// SQLite copies a table with its indexes as it is when the other one is empty.
  private func copyBeforeStoredRows() throws {
    for (index, table) in entity.tables.map(SQLName.quoted).enumerated() {
      try database.execute(
        sql: """
          CREATE TEMP TABLE fetchkit_stored_\(index) AS SELECT * FROM main.\(table); \
          DELETE FROM main.\(table)
          """)
    }
    try copyRows()
    for (index, table) in entity.tables.map(SQLName.quoted).enumerated() {
      try database.execute(
        sql: """
          INSERT INTO main.\(table) SELECT * FROM temp.fetchkit_stored_\(index); \
          DROP TABLE temp.fetchkit_stored_\(index)
          """)
    }
  }

  private func copyRows() throws {
    for table in entity.tables {
      let names = try columns(of: table, in: Self.shadowName)
      let list = names.map(SQLName.quoted).joined(separator: ", ")
      // Records are copied without decoding them only if the statement lists no columns.
      let isSame = try names == columns(of: table, in: "main")
      let source = isSame ? "SELECT *" : "(\(list)) SELECT \(list)"
      let name = SQLName.quoted(table)
      try database.execute(
        sql: "INSERT INTO main.\(name) \(source) FROM \(Self.shadowName).\(name)")
    }
  }

  private func columns(of table: String, in schema: String) throws -> [String] {
    try String.fetchAll(
      database, sql: "SELECT name FROM pragma_table_xinfo(?, ?)", arguments: [table, schema])
  }

  /// Whether nothing of another program is attached to the tables: no column, trigger or foreign key.
  private func areTablesOwn() throws -> Bool {
    for table in entity.tables
    where try columns(of: table, in: Self.shadowName) != columns(of: table, in: "main") {
      return false
    }
    return try database.integer(
      """
      SELECT COUNT(*) FROM main.sqlite_schema WHERE sql LIKE '%REFERENCES%' \
      OR type = 'trigger' AND lower(tbl_name) IN (SELECT lower(name) FROM \(sql: Self.shadowName).sqlite_schema)
      """) == 0
  }
}
