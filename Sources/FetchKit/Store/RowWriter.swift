internal import GRDB

/// Writes the rows of an import: new ones are inserted, others are compared with what is stored.
public struct RowWriter {
  /// What has happened so far.
  public private(set) var summary = RowImportSummary()

  let entity: EntityDescription
  let database: Database
  private let undo: UndoRecorder
  private var log: ImportLog
  private let allowsUnrestorable: Bool
  private let columns: RowColumns
  private var statements: RowImportStatements
  /// The largest primary key before the import: what is above was inserted by it.
  private let lastKey: Int64
  private(set) var marks = RowMarks()
  /// The hashes that overwritten rows had before the import.
  private var originalHashes: [Int64: Int64?] = [:]

  init(
    _ entity: EntityDescription, _ database: Database, _ undo: UndoRecorder,
    _ log: ImportLog, allowsUnrestorable: Bool
  ) throws {
    self.allowsUnrestorable = allowsUnrestorable
    self.entity = entity
    self.database = database
    self.undo = undo
    self.log = log
    columns = RowColumns(entity)
    statements = try RowImportStatements(entity, columns, database)
    lastKey = try statements.lastKey()
  }

  /// Writes the rows of a batch in their order.
  public mutating func upsert(_ batch: RowBatch) throws {
    guard let identifier = entity.identifier.flatMap(entity.attributeIndex) else {
      throw StoreError(
        .invalidRequest, "store.noIdentifier", "\(entity.name) has no identifier to import by")
    }
    var binder = RowBinder(batch)
    for row in 0..<batch.count {
      binder.advance(to: row)
      try upsert(row, identifier, &binder)
    }
    try undo.checkSize(allowsUnrestorable: allowsUnrestorable)
  }

  private mutating func upsert(_ row: Int, _ identifier: Int, _ binder: inout RowBinder) throws {
    let batch = binder.batch
    var stored = try statements.find(batch.cell(row, identifier), in: batch)
    if let earlier = stored, let source = marks[earlier.key] {
      summary.noteRepeated(at: source)
      stored = try revert(earlier)
    }
    let key = try stored.map { try write(row, over: $0, &binder) } ?? insert(row, &binder)
    marks[key] = batch.sources[row]
  }

  private mutating func insert(_ row: Int, _ binder: inout RowBinder) throws -> Int64 {
    try willWrite(elements: binder.hasElements)
    summary.inserted += 1
    return try statements.insert(row, &binder)
  }

  /// Reverts what an earlier row of the import with the same identifier did, and returns the row that
  /// the store had before the import; nil when it had none.
  private mutating func revert(_ stored: RowImportStatements.StoredRow) throws
    -> RowImportStatements.StoredRow?
  {
    guard stored.key <= lastKey else {
      try willWrite(elements: true)
      try statements.delete(stored.key)
      marks[stored.key] = nil
      summary.inserted -= 1
      return nil
    }
    guard let hash = originalHashes.removeValue(forKey: stored.key) else {
      summary.unchanged -= 1
      return stored
    }
    summary.updated -= 1
    let isRestored = try undo.restore(stored.key, entity)
    return RowImportStatements.StoredRow(key: stored.key, hash: hash, isOverwritten: !isRestored)
  }

  private mutating func write(
    _ row: Int, over stored: RowImportStatements.StoredRow, _ binder: inout RowBinder
  ) throws -> Int64 {
    let hash = Int64(bitPattern: binder.hashes[row])
    let isSame =
      try stored.hash == hash
      || !stored.isOverwritten
        && statements.isSame(row, stored.key, binder)
    summary.updated += isSame ? 0 : 1
    summary.unchanged += isSame ? 1 : 0
    if !isSame { originalHashes[stored.key] = .some(stored.hash) }
    if !isSame || stored.isOverwritten {
      try undo.willUpdate(stored.key, entity)
      try willWrite(elements: true)
      try statements.update(row, key: stored.key, &binder)
    } else if stored.hash != hash {
      try willWrite(elements: false)
      try statements.setHash(hash, of: stored.key)
    }
    return stored.key
  }

  private mutating func willWrite(elements: Bool) throws {
    if elements { try log.willWriteElements() }
    try log.willWrite()
  }

  /// Deletes the rows that the import did not name.
  mutating func deleteOthers() throws {
    statements.end()
    let others = try others()
    guard !others.isEmpty else { return }
    try log.willWriteElements()
    try log.willWrite(others.count)
    let rows = RowStatements(entity, database)
    for key in others {
      try undo.willDelete(key, entity)
      if log.isPaused { try statements.deleteElements(of: key) }
      try rows.delete(key)
      try undo.checkSize(allowsUnrestorable: allowsUnrestorable)
    }
    summary.deleted = others.count
  }

  /// The rows that the import did not meet.
  private func others() throws -> [Int64] {
    var others: [Int64] = []
    try SQLiteStatement(database, sql: "SELECT pk FROM \(SQLName.quoted(entity.table))").forEachRow
    {
      if marks[$0.integer(0)] == nil { others.append($0.integer(0)) }
    }
    return others
  }

  /// Ends the step that takes the import back.
  mutating func finish() throws {
    statements.end()
    let newest = try statements.lastKey()
    if newest > lastKey, summary.inserted > 0 {
      summary.restored = try countRestored()
      try undo.didInsert(lastKey + 1...newest, entity)
    }
    try log.end()
    guard summary.changed > 0 else { return try undo.forget() }
    try undo.checkSize(allowsUnrestorable: allowsUnrestorable, atLast: true)
    try undo.end(count: summary.changed)
  }

  /// How many of the new rows had been deleted in a step that is still remembered.
  private func countRestored() throws -> Int {
    guard let column = entity.identifier.flatMap(entity.attribute)?.column.map(SQLName.quoted)
    else {
      return 0
    }
    let statement = try SQLiteStatement(
      database,
      """
      SELECT COUNT(*) FROM \(sql: SQLName.quoted(entity.table)) WHERE pk > \(.integer(lastKey)) \
      AND \(sql: column) IN (SELECT \(sql: column) FROM \(sql: UndoSchema(entity: entity).table) \
      WHERE operation = 'delete' AND step IN (SELECT step FROM fetchkit_step WHERE NOT undone))
      """)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(0)) : 0
  }
}
