internal import GRDB

/// A writer of imported rows, which inserts new ones and updates those that differ from the stored ones.
package struct RowWriter {
  /// The changes so far.
  package private(set) var summary = RowImportSummary()

  let entity: EntityDescription
  let database: Database
  private let undo: UndoRecorder
  private var log: ChangeLogging
  private let bulk: BulkInsertion
  private let allowsUnrestorable: Bool
  private var statements: RowImportStatements
  /// The largest primary key before the import; larger ones were inserted by it.
  private let lastKey: Int64
  private(set) var offsets = InputOffsets()
  /// The hashes of overwritten rows before the import.
  private var originalHashes: [Int64: Int64?] = [:]

  init(
    _ entity: EntityDescription, _ database: Database, _ undo: UndoRecorder,
    _ log: ChangeLogging, _ bulk: BulkInsertion, allowsUnrestorable: Bool
  ) throws {
    self.bulk = bulk
    self.allowsUnrestorable = allowsUnrestorable
    self.entity = entity
    self.database = database
    self.undo = undo
    self.log = log
    statements = try RowImportStatements(entity, database)
    lastKey = try statements.lastKey()
  }

  /// Writes the rows of a batch in order.
  package mutating func upsert(_ batch: RowBatch) throws {
    guard let identifier = entity.identifier.flatMap(entity.attributeIndex) else {
      throw StoreError(
        .invalidRequest, "store.noIdentifier", "\(entity.name) has no identifier to import by")
    }
    try RowCursor.forEachRow(of: batch) { try upsert($0, identifier) }
    try undo.checkSize(allowsUnrestorable: allowsUnrestorable)
  }

  private mutating func upsert(_ row: borrowing RowCursor, _ identifier: Int) throws {
    var stored = try statements.find(row.cell(identifier), row)
    if let earlier = stored, let source = offsets[earlier.key] {
      summary.noteRepeated(at: source)
      stored = try revert(earlier)
    }
    guard let stored else { return try insert(row) }
    try write(row, over: stored)
    offsets[stored.key] = row.source
  }

  /// Inserts a row, or collects it to be inserted with many others.
  private mutating func insert(_ row: borrowing RowCursor) throws {
    if try bulk.append(row, after: summary.inserted) { return }
    try willWrite(elements: row.hasElements)
    summary.inserted += 1
    offsets[try statements.insert(row)] = row.source
  }

  /// Reverts an earlier row of the import with the same identifier, and returns the row that the store had before
  /// the import; nil when it had none.
  private mutating func revert(_ stored: RowImportStatements.StoredRow) throws
    -> RowImportStatements.StoredRow?
  {
    guard stored.key <= lastKey else {
      try willWrite(elements: true)
      try statements.delete(stored.key)
      offsets[stored.key] = nil
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

  /// Writes a row over the stored one with its identifier, unless they are the same.
  private mutating func write(
    _ row: borrowing RowCursor, over stored: RowImportStatements.StoredRow
  ) throws {
    let hash = Int64(bitPattern: row.hash)
    let isSame =
      try stored.hash == hash
      || !stored.isOverwritten && statements.comparison.isSame(stored.key, row)
    summary.updated += isSame ? 0 : 1
    summary.unchanged += isSame ? 1 : 0
    if !isSame { originalHashes[stored.key] = .some(stored.hash) }
    if !isSame || stored.isOverwritten {
      try undo.willUpdate(stored.key, entity)
      try willWrite(elements: true)
      try statements.update(stored.key, row)
    } else if stored.hash != hash {
      try willWrite(elements: false)
      try statements.setHash(hash, of: stored.key)
    }
  }

  private mutating func willWrite(elements: Bool) throws {
    if elements { try log.willWriteElements() }
    try log.willWrite()
  }

  /// Keeps the stored objects with some identifiers from `deleteOthers()`.
  package mutating func keep(_ identifiers: Set<String>) throws {
    guard !identifiers.isEmpty, let column = entity.identifier.flatMap(entity.attribute)?.column
    else { return }
    for identifier in identifiers {
      let keys = try database.integers(
        "SELECT pk FROM \(name: entity.table) WHERE \(name: column) = \(.string(identifier))")
      for key in keys where offsets[key] == nil { offsets[key] = 0 }
    }
  }

  mutating func deleteOthers() throws {
    statements.end()
    let others = try database.integers("SELECT pk FROM \(name: entity.table)")
      .filter { offsets[$0] == nil }
    guard !others.isEmpty else { return }
    try log.willWriteElements()
    try log.willWrite(others.count)
    let rows = try RowStatements(entity, database)
    for key in others {
      try undo.willDelete(key, entity)
      if log.isPaused { try statements.deleteElements(of: key) }
      try rows.delete(key)
      try undo.checkSize(allowsUnrestorable: allowsUnrestorable)
    }
    summary.deleted = others.count
  }

  /// Completes the undoable change of the import.
  mutating func finish() throws {
    statements.end()
    try insertCollectedRows()
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

  private mutating func insertCollectedRows() throws {
    guard let outcome = try bulk.finish() else { return }
    summary.add(outcome)
    try log.willWriteElements()
    try log.willWrite(outcome.count)
    try bulk.insert(outcome, isLogged: !log.isPaused)
  }

  /// The number of new rows that were deleted in a change of the undo history.
  private func countRestored() throws -> Int {
    guard let column = entity.identifier.flatMap(entity.attribute)?.column.map(SQLName.quoted)
    else {
      return 0
    }
    return Int(
      try database.integer(
        """
        SELECT COUNT(DISTINCT \(sql: column)) FROM \(sql: UndoSchema(entity: entity).table) AS old \
        WHERE operation = 'delete' AND step IN (SELECT step FROM fetchkit_step WHERE NOT undone) \
        AND EXISTS (SELECT 1 FROM \(name: entity.table) AS new \
        WHERE new.\(sql: column) = old.\(sql: column) AND new.pk > \(.integer(lastKey)))
        """))
  }
}

/// The rows that an import has read, with the last offset of each in the input.
struct InputOffsets {
  /// One more than the byte offset, by primary key; 0 for a row that was not read.
  private var dense: [Int] = []
  /// The offsets of primary keys too large for an array.
  private var sparse: [Int64: Int] = [:]

  private static let denseLimit: Int64 = 1 << 26

  subscript(key: Int64) -> Int? {
    get {
      guard key >= 0, key < Self.denseLimit else { return sparse[key] }
      guard key < dense.count, dense[Int(key)] > 0 else { return nil }
      return dense[Int(key)] - 1
    }
    set {
      guard key >= 0, key < Self.denseLimit else {
        sparse[key] = newValue
        return
      }
      if key >= dense.count { grow(to: Int(key)) }
      dense[Int(key)] = newValue.map { $0 + 1 } ?? 0
    }
  }

  private mutating func grow(to key: Int) {
    let size = Swift.max(1024, dense.count * 2, key + 1)
    dense.append(contentsOf: repeatElement(0, count: size - dense.count))
  }
}
