internal import Foundation
internal import GRDB

/// The file beside a store that has its columns, so that they need not be read from the rows again.
///
/// It belongs to the store that has its token: each file has a new one, which the store is given when the file
/// has its name. So the store has gone on from what is in the file, whoever copied what whereto meanwhile.
struct ColumnFile: Sendable {
  /// An order of all rows.
  struct Order: Sendable {
    /// A text that is the same for the same order.
    let name: String
    let sequence: Int64
    let ids: FlatIDs
  }

  /// What is in the file.
  struct Content: Sendable {
    let table: ColumnTable
    let order: Order?
    /// The places of the texts in that order.
    let ranks: RankMemory.Held?
  }

  let path: String
  private let storePath: String
  /// Changes with the tables of the store, and with what is made of their values.
  private let form: String

  private static let version = "fetchkit columns 2"
  private static let tokenKey = "columns"

  /// The file of an entity's columns beside a store.
  init(_ entity: EntityDescription, of store: Store) {
    storePath = store.path
    path = store.path + "-columns"
    form = "\(Self.version) \(entity.name) \(Schema(model: store.model).fingerprint)"
  }

  /// What is in the file of a store as a connection sees it; throws when there is none for it.
  func read(_ sources: [ColumnSource], _ database: Database) throws -> Content {
    guard let token = try Self.token(database) else { throw ColumnReader.Damage() }
    var file = try ColumnReader(path: path, beside: storePath)
    guard try file.text() == form, try file.number(UInt64.self) == token else {
      throw ColumnReader.Damage()
    }
    let content = Content(
      table: try ColumnTable(from: &file, sources),
      order: try file.flag() ? Order(from: &file) : nil,
      ranks: try file.flag() ? RankMemory.Held(from: &file) : nil)
    try file.end()
    return content
  }

  /// Writes the file and makes it that of the store; another one that is being written stays.
  func write(_ content: Content, into store: Store) async throws {
    let token = UInt64.random(in: 1 ... .max)
    guard let unfinished = try UnfinishedFile(of: path) else { return }
    do {
      var file = ColumnWriter(unfinished.handle)
      try file.write(form)
      try file.write(token)
      try content.table.write(to: &file)
      try file.write(content.order != nil)
      try content.order?.write(to: &file)
      try file.write(content.ranks != nil)
      try content.ranks?.write(to: &file)
      try file.end()
      try await store.write { [path] database in
        try unfinished.rename(to: path)
        try Self.setToken(token, database)
      }
    } catch {
      unfinished.remove()
      throw error
    }
  }

  /// Has the store go without its file until another one is written.
  static func forget(_ database: Database) throws {
    try database.execute(
      sql: "DELETE FROM fetchkit_metadata WHERE key = ?", arguments: [tokenKey])
  }

  private static func token(_ database: Database) throws -> UInt64? {
    try String.fetchOne(
      database, sql: "SELECT value FROM fetchkit_metadata WHERE key = ?", arguments: [tokenKey]
    ).flatMap { UInt64($0) }
  }

  private static func setToken(_ token: UInt64, _ database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO fetchkit_metadata (key, value) VALUES (?, ?)",
      arguments: [tokenKey, String(token)])
  }
}

extension ColumnFile.Order {
  func write(to file: inout ColumnWriter) throws {
    try file.write(name)
    try file.write(sequence)
    try ids.write(to: &file)
  }

  init(from file: inout ColumnReader) throws {
    name = try file.text()
    sequence = try file.number()
    guard sequence >= 0 else { throw ColumnReader.Damage() }
    ids = try FlatIDs(from: &file)
  }
}
