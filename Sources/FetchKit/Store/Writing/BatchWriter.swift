internal import GRDB

/// Runs batch requests within a transaction.
struct BatchWriter {
  /// The result of a batch with the size of the old values that it keeps, if that is known.
  typealias Outcome = (result: BatchResult, bytes: Int?)

  let model: ManagedObjectModel
  let limits: UndoLimits
  let undo: UndoRecorder
  let database: Database

  private func number(_ sql: SQLFragment) throws -> Int { Int(try database.integer(sql)) }

  private func objectIDs(
    _ type: BatchResultType, _ sql: SQLFragment, _ entity: EntityDescription
  ) throws -> [ObjectID]? {
    guard type == .objectIDs else { return nil }
    return try database.integers(sql).map { ObjectID(entityName: entity.name, rowID: $0) }
  }

  /// The size of the old values and whether they can be kept; throws when they cannot and the request does not
  /// allow that.
  private func size(_ bytes: SQLFragment, allowsUnrestorable isAllowed: Bool) throws -> (
    isKept: Bool, bytes: Int
  ) {
    guard !limits.isDisabled else { return (true, 0) }
    let size = try number(bytes)
    guard size > limits.bytes else { return (true, size) }
    guard isAllowed else {
      throw StoreError(
        .tooLargeToUndo, "store.batchTooLargeToUndo",
        "this cannot be undone: it changes \(size / 1_000_000) MB, \(limits.bytes / 1_000_000) MB can be kept"
      )
    }
    return (false, 0)
  }
}

// MARK: - Updates

extension BatchWriter {
  func update(_ request: BatchUpdateRequest) throws -> Outcome {
    for id in request.objectIDs ?? [] { try id.check(request.entity) }
    try request.checkConstants()
    let statements = BatchStatement(entity: request.entity)
    var chosen = try statements.condition(request.predicate, among: request.objectIDs)
    let isVolatile =
      request.entity.attributes.contains { $0.definition?.isVolatile == true }
      || request.predicate?.isVolatile == true
    if isVolatile {
      chosen = statements.condition(rows: try database.integers(statements.objectIDs(chosen)))
    }
    // Refuses what is wrong with the request, also if no object matches.
    let update = try statements.update(request.propertiesToUpdate, where: chosen)
    let matched = try number(statements.count(chosen))
    guard !request.propertiesToUpdate.isEmpty, matched > 0 else {
      return (
        BatchResult(matched: matched, changed: 0, objectIDs: request.resultType.noObjectIDs), 0
      )
    }
    let ids = try objectIDs(
      request.resultType, statements.objectIDs(update.condition), request.entity)
    try checkRelationships(request)
    let old = try keepOldValues(update, of: request, matched, statements)
    let changed = try ChangeLogging.around(matched, of: request.entity, model, database) {
      let changed = try run(update, request.checkedAttributes, of: request.entity)
      for derive in try statements.derive(from: update.keyPaths) { try database.run(derive) }
      return changed
    }
    if !old.areKept { try undo.dropImages() }
    return (
      BatchResult(matched: matched, changed: changed, objectIDs: ids),
      old.bytes ?? old.width.map { changed * (32 + $0) }
    )
  }

  /// Keeps the old values of an update, unless they are too large and need not be kept; returns their size, or the
  /// width of each object's if that is fixed.
  private func keepOldValues(
    _ update: BatchStatement.Update, of request: BatchUpdateRequest, _ matched: Int,
    _ statements: BatchStatement
  ) throws -> (areKept: Bool, bytes: Int?, width: Int?) {
    let width = UndoSchema.fixedWidth(of: update.columns, request.entity.attributes)
    let isSmall = width.map { matched * (32 + $0) <= limits.bytes } ?? false
    let (isKept, bytes): (Bool, Int?) =
      isSmall
      ? (true, nil)
      : try size(
        statements.bytes(of: update.columns, update.condition),
        allowsUnrestorable: request.allowsUnrestorable)
    try undo.willUpdate(
      request.entity, columns: update.columns, where: isKept ? update.condition : "0",
      isLarge: isKept && UndoBatches.isLarge(matched, update.columns, of: request.entity))
    return (isKept, bytes, width)
  }

  /// Runs an update and throws if it sets an attribute to a value that its Swift type does not have.
  private func run(
    _ update: BatchStatement.Update, _ attributes: [AttributeDescription],
    of entity: EntityDescription
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

  /// Throws when an update would relate objects to one that is not stored, or many to one that can have only one.
  private func checkRelationships(_ request: BatchUpdateRequest) throws {
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
      guard try number(query) == 1 else { throw StoreError.rowGone(id, destination) }
    }
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

// MARK: - Deletions

extension BatchWriter {
  func delete(_ request: BatchDeleteRequest) throws -> Outcome {
    for id in request.objectIDs ?? [] { try id.check(request.entity) }
    let statements = BatchStatement(entity: request.entity)
    var condition = try statements.condition(request.predicate, among: request.objectIDs)
    if !request.readsOnlyColumns {
      // Once the first list is deleted, a condition on lists no longer holds.
      condition = statements.condition(rows: try database.integers(statements.objectIDs(condition)))
    }
    let matched = try number(statements.count(condition))
    guard matched > 0 else {
      return (BatchResult(matched: 0, changed: 0, objectIDs: request.resultType.noObjectIDs), 0)
    }
    let result = BatchResult(
      matched: matched, changed: matched,
      objectIDs: try objectIDs(
        request.resultType, statements.objectIDs(condition), request.entity))
    guard !DeleteRules.apply(to: request.entity, model) else {
      try deleteByRules(statements.objectIDs(condition), request)
      return (result, nil)
    }
    let (isKept, bytes) = try size(
      statements.bytes(of: UndoSchema(entity: request.entity).columns, condition),
      allowsUnrestorable: request.allowsUnrestorable)
    try undo.keep("delete", request.entity, isKept ? condition : "0")
    try ChangeLogging.around(matched, of: request.entity, model, database) {
      for statement in statements.deletion(where: condition) { try database.run(statement) }
    }
    if !isKept { try undo.dropImages() }
    return (result, request.entity.toMany.isEmpty ? bytes : nil)
  }

  private func deleteByRules(_ objectIDs: SQLFragment, _ request: BatchDeleteRequest) throws {
    let rules = DeleteRules(model: model, database: database, undo: undo)
    try rules.delete(try database.integers(objectIDs), of: request.entity) {
      try undo.checkSize(allowsUnrestorable: request.allowsUnrestorable)
    }
    try undo.checkSize(allowsUnrestorable: request.allowsUnrestorable, atLast: true)
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
  /// An empty list of object IDs; nil when only the number was requested.
  fileprivate var noObjectIDs: [ObjectID]? { self == .objectIDs ? [] : nil }
}
