public import Foundation
internal import GRDB

/// An undoable change of the store.
public struct UndoStep: Hashable, Sendable {
  /// The number of the change; later ones are larger.
  public let number: Int
  /// The name of the change.
  public let name: String
  /// The time of the change.
  public let date: Date
  /// The number of changed objects.
  public let count: Int
  /// Whether it is undone and can be redone.
  public let isUndone: Bool
  /// Whether its old values are kept; a change that is too large keeps only its name.
  public let isRestorable: Bool
}

/// The limits of the undo history.
///
/// ```swift
/// try FetchStore(path: path, model: model, undoLimits: UndoLimits(steps: 20))
/// try FetchStore(path: path, model: model, undoLimits: .disabled)
/// ```
public struct UndoLimits: Hashable, Sendable {
  /// The number of changes to keep.
  public var steps: Int
  /// The number of bytes of old values to keep in all changes.
  public var bytes: Int

  /// No history: no change can be undone, and the first one drops what an earlier history kept.
  public static let disabled = UndoLimits(steps: 0, bytes: 0)

  /// Whether there is no history.
  var isDisabled: Bool { steps <= 0 }

  /// Limits the history to the last `steps` changes with at most `bytes` bytes.
  public init(steps: Int = 100, bytes: Int = 256_000_000) {
    self.steps = steps
    self.bytes = bytes
  }
}

extension FetchStore {
  /// Undoes the last change and returns it; nil when there is none.
  ///
  /// ```swift
  /// try store.write("Delete a book") { $0.delete(id) }
  /// try store.undo()?.name  // "Delete a book"
  /// ```
  ///
  /// The change cannot be redone when its values would exceed the limit. Throws a `StoreError` with the code
  /// `invalidRequest` for a change that cannot be restored, and others when SQLite fails.
  @discardableResult
  public func undo() throws -> UndoStep? { try move(undoing: true) }

  /// Redoes the last undone change and returns it; nil when there is none. Throws what `undo()` does.
  @discardableResult
  public func redo() throws -> UndoStep? { try move(undoing: false) }

  /// Undoes the last change asynchronously.
  @discardableResult
  public func undo() async throws -> UndoStep? {
    try await writing { try self.move(undoing: true, $0) }
  }

  /// Redoes the last undone change asynchronously.
  @discardableResult
  public func redo() async throws -> UndoStep? {
    try await writing { try self.move(undoing: false, $0) }
  }

  /// Reads the undo history asynchronously, newest first.
  public func history() async throws -> [UndoStep] { try await reading(UndoTables.steps) }

  /// The undo history, newest first.
  public func history() throws -> [UndoStep] {
    try reading(UndoTables.steps)
  }

  private func move(undoing: Bool) throws -> UndoStep? {
    try writing { try self.move(undoing: undoing, $0) }
  }

  /// The step to undo or redo; nil when there is none. Throws for one that cannot be restored.
  private func nextStep(
    undoing: Bool, _ tables: UndoTables, _ database: Database
  ) throws -> UndoStep? {
    let steps = try UndoTables.steps(database)
    let candidate = undoing ? steps.first { !$0.isUndone } : steps.last { $0.isUndone }
    guard let step = candidate else { return nil }
    guard step.isRestorable else {
      throw StoreError(
        .invalidRequest, step.isUndone ? "store.tooLargeToRedo" : "store.wasTooLargeToUndo",
        step.isUndone
          ? "'\(step.name)' cannot be redone: the change was too large to keep"
          : "'\(step.name)' cannot be undone: the change was too large to keep")
    }
    if let entity = try tables.missingEntity(in: Int64(step.number)) {
      throw StoreError(
        .invalidRequest, step.isUndone ? "store.redoOfOtherModel" : "store.undoOfOtherModel",
        step.isUndone
          ? "'\(step.name)' cannot be redone: it changed objects of '\(entity)', which is not in the model"
          : "'\(step.name)' cannot be undone: it changed objects of '\(entity)', which is not in the model"
      )
    }
    return step
  }

  private func move(undoing: Bool, _ database: Database) throws -> UndoStep? {
    let tables = UndoTables(model: model, database: database)
    guard let step = try nextStep(undoing: undoing, tables, database) else { return nil }
    let batches = UndoBatches(database: database, step: Int64(step.number))
    var applier = UndoApplier(database: database, step: Int64(step.number))
    let bytes = try model.entities.reduce(0) { try $0 + applier.bytesToKeep($1) }
    applier.isOneWay = bytes > undoLimits.bytes
    // Restoring a row can change related ones, so the current values of all are kept first.
    for entity in model.entities {
      try explainingConflicts(step, entity, applier) { try applier.keepOtherDirection(entity) }
    }
    for entity in model.entities {
      try ChangeLogging.around(step.count, of: entity, model, database) {
        try explainingConflicts(step, entity, applier) {
          try allowingExchanges(of: entity, applier) {
            try applier.apply(entity)
            try batches.exchange(entity)
            try applier.renewDerivedColumns(entity)
          }
        }
      }
    }
    for entity in model.entities { try applier.exchange(entity) }
    try Metadata.exchange(keptIn: Int64(step.number), database)
    if try batches.bytes > undoLimits.bytes {
      applier.isOneWay = true
      try tables.forget(Int64(step.number))
    }
    try database.run(
      """
      UPDATE fetchkit_step SET undone = \(.bool(undoing)), \
      restorable = \(.bool(!applier.isOneWay)), \
      bytes = \(.integer(Int64(tables.bytes(of: Int64(step.number))))) \
      WHERE step = \(.integer(Int64(step.number)))
      """)
    try tables.trim(undoLimits)
    try ChangeLog.trim(database)
    return try UndoTables.steps(database).first { $0.number == step.number }
  }

  /// Restores rows between which values of unique keys may pass: for a moment, a value is then in two rows.
  private func allowingExchanges(
    of entity: EntityDescription, _ applier: UndoApplier, _ body: () throws -> Void
  ) throws {
    guard try applier.movesUniqueValues(of: entity) else { return try body() }
    let database = applier.database
    do {
      try database.inSavepoint {
        try body()
        return .commit
      }
    } catch let error as StoreError where error.code == .constraint {
      try database.inSavepoint {
        for index in Schema.indexes(entity) where index.isUnique {
          try database.run("DROP INDEX IF EXISTS \(name: index.name)")
        }
        try body()
        for index in Schema(model: model).indexes(entity) { try database.run("\(sql: index)") }
        return .commit
      }
    }
  }

  /// Names the conflicting object when a row cannot be restored because another one has its identifier.
  private func explainingConflicts(
    _ step: UndoStep, _ entity: EntityDescription, _ applier: UndoApplier, _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch let error as StoreError where error.code == .constraint {
      guard let identifier = try applier.takenIdentifier(entity) else {
        // An index of the user's own: two rows with one primary key mean a damaged history.
        if error.errorMessage.id == "store.duplicate", !error.message.hasSuffix(".pk") {
          throw StoreError(
            .failed, step.isUndone ? "store.redoTaken" : "store.undoTaken",
            step.isUndone
              ? "'\(step.name)' cannot be redone: \(error.errorMessage)"
              : "'\(step.name)' cannot be undone: \(error.errorMessage)")
        }
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
