internal import Foundation
internal import GRDB

/// The recorder of an undoable change, which keeps old values.
final class UndoRecorder {
  private let name: String
  private let database: Database
  private let tables: UndoTables
  private let limits: UndoLimits
  private var rowImages: [String: [SQLiteStatement]] = [:]

  /// What the change has recorded so far.
  struct State {
    /// The number of the change; nil until something changes.
    fileprivate(set) var step: Int64?
    fileprivate var count = 0
    /// The rows that the change inserted one by one.
    fileprivate var inserted: [String: [ClosedRange<Int64>]] = [:]
    /// Whether old values are kept; false once they are too large.
    fileprivate var keepsImages = true
    /// The number of objects at which the size of the old values is checked next.
    fileprivate var nextLook = 10_000
    /// Whether the changes of a time with an undo history have been dropped.
    fileprivate var hasDroppedHistory = false
  }

  /// Set back when changes are rolled back to a savepoint.
  var state = State()
  var step: Int64? { state.step }

  init(_ name: String, _ model: ManagedObjectModel, _ database: Database, _ limits: UndoLimits) {
    self.name = name
    self.database = database
    tables = UndoTables(model: model, database: database)
    self.limits = limits
  }

  /// Begins the change and clears the redo history; nil when there is no history.
  private func begin() throws -> Int64? {
    if let step { return step }
    guard !limits.isDisabled else {
      if !state.hasDroppedHistory { try tables.dropAll() }
      state.hasDroppedHistory = true
      return nil
    }
    try tables.dropUndone()
    try database.run(
      """
      INSERT INTO fetchkit_step (name, date) VALUES (\(.string(name)), \
      \(.date(Date())))
      """, isReused: true)
    let step = database.lastInsertedRowID
    state.step = step
    return step
  }

  /// Ends the change with its number of objects, at least those of a batch, and the size of its old values, if that is
  /// known, and trims the history.
  func end(count changed: Int = 0, bytes known: Int? = nil) throws {
    guard let step else { return }
    for (entity, rows) in state.inserted { for range in rows { try keep(range, entity) } }
    let bytes = try state.keepsImages ? known ?? tables.bytes(of: step) : 0
    try database.run(
      """
      UPDATE fetchkit_step SET count = \(.integer(Int64(max(changed, state.count)))), \
      bytes = \(.integer(Int64(bytes))) WHERE step = \(.integer(step))
      """, isReused: true)
    try tables.trim(limits)
  }

  /// Removes the change from the history.
  func forget() throws {
    if let step { try tables.drop(step) }
  }

  /// Checks from time to time, and `atLast`, whether the old values exceed the limit; throws when they do, unless
  /// the change may be one that cannot be undone.
  func checkSize(allowsUnrestorable: Bool, atLast: Bool = false) throws {
    guard state.keepsImages, let step, atLast || state.count >= state.nextLook else { return }
    state.nextLook = state.count * 2
    guard try tables.bytes(of: step) > limits.bytes else { return }
    guard allowsUnrestorable else {
      throw StoreError(
        .tooLargeToUndo, "store.tooLargeToUndo",
        "this cannot be undone: it overwrites more than the \(limits.bytes / 1_000_000) MB that can be kept"
      )
    }
    try dropImages()
  }

  func dropImages() throws {
    state.keepsImages = false
    guard let step else { return }
    try tables.forget(step)
    try database.run("UPDATE fetchkit_step SET restorable = 0 WHERE step = \(.integer(step))")
  }
}

// MARK: - Single rows

extension UndoRecorder {
  func didInsert(_ row: Int64, _ entity: EntityDescription) throws {
    guard try begin() != nil else { return }
    state.count += 1
    state.inserted[entity.name, default: []].append(row)
  }

  func willUpdate(_ row: Int64, _ entity: EntityDescription) throws {
    try keep("update", row, entity)
  }

  func willDelete(_ row: Int64, _ entity: EntityDescription) throws {
    try keep("delete", row, entity)
    guard let step, !hasInserted(row, entity) else { return }
    // A row that was updated before it is deleted keeps its first old values.
    try database.run(
      """
      UPDATE \(sql: UndoSchema(entity: entity).table) SET operation = 'delete' \
      WHERE step = \(.integer(step)) AND pk = \(.integer(row)) AND operation = 'update'
      """, isReused: true)
  }

  private func hasInserted(_ row: Int64, _ entity: EntityDescription) -> Bool {
    state.inserted[entity.name]?.contains { $0.contains(row) } ?? false
  }

  private func keep(_ operation: String, _ row: Int64, _ entity: EntityDescription) throws {
    guard !hasInserted(row, entity), let step = try begin(), state.keepsImages else { return }
    if rowImages[entity.name] == nil {
      rowImages[entity.name] = try images(of: entity, "?1", "?2", where: "pk = ?3").map {
        try SQLiteStatement(database, sql: $0.sql)
      }
    }
    let images = rowImages[entity.name] ?? []
    for image in images {
      image.bind(step, at: 1)
      image.bind(.string(operation), at: 2)
      image.bind(row, at: 3)
    }
    try keep(images)
  }
}

