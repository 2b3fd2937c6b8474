internal import GRDB

extension Store {
  /// Takes the last step back; nil when there is none to take back.
  ///
  /// The step cannot be done again, and is not restorable any more, when that would need to keep more
  /// than the limit.
  @discardableResult
  public func undo() throws -> UndoStep? { try move(undoing: true) }

  /// Does the step again that was taken back last; nil when there is none.
  @discardableResult
  public func redo() throws -> UndoStep? { try move(undoing: false) }

  /// The steps that are remembered, newest first.
  public func history() throws -> [UndoStep] {
    try storing { try read(UndoTables.steps) }
  }

  private func move(undoing: Bool) throws -> UndoStep? {
    let step = try storing { try write { try self.move(undoing: undoing, $0) } }
    publishChanges()
    return step
  }

  private func move(undoing: Bool, _ database: Database) throws -> UndoStep? {
    let steps = try UndoTables.steps(database)
    let candidate = undoing ? steps.first { !$0.isUndone } : steps.last { $0.isUndone }
    guard let step = candidate else { return nil }
    guard step.isRestorable else {
      throw StoreError(
        .invalidRequest, step.isUndone ? "store.tooLargeToRedo" : "store.wasTooLargeToUndo",
        step.isUndone
          ? "'\(step.name)' cannot be redone: what it changed was too much to keep"
          : "'\(step.name)' cannot be undone: what it changed was too much to keep")
    }
    var applier = UndoApplier(database: database, step: Int64(step.number))
    let bytes = try model.entities.reduce(0) { try $0 + applier.bytesToKeep($1) }
    let tables = UndoTables(model: model, database: database)
    applier.isOneWay = bytes > undoLimits.bytes
    for entity in model.entities {
      try TriggerPause.around(step.count, of: entity, model, database) {
        try explainingConflicts(step, entity, applier) { try applier.apply(entity) }
      }
    }
    try SQLiteStatement(
      database,
      """
      UPDATE fetchkit_step SET undone = \(.bool(undoing)), \
      restorable = \(.bool(!applier.isOneWay)), \
      bytes = \(.integer(Int64(tables.bytes(of: Int64(step.number))))) \
      WHERE step = \(.integer(Int64(step.number)))
      """
    ).run()
    try tables.trim(undoLimits)
    try ChangeLog.trim(database)
    return try UndoTables.steps(database).first { $0.number == step.number }
  }

  /// Names the object in the way when a row cannot come back, because another one has its identifier.
  private func explainingConflicts(
    _ step: UndoStep, _ entity: EntityDescription, _ applier: UndoApplier, _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch let error as StoreError where error.code == .constraint {
      guard let identifier = try applier.takenIdentifier(entity) else {
        throw StoreError(
          .corrupt, "store.damagedHistory", "the undo history is damaged: \(error.errorMessage)")
      }
      throw StoreError(
        .failed, step.isUndone ? "store.redoConflict" : "store.undoConflict",
        step.isUndone
          ? "'\(step.name)' cannot be redone: another program added a \(entity.name) with the id '\(identifier)', delete it first"
          : "'\(step.name)' cannot be undone: another program added a \(entity.name) with the id '\(identifier)', delete it first"
      )
    }
  }
}
