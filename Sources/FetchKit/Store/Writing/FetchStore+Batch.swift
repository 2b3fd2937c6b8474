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
    return try batch(name) { try self.update(request, $0, $1) }
  }

  /// Updates many objects with one statement asynchronously.
  @discardableResult
  public func perform(_ request: BatchUpdateRequest, name: String? = nil) async throws
    -> BatchResult
  {
    let name = name ?? "Change \(request.entity.name)"
    return try await batch(name) { try self.update(request, $0, $1) }
  }

  /// Deletes many objects with one statement and notifies results controllers.
  ///
  /// ```swift
  /// try store.perform(BatchDeleteRequest(where: #Predicate<Book> { $0.copies == 0 }))
  /// ```
  ///
  /// Throws `tooLargeToUndo` before anything changes, unless the request allows changes that cannot be undone.
  @discardableResult
  public func perform(_ request: BatchDeleteRequest, name: String? = nil) throws -> BatchResult {
    let name = name ?? "Delete \(request.entity.name)"
    return try batch(name) { try self.delete(request, $0, $1) }
  }

  /// Deletes many objects with one statement asynchronously.
  @discardableResult
  public func perform(_ request: BatchDeleteRequest, name: String? = nil) async throws
    -> BatchResult
  {
    let name = name ?? "Delete \(request.entity.name)"
    return try await batch(name) { try self.delete(request, $0, $1) }
  }

  /// Runs a batch and returns its result with the size of the old values that it keeps, if that is known.
  private typealias Batch = @Sendable (UndoRecorder, Database) throws -> (BatchResult, bytes: Int?)

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
      (result, bytes) = try body(undo, database)
      try undo.end(count: result.changed, bytes: bytes)
      return result.changed == 0 ? .rollback : .commit
    }
    try ChangeLog.trim(database)
    return result
  }

  private func update(
    _ request: BatchUpdateRequest, _ undo: UndoRecorder, _ database: Database
  ) throws -> (BatchResult, bytes: Int?) {
    for id in request.objectIDs ?? [] { try id.check(request.entity) }
    try request.checkConstants()
    let statements = BatchStatement(entity: request.entity)
    var chosen = try statements.condition(request.predicate, among: request.objectIDs)
    if request.predicate?.isVolatile == true {
      chosen = statements.condition(rows: try database.integers(statements.objectIDs(chosen)))
    }
    let matched = try number(statements.count(chosen), database)
    guard !request.propertiesToUpdate.isEmpty, matched > 0 else {
      return (
        BatchResult(matched: matched, changed: 0, objectIDs: request.resultType.noObjectIDs), 0
      )
    }
    let update = try statements.update(request.propertiesToUpdate, where: chosen)
    let ids = try objectIDs(
      request.resultType, statements.objectIDs(update.condition), request.entity, database)
    try checkRelationships(request, database)
    let width = UndoSchema.fixedWidth(of: update.columns, request.entity.attributes)
    let isSmall = width.map { matched * (32 + $0) <= undoLimits.bytes } ?? false
    let (isKept, bytes) =
      isSmall
      ? (true, nil)
      : try size(
        statements.bytes(of: update.columns, update.condition), request.allowsUnrestorable, database
      )
    try undo.willUpdate(
      request.entity, columns: update.columns, where: isKept ? update.condition : "0",
      isLarge: isKept && UndoBatches.isLarge(matched, update.columns, of: request.entity))
    let changed = try ChangeLogging.around(matched, of: request.entity, model, database) {
      let changed = try run(update, request.checkedAttributes, of: request.entity, database)
      for derive in try statements.derive(from: update.keyPaths) {
        try database.run(derive)
      }
      return changed
    }
    if !isKept { try undo.dropImages() }
    return (
      BatchResult(matched: matched, changed: changed, objectIDs: ids),
      bytes ?? width.map { changed * (32 + $0) }
    )
  }

  private func delete(
    _ request: BatchDeleteRequest, _ undo: UndoRecorder, _ database: Database
  ) throws -> (BatchResult, bytes: Int?) {
    for id in request.objectIDs ?? [] { try id.check(request.entity) }
    let statements = BatchStatement(entity: request.entity)
    var condition = try statements.condition(request.predicate, among: request.objectIDs)
    if !request.readsOnlyColumns {
      // Once the first list is deleted, a condition on lists no longer holds.
      condition = statements.condition(rows: try database.integers(statements.objectIDs(condition)))
    }
    let matched = try number(statements.count(condition), database)
    guard matched > 0 else {
      return (BatchResult(matched: 0, changed: 0, objectIDs: request.resultType.noObjectIDs), 0)
    }
    let ids = try objectIDs(
      request.resultType, statements.objectIDs(condition), request.entity, database)
    guard !DeleteRules.apply(to: request.entity, model) else {
      let rows = try database.integers(statements.objectIDs(condition))
      try DeleteRules(model: model, database: database, undo: undo).delete(rows, of: request.entity)
      {
        try undo.checkSize(allowsUnrestorable: request.allowsUnrestorable)
      }
      try undo.checkSize(allowsUnrestorable: request.allowsUnrestorable, atLast: true)
      return (BatchResult(matched: matched, changed: matched, objectIDs: ids), nil)
    }
    let (isKept, bytes) = try size(
      statements.bytes(of: UndoSchema(entity: request.entity).columns, condition),
      request.allowsUnrestorable, database)
    try undo.keep("delete", request.entity, isKept ? condition : "0")
    try ChangeLogging.around(matched, of: request.entity, model, database) {
      for statement in statements.deletion(where: condition) { try database.run(statement) }
    }
    if !isKept { try undo.dropImages() }
    let result = BatchResult(matched: matched, changed: matched, objectIDs: ids)
    return (result, request.entity.toMany.isEmpty ? bytes : nil)
  }
}

