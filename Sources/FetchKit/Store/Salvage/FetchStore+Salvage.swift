internal import Foundation
internal import GRDB

/// The result of a salvage.
public struct SalvageReport: Hashable, Sendable {
  /// The rows of a table.
  public struct Table: Hashable, Sendable {
    /// The name of the table.
    public let name: String
    /// The number of saved rows.
    public let saved: Int
    /// The approximate number of lost rows; nil if unknown.
    public let lost: Int?
  }

  /// The tables of the model, those of to-many attributes after their owner's.
  public let tables: [Table]
  /// The new path of the damaged store.
  public let damagedPath: String
}

extension FetchStore {
  /// Returns why a store cannot be trusted; nil when its pages and indexes are sound, or when it does not exist.
  ///
  /// Reads the whole file, and changes nothing. Throws a `StoreError` when the disk fails to read it: SQLite
  /// reports that as damage, but the content may be sound. This process must not have the store open.
  public static func damage(at path: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: path), try finding(at: path) != nil else {
      return nil
    }
    try StoreFiles(path: path).resolved.checkReadable()
    // The disk may have failed for a moment only.
    return try finding(at: path)
  }

  private static func finding(at path: String) throws -> String? {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      return try queue.read { database in
        let isMarked =
          try Int.fetchOne(database, sql: "PRAGMA application_id") == Schema.applicationID
        guard try isMarked || database.tableExists("fetchkit_metadata") else { return nil }
        let finding = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
        return isMarked && finding == "ok" ? nil : finding ?? "the header is damaged"
      }
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: return SQLiteFault(error).reason.description
      // Opening the store gives the reason.
      default: return nil
      }
    }
  }

  /// Moves every row that can be read from a damaged store into a new one, which takes its place.
  ///
  /// Undo history is not kept. The damaged file stays beside the new one. `metadata` is what the new store has
  /// under keys that were lost. Throws a `StoreError`: `locked` while a program has the store open, `corrupt`
  /// when nothing could be read; everything is then as it was.
  public static func salvage(
    at path: String, model: ManagedObjectModel, metadata: [String: String] = [:],
    isCancelled: @escaping () -> Bool = { false }
  ) throws -> SalvageReport {
    try explaining("store.salvage", "cannot salvage \(path)", at: path) {
      let files = StoreFiles(path: path).resolved
      let status = try files.status()
      let damaged = try DamagedFile(path: files.path)
      let folder = try PrivateFolder(beside: files.path)
      let copy = DatabaseCopy(path: folder.path(of: "copy"))
      let store = try SalvageStore(copy.path, model)
      let tables = try store.fill(from: damaged, metadata, isCancelled)
      try copy.finish()
      let damagedPath = try withExtendedLifetime(damaged) { try files.setAside("damaged") }
      try files.place("copy", from: folder, like: status)
      return SalvageReport(tables: tables, damagedPath: damagedPath)
    }
  }
}

/// A new store that takes the rows of a damaged one.
private struct SalvageStore {
  private let store: FetchStore
  private let tables: [SalvagedTable]

  init(_ path: String, _ model: ManagedObjectModel) throws {
    store = try FetchStore(path: path, model: model, connections: .one)
    tables =
      model.entities.flatMap { [SalvagedTable($0)] + $0.toMany.map { SalvagedTable($0) } }
      + [.metadata]
  }

  func fill(
    from damaged: DamagedFile, _ metadata: [String: String], _ isCancelled: @escaping () -> Bool
  ) throws -> [SalvageReport.Table] {
    var progress: [SalvageScan.Progress] = []
    try store.connection.writer().writeWithoutTransaction { database in
      // The file is of no use before it is complete.
      try database.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
      try database.inTransaction(.immediate) {
        try dropIndexesAndTriggers(database)
        progress = try copyRows(from: damaged, to: database, isCancelled)
        if try damaged.formatVersion == DateUpgrade.version {
          let schema = Schema(model: store.model)
          try DateUpgrade(stored: StoredModel(store.model)).run(schema, database)
        }
        try removeRepeated(database)
        for (key, value) in metadata where try Metadata.text(forKey: key, database) == nil {
          try Metadata.set([key: value], database)
        }
        return .commit
      }
    }
    try store.repair()
    let result = try report(progress)
    try store.close()
    return result
  }

  private func dropIndexesAndTriggers(_ database: Database) throws {
    let installer = SchemaInstaller(schema: Schema(model: store.model))
    for entity in store.model.entities {
      try installer.dropTriggers(of: entity, in: database)
      try installer.dropIndexes(of: entity, in: database)
    }
  }

  private func copyRows(
    from damaged: DamagedFile, to database: Database, _ isCancelled: @escaping () -> Bool
  ) throws -> [SalvageScan.Progress] {
    let statements = try tables.map { try SQLiteStatement(database, sql: $0.insertion) }
    func insert(_ values: [FetchValue], _ index: Int) throws {
      for (place, value) in values.enumerated() {
        statements[index].bind(value, at: Int32(place + 1))
      }
      try statements[index].run()
    }
    var displacedRows: Int64 = 0
    var scan = SalvageScan(damaged, tables, isCancelled: isCancelled) { index, row, isFound in
      try insert(row.values, index)
      guard tables[index].isNumbered, !isFound, database.changesCount == 0 else { return }
      displacedRows += 1
      try insert([.integer(-displacedRows)] + row.values.dropFirst(), index)
    }
    guard try scan.run() else {
      throw StoreError(.corrupt, "store.unreadable", "nothing in it can be read")
    }
    return scan.progress
  }

  /// Keeps the latest row of an identifier, and numbers those whose number another row had.
  ///
  /// The next import compares all values: damage that fits a column was not noticed.
  private func removeRepeated(_ database: Database) throws {
    for entity in store.model.entities {
      let table = SQLName.quoted(entity.table)
      if let column = entity.identifier.flatMap(entity.attribute)?.column {
        try database.execute(
          sql: """
            DELETE FROM \(table) WHERE pk NOT IN
              (SELECT MAX(pk) FROM \(table) GROUP BY \(SQLName.quoted(column)));
            UPDATE \(table) SET content_hash = NULL
            """)
      }
      try database.execute(
        sql: "UPDATE \(table) SET pk = (SELECT MAX(pk) FROM \(table)) - pk WHERE pk < 0")
    }
  }

  private func report(_ progress: [SalvageScan.Progress]) throws -> [SalvageReport.Table] {
    try store.read { database in
      try zip(tables, progress).filter { $0.0.name != SalvagedTable.metadata.name }
        .map { table, progress in
          let saved = Int(try database.integer("SELECT COUNT(*) FROM \(name: table.name)"))
          return SalvageReport.Table(
            name: table.name, saved: saved, lost: progress.lost(saved: saved))
        }
    }
  }
}

extension SalvagedTable {
  /// Inserts a row unless it exists: the trees are read before other pages.
  fileprivate var insertion: String {
    let names = columns.map { SQLName.quoted($0.name) }.joined(separator: ", ")
    let values = columns.map { $0.defaultLiteral.map { "IFNULL(?, \($0))" } ?? "?" }
    return """
      INSERT OR IGNORE INTO \(SQLName.quoted(name)) (\(names)) \
      VALUES (\(values.joined(separator: ", ")))
      """
  }
}