// MARK: - Whole rows

extension UndoRecorder {
  /// Keeps whole rows with their elements, unless the change already has.
  func keep(_ operation: String, _ entity: EntityDescription, _ condition: SQLFragment) throws {
    guard let step = try begin(), state.keepsImages else { return }
    try keep(
      images(of: entity, .value(.integer(step)), .value(.string(operation)), where: condition)
        .map { try SQLiteStatement(database, $0) })
  }

  /// Runs the statements of `images`; rows that are kept already have their elements, too.
  private func keep(_ images: [SQLiteStatement]) throws {
    for (index, image) in images.enumerated() {
      try image.run()
      guard index == 0 else { continue }
      let kept = image.changes
      state.count += kept
      guard kept > 0 else { return }
    }
  }

  /// The statements that keep rows of an entity, and then the elements of each list.
  private func images(
    of entity: EntityDescription, _ step: SQLFragment, _ operation: SQLFragment,
    where condition: SQLFragment
  ) -> [SQLFragment] {
    let undo = UndoSchema(entity: entity)
    let owners: SQLFragment = "SELECT pk FROM \(name: entity.table) WHERE \(condition)"
    return [undo.keepRows(undo.columns, step, operation, where: condition, repeatable: true)]
      + entity.toMany.map {
        undo.keepElements(of: $0, step, owners: owners, repeatable: true)
      }
  }
}

// MARK: - Restoring

extension UndoRecorder {
  /// Restores a row that the change updated; false when its old values are not kept.
  func restore(_ row: Int64, _ entity: EntityDescription) throws -> Bool {
    guard state.keepsImages, let step else { return false }
    let undo = UndoSchema(entity: entity)
    let columns = undo.columns.joined(separator: ", ")
    let image = "step = \(.integer(step)) AND pk = \(.integer(row))" as SQLFragment
    try run(
      """
      UPDATE \(name: entity.table) SET (\(sql: columns)) = \
      (SELECT \(sql: columns) FROM \(sql: undo.table) WHERE \(image)) WHERE pk = \(.integer(row))
      """)
    for toMany in entity.toMany { try restore(toMany, of: row, undo, step) }
    try run("DELETE FROM \(sql: undo.table) WHERE \(image)")
    state.count -= 1
    return true
  }

  private func restore(
    _ toMany: ToManyDescription, of row: Int64, _ undo: UndoSchema, _ step: Int64
  )
    throws
  {
    let table = SQLName.quoted(toMany.table)
    let columns = undo.columns(toMany).joined(separator: ", ")
    let images = """
      FROM \(sql: undo.table(toMany)) WHERE step = \(.integer(step)) AND owner = \(.integer(row))
      """ as SQLFragment
    try run("DELETE FROM \(sql: table) WHERE owner = \(.integer(row))")
    try run("INSERT INTO \(sql: table) (\(sql: columns)) SELECT \(sql: columns) \(images)")
    try run("DELETE \(images)")
  }

  private func run(_ sql: SQLFragment) throws { try database.run(sql, isReused: true) }
}

// MARK: - Many rows

extension UndoRecorder {
  /// Keeps the columns that a batch update changes; `isLarge` tells that there may be many rows.
  func willUpdate(
    _ entity: EntityDescription, columns: [String], where condition: SQLFragment, isLarge: Bool
  ) throws {
    guard let step = try begin() else { return }
    guard !isLarge else {
      state.count += try UndoBatches(database: database, step: step)
        .keep(columns, of: entity, where: condition)
      return
    }
    state.count += try database.run(
      UndoSchema(entity: entity).keepRows(
        columns, as: columns.joined(separator: ", "), .value(.integer(step)), "'update'",
        where: condition))
  }

  func didInsert(_ rows: ClosedRange<Int64>, _ entity: EntityDescription) throws {
    _ = try begin()
    try keep(rows, entity.name)
  }

  private func keep(_ rows: ClosedRange<Int64>, _ entity: String) throws {
    guard let step, state.keepsImages else { return }
    try database.run(
      """
      INSERT INTO fetchkit_undo_range (step, entity, first, last) VALUES (\(.integer(step)), \
      \(.string(entity)), \(.integer(rows.lowerBound)), \(.integer(rows.upperBound)))
      """, isReused: true)
  }
}

extension [ClosedRange<Int64>] {
  /// Appends a row to the last range when it follows.
  fileprivate mutating func append(_ row: Int64) {
    guard let last, last.upperBound + 1 == row else { return append(row...row) }
    self[count - 1] = last.lowerBound...row
  }
}
