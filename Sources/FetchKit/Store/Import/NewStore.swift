internal import Foundation
internal import GRDB
internal import SQLiteBulkLoad

/// A store that is about to be created.
///
/// It is written to a shadow file in a private folder, which is renamed when it is complete, so no other program sees
/// a part of it. A store that exists, or was created meanwhile, is changed through SQLite only.
public struct NewStore {
  private let path: String
  let model: ManagedObjectModel
  private let metadata: [String: String]
  let undoLimits: UndoLimits

  /// Prepares a store with metadata at a path; nil when the path is taken, or a file that SQLite would use as its log
  /// exists.
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

  /// Creates the store without rows, unless another program created it meanwhile.
  public func create() throws {
    try creating {
      let file = try ShadowFile(beside: path, model)
      try file.finish(metadata)
      _ = try publish(file)
    }
  }

  /// Creates the store with the rows that `body` appends, as one undoable change.
  ///
  /// `isCancelled` is checked while pages are written and ends the import with a `StoreError` of code `cancelled`.
  /// `willCommit` runs last and may throw.
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

  /// Copies the rows into a store that another program created meanwhile, or that the file system cannot rename to.
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
    inserted = Int(outcome.rows) - outcome.duplicates.count
    for duplicate in outcome.duplicates { noteRepeated(at: duplicate.note) }
  }
}
