internal import Foundation
internal import GRDB

/// A store that does not exist yet.
///
/// It is written as a file in a private folder and gets its name when it is complete, so nobody ever sees a
/// part of it. What exists, or was created meanwhile, is changed through SQLite only.
public struct NewStore {
  private let path: String
  let model: ManagedObjectModel
  private let metadata: [String: String]
  let undoLimits: UndoLimits

  /// A store to be created at a path, with texts kept under keys; nil when there is a file of its name, or
  /// one that SQLite would take for its log.
  public init?(
    path: String, model: ManagedObjectModel, metadata: [String: String] = [:],
    undoLimits: UndoLimits = UndoLimits()
  ) {
    guard path != ":memory:", Self.isFree(path) else { return nil }
    self.path = path
    self.model = model
    self.metadata = metadata
    self.undoLimits = undoLimits
  }

  private static func isFree(_ path: String) -> Bool {
    ["", "-wal", "-shm", "-journal"].allSatisfy { suffix in
      var status = stat()
      return lstat(path + suffix, &status) != 0 && errno == ENOENT
    }
  }

  /// Creates the store without rows; one that another program created meanwhile is left as it is.
  public func create() throws {
    try creating {
      let file = try ShadowFile(beside: path, model)
      try file.finish(metadata)
      _ = try publish(file)
    }
  }

  /// Creates the store with the rows that `body` writes, as one step that can be undone.
  ///
  /// `isCancelled` is asked while pages are written; then a `StoreError` of code `cancelled` is thrown.
  /// `willCommit` is the last that may throw.
  public func importRows(
    _ name: String, into entity: EntityDescription,
    isCancelled: @escaping () -> Bool = { false }, willCommit: () throws -> Void = {},
    _ body: (NewRowWriter) throws -> Void
  ) throws -> RowImportSummary {
    guard entity.identifier != nil else {
      throw StoreError(
        .invalidRequest, "store.noIdentifier", "\(entity.name) has no identifier to import by")
    }
    let file = try creating { try ShadowFile(beside: path, model) }
    let outcome = try file.fill(entity, isCancelled: isCancelled, body)
    try creating {
      try file.note(outcome, of: name, entity, undoLimits)
      try file.finish(metadata)
    }
    try willCommit()
    if try creating({ try publish(file) }) { return RowImportSummary(outcome) }
    return try copy(file, of: name, entity, outcome)
  }

  private func publish(_ file: ShadowFile) throws -> Bool {
    try Self.isFree(path) && file.publish(as: path)
  }

  /// Another program created the store meanwhile, or the file system cannot give a name only if it is free.
  private func copy(
    _ file: ShadowFile, of name: String, _ entity: EntityDescription,
    _ outcome: NewRowWriter.Outcome
  ) throws -> RowImportSummary {
    let store = try Store(
      path: path, model: model, undoLimits: undoLimits, connections: .one, createsFile: false)
    let shadow = try creating { try file.queue() }
    var summary = try store.importRows(name, into: entity) { writer in
      try shadow.read { database in
        try RowBatchReader(entity, database).forEachBatch { try writer.upsert($0) }
      }
    }
    let skipped = RowImportSummary(outcome)
    summary.repeated = skipped.repeated
    summary.firstRepeated = skipped.firstRepeated
    return summary
  }

  private func creating<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try storing(body)
    } catch let error as StoreError where error.code != .cancelled {
      throw StoreError(
        error.code, "store.create", "cannot create the store \(path): \(error.errorMessage)")
    }
  }
}

extension RowImportSummary {
  fileprivate init(_ outcome: NewRowWriter.Outcome) {
    self.init()
    inserted = Int(outcome.rows) - outcome.repeated.count
    for (_, source) in outcome.repeated { noteRepeated(at: source) }
  }
}
