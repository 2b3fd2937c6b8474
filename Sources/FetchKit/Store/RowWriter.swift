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
  /// What the rows that the import wrote over had as their hash.
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
      throw StoreError(.invalidRequest, "\(entity.name) has no identifier to import by")
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
    guard let stored = try statements.find(batch.cell(row, identifier), in: batch) else {
      try willWrite(elements: binder.hasElements)
      let key = try statements.insert(row, &binder)
      marks[key] = batch.sources[row]
      summary.inserted += 1
      return
    }
    if let earlier = marks[stored.key] {
      takeBack(stored.key, source: earlier)
    }
    try write(row, over: stored, &binder)
    marks[stored.key] = batch.sources[row]
  }

  /// A row that came again: the earlier one counts as repeated instead of what it was.
  private mutating func takeBack(_ key: Int64, source: Int) {
    summary.repeated += 1
    if summary.firstRepeated.count < 20 { summary.firstRepeated.append(source) }
    if key > lastKey {
      summary.inserted -= 1
    } else if originalHashes[key] != nil {
      summary.updated -= 1
    } else {
      summary.unchanged -= 1
    }
  }

  private mutating func write(
    _ row: Int, over stored: RowImportStatements.StoredRow, _ binder: inout RowBinder
  ) throws {
    let hash = Int64(bitPattern: binder.hashes[row])
    let isSame = try stored.hash.map { $0 == hash } ?? statements.isSame(row, stored.key, binder)
    if !isSame, stored.key <= lastKey { try undo.willUpdate(stored.key, entity) }
    if !isSame || stored.hash == nil {
      try willWrite(elements: !isSame)
      try statements.update(row, key: stored.key, replacesElements: !isSame, &binder)
    }
    count(stored, hash: hash, isSame: isSame)
  }

  private mutating func willWrite(elements: Bool) throws {
    if elements { try log.willWriteElements() }
    try log.willWrite()
  }

  /// Compares with what was stored before the import, not with an earlier row of it.
  private mutating func count(
    _ stored: RowImportStatements.StoredRow, hash: Int64, isSame: Bool
  ) {
    guard stored.key <= lastKey else {
      summary.inserted += 1
      return
    }
    if let original = originalHashes[stored.key] {
      if original == hash {
        originalHashes[stored.key] = nil
        summary.unchanged += 1
      } else {
        summary.updated += 1
      }
    } else if isSame {
      summary.unchanged += 1
    } else {
      originalHashes[stored.key] = .some(stored.hash)
      summary.updated += 1
    }
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
    let changed = summary.inserted + summary.updated + summary.deleted
    // A row that was written and came again as it had been leaves nothing to take back.
    guard changed > 0 else { return try undo.forget() }
    try undo.checkSize(allowsUnrestorable: allowsUnrestorable, atLast: true)
    try undo.end(count: changed)
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