// MARK: - Values of Swift types

extension FetchStore {
  /// Runs an update and throws if it sets an attribute to a value that its Swift type does not have.
  private func run(
    _ update: BatchStatement.Update, _ attributes: [AttributeDescription],
    of entity: EntityDescription, _ database: Database
  ) throws -> Int {
    guard !attributes.isEmpty else { return try database.run(update.sql) }
    let columns = attributes.compactMap(\.column).map(SQLName.quoted).joined(separator: ", ")
    let statement = try SQLiteStatement(database, "\(update.sql) RETURNING \(sql: columns)")
    try statement.forEachRow { row in
      for (index, attribute) in attributes.enumerated() {
        try attribute.check(row.value(index, as: attribute.type), of: entity.name)
      }
    }
    return statement.changes
  }
}

extension BatchUpdateRequest {
  /// Throws for a constant that the Swift type of its attribute does not have.
  fileprivate func checkConstants() throws {
    for (keyPath, expression) in propertiesToUpdate {
      guard let value = expression.constantValue else { continue }
      try entity.attribute(forKeyPath: keyPath)?.check(value, of: entity.name)
    }
  }

  /// The attributes whose Swift types may lack a value that is computed for them.
  fileprivate var checkedAttributes: [AttributeDescription] {
    propertiesToUpdate.filter { $0.value.constantValue == nil }.keys.sorted()
      .compactMap { entity.attribute(forKeyPath: $0) }
      .filter { $0.typeCheck.accepts != nil && $0.column != nil }
  }
}

// MARK: - Before a batch runs

extension FetchStore {
  /// The size of the old values and whether they can be kept; throws when they cannot and the request does not
  /// allow that.
  private func size(_ bytes: SQLFragment, _ isAllowed: Bool, _ database: Database) throws -> (
    isKept: Bool, bytes: Int
  ) {
    guard !undoLimits.isDisabled else { return (true, 0) }
    let size = try number(bytes, database)
    guard size > undoLimits.bytes else { return (true, size) }
    guard isAllowed else {
      throw StoreError(
        .tooLargeToUndo, "store.batchTooLargeToUndo",
        "this cannot be undone: it changes \(size / 1_000_000) MB, \(undoLimits.bytes / 1_000_000) MB can be kept"
      )
    }
    return (false, 0)
  }

  private func objectIDs(
    _ type: BatchResultType, _ sql: SQLFragment, _ entity: EntityDescription, _ database: Database
  ) throws -> [ObjectID]? {
    guard type == .objectIDs else { return nil }
    return try database.integers(sql).map { ObjectID(entityName: entity.name, rowID: $0) }
  }

  /// Throws when an update would relate objects to one that is not stored, or many to one that can have only one.
  private func checkRelationships(_ request: BatchUpdateRequest, _ database: Database) throws {
    for (keyPath, value) in request.propertiesToUpdate {
      guard let relationship = request.entity.attribute(forKeyPath: keyPath)?.relationship,
        value.constantValue?.isNull != true
      else { continue }
      let destination = relationship.destination
      if relationship.inverseDescription.map({ !$0.isToMany }) == true {
        throw StoreError(
          .invalidRequest, "store.batchOfPairs",
          "'\(keyPath)' relates each object of \(request.entity.name) to one of its own, so a batch update cannot set it"
        )
      }
      guard let id = value.constantValue?.rowID(of: destination) else { continue }
      let query: SQLFragment =
        "SELECT COUNT(*) FROM \(name: destination.table) WHERE pk = \(.integer(id))"
      guard try number(query, database) == 1 else { throw StoreError.rowGone(id, destination) }
    }
  }

  private func number(_ sql: SQLFragment, _ database: Database) throws -> Int {
    Int(try database.integer(sql))
  }
}

extension BatchDeleteRequest {
  /// Whether the condition depends on nothing but the rows of the entity.
  fileprivate var readsOnlyColumns: Bool {
    guard let predicate else { return true }
    return !predicate.isVolatile
      && predicate.keyPaths.allSatisfy { entity.attribute(forKeyPath: $0)?.column != nil }
  }
}

extension BatchResultType {
  /// An empty list of identities; nil when only the number was requested.
  fileprivate var noObjectIDs: [ObjectID]? { self == .objectIDs ? [] : nil }
}
