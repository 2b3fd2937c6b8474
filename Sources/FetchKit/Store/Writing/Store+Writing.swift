internal import GRDB

extension Store {
  /// Changes objects in one transaction; what `body` throws, or a change that fails, undoes all of it.
  ///
  /// ```swift
  /// try store.write("Delete a book") { $0.delete(book.id) }
  /// ```
  ///
  /// `name` is what the change is called when it is undone.
  @discardableResult
  public func write<Result>(
    _ name: String, _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    let result = try storing {
      try write { database in try self.perform(name, body, database) }
    }
    publishChanges()
    return result
  }

  /// Changes objects in one transaction, elsewhere.
  @discardableResult
  public func write<Result: Sendable>(
    _ name: String, _ body: @Sendable @escaping (inout StoreTransaction) throws -> Result
  ) async throws -> Result {
    let result = try await storing {
      try await write { database in try self.perform(name, body, database) }
    }
    publishChanges()
    return result
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

  /// Tells the listeners of this process what the last commits changed.
  ///
  /// A commit is not undone by a failure to read what it logged: the next call tells of it, too.
  func publishChanges() { try? changes.publish(connection) }

  /// A text that is kept with the store under a key; nil when there is none.
  public func metadata(forKey key: String) throws -> String? {
    try storing {
      try read { database in
        try String.fetchOne(
          database, sql: "SELECT value FROM fetchkit_metadata WHERE key = ?",
          arguments: ["client." + key])
      }
    }
  }
}

/// Texts that clients keep with a store.
enum Metadata {
  /// Keeps texts by key; nil deletes one.
  static func set(_ texts: [String: String?], _ database: Database) throws {
    for (key, text) in texts {
      let key = "client." + key
      try database.execute(sql: "DELETE FROM fetchkit_metadata WHERE key = ?", arguments: [key])
      guard let text else { continue }
      try database.execute(
        sql: "INSERT INTO fetchkit_metadata (key, value) VALUES (?, ?)", arguments: [key, text])
    }
  }
}

extension StoreTransaction {
  /// A text that is kept with the store under a key, as this transaction sees it.
  public func metadata(forKey key: String) throws -> String? {
    try String.fetchOne(
      database, sql: "SELECT value FROM fetchkit_metadata WHERE key = ?",
      arguments: ["client." + key])
  }

  /// Keeps a text with the store; nil forgets it.
  public mutating func setMetadata(_ text: String?, forKey key: String) {
    attempt { [database] in try Metadata.set([key: text], database) }
  }
}
