internal import Foundation
internal import GRDB

/// The recorder of an undoable change, which keeps old values.
final class UndoRecorder {
  private let name: String
  private let database: Database
  private let tables: UndoTables
  private let limits: UndoLimits

  /// What the change has recorded so far.
  struct State {
    /// The number of the change; nil until something changes.
    fileprivate(set) var step: Int64?
    fileprivate var count = 0
    /// Whether old values are kept; false once they are too large.
    fileprivate var keepsImages = true
    /// The number of objects at which the size of the old values is checked next.
    fileprivate var nextLook = 10_000
  }

  /// Set back when changes are rolled back to a savepoint.
  var state = State()
  var step: Int64? { state.step }
  private var count: Int {
    get { state.count }
    set { state.count = newValue }
  }
  private var keepsImages: Bool { state.keepsImages }

  init(
    _ name: String, _ model: ManagedObjectModel, _ database: Database, _ limits: UndoLimits
  ) {
    self.name = name
    self.database = database
    tables = UndoTables(model: model, database: database)
    self.limits = limits
  }

  /// Begins the change and clears the redo history.
  private func begin() throws -> Int64 {
    if let step { return step }
    try tables.dropUndone()
    try database.run(
      """
      INSERT INTO fetchkit_step (name, date) VALUES (\(.string(name)), \
      \(.double(Date().timeIntervalSince1970)))
      """, isReused: true)
    let step = database.lastInsertedRowID
    state.step = step
    return step
  }

  /// Ends the change with its number of objects and trims the history.
  func end(count changed: Int? = nil) throws {
    guard let step else { return }
    let bytes = try tables.bytes(of: step)
    try database.run(
      """
      UPDATE fetchkit_step SET count = \(.integer(Int64(changed ?? count))), \
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
    guard keepsImages, let step, atLast || count >= state.nextLook else { return }
    state.nextLook = count * 2
    guard try tables.bytes(of: step) > limits.bytes else { return }
    guard allowsUnrestorable else {
      throw StoreError(
        .tooLargeToUndo, "store.tooLargeToUndo",
        "this cannot be undone: it overwrites more than the \(limits.bytes / 1_000_000) MB that can be kept"
      )
    }
    try dropImages()
  }

  /// Drops the old values of the change.
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
    let step = try begin()
    try database.run(
      """
      INSERT OR IGNORE INTO \(sql: UndoSchema(entity: entity).table) \
      (step, pk, operation, columns, has_elements) \
      VALUES (\(.integer(step)), \(.integer(row)), 'insert', '', 0)
      """, isReused: true)
    count += 1
  }

  func willUpdate(_ row: Int64, _ entity: EntityDescription) throws {
    try keep("update", entity, "pk = \(.integer(row))", isReused: true)
  }

  func willDelete(_ row: Int64, _ entity: EntityDescription) throws {
    try keep("delete", entity, "pk = \(.integer(row))", isReused: true)
    try becomeDelete(row, entity)
  }

  /// A row that was updated before it is deleted keeps its first old values.
  private func becomeDelete(_ row: Int64, _ entity: EntityDescription) throws {
    try database.run(
      """
      UPDATE \(sql: UndoSchema(entity: entity).table) SET operation = 'delete' \
      WHERE step = \(.integer(begin())) AND pk = \(.integer(row)) AND operation = 'update'
      """, isReused: true)
  }

  /// Keeps whole rows with their elements, unless the change already has.
  func keep(
    _ operation: String, _ entity: EntityDescription, _ condition: SQLFragment,
    isReused: Bool = false
  ) throws {
    let step = try begin()
    guard keepsImages else { return }
    let undo = UndoSchema(entity: entity)
    let columns = undo.columns.joined(separator: ", ")
    let kept = try database.run(
      """
      INSERT OR IGNORE INTO \(sql: undo.table) (step, pk, operation, columns, has_elements, \(sql: columns)) \
      SELECT \(.integer(step)), pk, \(.string(operation)), '*', 1, \(sql: columns) \
      FROM \(sql: SQLName.quoted(entity.table)) WHERE \(condition)
      """, isReused: isReused)
    count += kept
    guard kept > 0 else { return }
    try keepElements(step, entity, condition, isReused: isReused)
  }

  private func keepElements(
    _ step: Int64, _ entity: EntityDescription, _ condition: SQLFragment, isReused: Bool
  ) throws {
    let undo = UndoSchema(entity: entity)
    for toMany in entity.toMany {
      let columns = undo.columns(toMany).joined(separator: ", ")
      try database.run(
        """
        INSERT OR IGNORE INTO \(sql: undo.table(toMany)) (step, \(sql: columns)) \
        SELECT \(.integer(step)), \(sql: columns) FROM \(sql: SQLName.quoted(toMany.table)) \
        WHERE owner IN (SELECT pk FROM \(sql: SQLName.quoted(entity.table)) WHERE \(condition))
        """, isReused: isReused)
    }
  }
}

// MARK: - Restoring

extension UndoRecorder {
  /// Restores a row that the change updated; false when its old values are not kept.
  func restore(_ row: Int64, _ entity: EntityDescription) throws -> Bool {
    guard keepsImages, let step else { return false }
    let undo = UndoSchema(entity: entity)
    let columns = undo.columns.joined(separator: ", ")
    let image = "step = \(.integer(step)) AND pk = \(.integer(row))" as SQLFragment
    try run(
      """
      UPDATE \(sql: SQLName.quoted(entity.table)) SET (\(sql: columns)) = \
      (SELECT \(sql: columns) FROM \(sql: undo.table) WHERE \(image)) WHERE pk = \(.integer(row))
      """)
    for toMany in entity.toMany { try restore(toMany, of: row, undo, step) }
    try run("DELETE FROM \(sql: undo.table) WHERE \(image)")
    count -= 1
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
  /// Keeps the columns that a batch update changes.
  func willUpdate(_ entity: EntityDescription, columns: [String], where condition: SQLFragment)
    throws
  {
    let step = try begin()
    let undo = UndoSchema(entity: entity)
    let list = columns.joined(separator: ", ")
    count += try database.run(
      """
      INSERT INTO \(sql: undo.table) (step, pk, operation, columns, has_elements, \(sql: list)) \
      SELECT \(.integer(step)), pk, 'update', \(.string(list)), 0, \(sql: list) \
      FROM \(sql: SQLName.quoted(entity.table)) WHERE \(condition)
      """)
  }

  /// Records a range of inserted rows.
  func didInsert(_ rows: ClosedRange<Int64>, _ entity: EntityDescription) throws {
    let step = try begin()
    guard keepsImages else { return }
    try database.run(
      """
      INSERT INTO fetchkit_undo_range (step, entity, first, last) VALUES (\(.integer(step)), \
      \(.string(entity.name)), \(.integer(rows.lowerBound)), \(.integer(rows.upperBound)))
      """)
  }
}
