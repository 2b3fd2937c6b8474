internal import GRDB

extension FetchStore {
  /// Changes objects in one transaction, which is rolled back when `body` throws or a change fails.
  ///
  /// ```swift
  /// try store.write("Delete a book") { $0.delete(id) }
  /// ```
  ///
  /// `name` is the name of the undoable change. Throws what `body` throws, and a `StoreError` for a change that the
  /// store refuses, such as of a missing object, and when SQLite fails.
  @discardableResult
  public func write<Result>(
    _ name: String, _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    try writing { database in try self.perform(name, body, database) }
  }

  /// Changes objects in one transaction asynchronously.
  @discardableResult
  public func write<Result: Sendable>(
    _ name: String, _ body: @Sendable @escaping (inout StoreTransaction) throws -> Result
  ) async throws -> Result {
    try await writing { database in try self.perform(name, body, database) }
  }

  /// Changes objects in one transaction, whatever the last change returns.
  ///
  /// ```swift
  /// group.addTask { try await store.write("Add a book") { $0.insert(book) } }
  /// ```
  public func write(_ name: String, _ body: (inout StoreTransaction) throws -> Void) throws {
    try writing { database in try self.perform(name, body, database) }
  }

  /// Changes objects in one transaction asynchronously, whatever the last change returns.
  public func write(
    _ name: String, _ body: @Sendable @escaping (inout StoreTransaction) throws -> Void
  ) async throws {
    try await writing { database in try self.perform(name, body, database) }
  }

  private func perform<Result>(
    _ name: String, _ body: (inout StoreTransaction) throws -> Result, _ database: Database
  ) throws -> Result {
    let undo = UndoRecorder(name, model, database, undoLimits)
    var transaction = StoreTransaction(self, database, undo)
    let result = try body(&transaction)
    if let failure = transaction.failure { throw failure }
    try undo.end()
    try ChangeLog.trim(database)
    return result
  }
}

/// The texts by key that a store keeps for itself and for clients.
enum Metadata {
  /// The beginning of the keys of clients.
  static let clientPrefix = "client."

  /// Whether the store has metadata, as all but new ones have.
  static func exists(_ database: Database) throws -> Bool {
    try database.integer(
      "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = 'fetchkit_metadata'",
      isReused: true) > 0
  }

  static func text(_ key: String, _ database: Database) throws -> String? {
    let statement = try database.cachedStatement(
      sql: "SELECT value FROM fetchkit_metadata WHERE key = ?")
    return try String.fetchOne(statement, arguments: [key])
  }

  static func set(_ text: String, _ key: String, _ database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO fetchkit_metadata (key, value) VALUES (?, ?)",
      arguments: [key, text])
  }

  static func remove(_ key: String, _ database: Database) throws {
    try database.execute(sql: "DELETE FROM fetchkit_metadata WHERE key = ?", arguments: [key])
  }

  static func text(forKey key: String, _ database: Database) throws -> String? {
    try text(clientPrefix + key, database)
  }

  /// Sets texts of clients by key; nil deletes.
  static func set(_ texts: [String: String?], _ database: Database) throws {
    for (key, text) in texts {
      if let text {
        try set(text, clientPrefix + key, database)
      } else {
        try remove(clientPrefix + key, database)
      }
    }
  }
}

extension StoreTransaction {
  /// Sets the metadata of a key; nil deletes it. Undo does not change it back.
  public mutating func setMetadata(_ text: String?, forKey key: String) {
    attempt { [database] in try Metadata.set([key: text], database) }
  }
}
