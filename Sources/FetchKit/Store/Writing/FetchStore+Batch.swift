internal import GRDB

extension FetchStore {
  /// Updates many objects with one statement and notifies results controllers.
  ///
  /// ```swift
  /// let raise = try FetchExpression(format: "price * 1.1")
  /// try store.perform(BatchUpdateRequest(Book.self, set: [\.price: raise])).changed  // 3
  /// ```
  ///
  /// Throws `tooLargeToUndo` before anything changes, unless the request allows changes that cannot be undone.
  @discardableResult
  public func perform(_ request: BatchUpdateRequest, name: String? = nil) throws -> BatchResult {
    let name = name ?? "Change \(request.entity.name)"
    return try batch(name) { try $0.update(request) }
  }

  /// Updates many objects with one statement asynchronously.
  @discardableResult
  public func perform(_ request: BatchUpdateRequest, name: String? = nil) async throws
    -> BatchResult
  {
    let name = name ?? "Change \(request.entity.name)"
    return try await batch(name) { try $0.update(request) }
  }

  /// Deletes many objects and notifies results controllers: with one statement, or with one for each object where
  /// others can be related to them.
  ///
  /// ```swift
  /// try store.perform(BatchDeleteRequest(where: #Predicate<Book> { $0.copies == 0 }))
  /// ```
  ///
  /// Throws `tooLargeToUndo` before anything changes, unless the request allows changes that cannot be undone.
  @discardableResult
  public func perform(_ request: BatchDeleteRequest, name: String? = nil) throws -> BatchResult {
    let name = name ?? "Delete \(request.entity.name)"
    return try batch(name) { try $0.delete(request) }
  }

  /// Deletes many objects asynchronously.
  @discardableResult
  public func perform(_ request: BatchDeleteRequest, name: String? = nil) async throws
    -> BatchResult
  {
    let name = name ?? "Delete \(request.entity.name)"
    return try await batch(name) { try $0.delete(request) }
  }

  private typealias Batch = @Sendable (BatchWriter) throws -> BatchWriter.Outcome

  private func batch(_ name: String, _ body: Batch) throws -> BatchResult {
    try writing { try self.run(name, body, $0) }
  }

  private func batch(_ name: String, _ body: @escaping Batch) async throws -> BatchResult {
    try await writing { try self.run(name, body, $0) }
  }

  /// A batch that changes nothing is not an undoable change and keeps the redo history.
  private func run(_ name: String, _ body: Batch, _ database: Database) throws -> BatchResult {
    var result = BatchResult(matched: 0, changed: 0)
    try database.inSavepoint {
      let undo = UndoRecorder(name, model, database, undoLimits)
      let bytes: Int?
      (result, bytes) = try body(
        BatchWriter(model: model, limits: undoLimits, undo: undo, database: database))
      try undo.end(count: result.changed, bytes: bytes)
      return result.changed == 0 ? .rollback : .commit
    }
    try ChangeLog.trim(database)
    return result
  }
}
