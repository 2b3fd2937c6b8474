internal import Foundation
internal import GRDB

/// A store without rows: it is filled as a new file beside it, which then takes its place at once.
///
/// That is several times faster than inserting rows, and a crash at any moment leaves the empty store
/// or the full one. The `Store` of the same path must not be open in this process.
public struct EmptyStore {
  /// Where the file is, links followed.
  private let path: String
  private let model: ManagedObjectModel
  private let undoLimits: UndoLimits

  /// Looks at the store at a path; nil when it has rows or steps, or is no file of its own.
  public init?(
    path: String, model: ManagedObjectModel, undoLimits: UndoLimits = UndoLimits()
  ) throws {
    guard let file = Self.replaceableFile(path) else { return nil }
    self.path = file
    self.model = model
    self.undoLimits = undoLimits
    let isEmpty = try storing { try Self.queue(file).read { try Self.isEmpty($0, model) } }
    guard isEmpty else { return nil }
  }

  /// Imports rows like `Store.importRows`; `body` gets a writer that only knows new ones.
  ///
  /// `isCancelled` is asked while pages are written; then a `StoreError` of code `cancelled` is thrown.
  /// `willCommit` is the last that may throw.
  public func importRows(
    _ name: String, into entity: EntityDescription, isDryRun: Bool = false,
    isCancelled: @escaping () -> Bool = { false }, willCommit: () throws -> Void = {},
    _ body: (NewRowWriter) throws -> Void
  ) throws -> RowImportSummary {
    guard entity.identifier != nil else {
      throw StoreError(.invalidRequest, "\(entity.name) has no identifier to import by")
    }
    let draft = try storing { try StoreDraft(of: path, model: model) }
    let outcome = try draft.fill(entity, isCancelled: isCancelled, body)
    let summary = RowImportSummary(outcome)
    guard !isDryRun else { return summary }
    try storing {
      try draft.finish(name, entity, outcome, undoLimits)
      try willCommit()
      if try !draft.takePlace() { try absorb(draft, name, entity) }
    }
    return summary
  }

  /// The file behind a path when nothing else but its name leads to it.
  private static func replaceableFile(_ path: String) -> String? {
    var status = stat()
    guard path != ":memory:", let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    let file = String(cString: resolved)
    let folder = (file as NSString).deletingLastPathComponent
    guard stat(file, &status) == 0, status.st_nlink == 1, status.st_mode & S_IFMT == S_IFREG,
      access(file, W_OK) == 0, access(folder, W_OK) == 0
    else { return nil }
    return file
  }

  /// A single connection that waits a short while for others.
  static func queue(_ path: String, waiting: TimeInterval = 5) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(waiting)
    configuration.prepareDatabase { try SQLFunctions.register(on: $0) }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Whether the tables are those of the model, without rows, and nothing can be undone.
  static func isEmpty(_ database: Database, _ model: ManagedObjectModel) throws -> Bool {
    guard try SchemaInstaller(schema: Schema(model: model)).isCurrent(database) else {
      return false
    }
    let tables =
      model.entities.flatMap { [$0.table] + $0.toMany.map(\.table) } + ["fetchkit_step"]
    return try tables.allSatisfy { table in
      try Int.fetchOne(database, sql: "SELECT 1 FROM \(SQLName.quoted(table)) LIMIT 1") == nil
    }
  }

  /// Copies the rows of the draft: another program has the store open.
  private func absorb(_ draft: StoreDraft, _ name: String, _ entity: EntityDescription) throws {
    let store = try Store(path: path, model: model, undoLimits: undoLimits, connections: .one)
    try store.importTables(of: draft.path, name, entity)
  }
}

extension RowImportSummary {
  init(_ outcome: NewRowWriter.Outcome) {
    self.init()
    inserted = Int(outcome.rows) - outcome.repeated.count
    repeated = outcome.repeated.count
    firstRepeated = outcome.repeated.sorted { $0.row < $1.row }.prefix(20).map(\.source)
  }
}
