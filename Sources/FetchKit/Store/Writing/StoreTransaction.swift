internal import GRDB

/// A transaction, whose changes are all kept or all rolled back.
///
/// ```swift
/// try store.write("Sell a book") { transaction in
///   guard var book = try transaction.object(with: id, as: Book.self) else { return }
///   book.copies -= 1
///   transaction.update(book)
/// }
/// ```
///
/// Reads see the changes before them. After a change that fails, further changes do nothing and `FetchStore.write` throws.
/// A transaction cannot be copied, so it does not leave the closure that receives it.
public struct StoreTransaction: ~Copyable {
  let store: FetchStore
  let database: Database
  let undo: UndoRecorder
  private let statements: StatementCache
  /// The access in whose closure the transaction can be used; nil for one of a migration.
  private let access: StoreAccess?
  private(set) var failure: (any Error)?

  init(_ store: FetchStore, _ database: Database, _ undo: UndoRecorder) {
    self.store = store
    self.database = database
    self.undo = undo
    statements = StatementCache(database, store.model)
    access = StoreAccess.current(of: store)
  }

  /// Inserts an object and returns its object ID, with `rowID` 0 when an earlier change failed.
  @discardableResult
  public mutating func insert<Element: FetchableEntity>(_ element: Element) -> ObjectID {
    insert(into: Element.entity, { Self.storedValue(of: element, forKeyPath: $0) }) {
      try element.checkValidity(.insert)
      try Self.append(element, to: $0)
    }
  }

  /// Inserts an object and returns a reference to it, with which others can be related to it.
  @_disfavoredOverload
  public mutating func insert<Element: FetchableEntity>(_ element: Element) -> ObjectReference<
    Element
  > {
    let id: ObjectID = insert(element)
    return ObjectReference(rowID: id.rowID)
  }

  /// Inserts an object, given by key, into an entity; a key that the entity does not have is an error.
  @discardableResult
  public mutating func insert(_ object: FetchValue, into entity: EntityDescription) -> ObjectID {
    insert(into: entity, { object.value(forKeyPath: $0) }) {
      try entity.checkKeys(of: object)
      try $0.append(object)
    }
  }

  private mutating func insert(
    into entity: EntityDescription, _ value: (String) -> FetchValue?, _ fill: RowStatements.Fill
  ) -> ObjectID {
    let rowID = attempt { [statements, database, undo] in
      let rowID = try statements.of(entity).insert(fill)
      try undo.didInsert(rowID, entity)
      try RelationshipWriter(entity: entity, database: database, undo: undo).didWrite(rowID, value)
      return rowID
    }
    return ObjectID(entityName: entity.name, rowID: rowID ?? 0)
  }

  /// Overwrites the stored object with the same object ID, all of its attributes and relationships.
  ///
  /// `update(_:readAs:mergePolicy:)` keeps what others changed since the object was read.
  public mutating func update<Element: FetchableEntity>(_ element: Element) {
    guard let id = element.objectID else {
      attempt {
        throw StoreError(
          .invalidRequest, "store.noIdentity",
          "an object without an identity cannot be updated, insert it first")
      }
      return
    }
    update(id, to: element, keeping: [])
  }

  mutating func update<Element: FetchableEntity>(
    _ id: ObjectID, to element: Element, keeping relationships: Set<String>
  ) {
    let lists = Element.entity.toMany
    let kept = lists.indices.filter { relationships.contains(lists[$0].name) }
    let value = { (name: String) in
      relationships.contains(name) ? nil : Self.storedValue(of: element, forKeyPath: name)
    }
    update(id, of: Element.entity, keeping: kept, value) {
      try element.checkValidity(.update)
      try Self.append(element, to: $0)
    }
  }

  /// Overwrites a stored object with values by key; a key that the entity does not have is an error.
  public mutating func update(_ id: ObjectID, to object: FetchValue, of entity: EntityDescription) {
    let kept = entity.toMany.indices.filter {
      guard case .list? = object.value(forKeyPath: entity.toMany[$0].name) else { return true }
      return false
    }
    update(id, of: entity, keeping: kept, { object.value(forKeyPath: $0) }) {
      try entity.checkKeys(of: object)
      try $0.append(object)
    }
  }

  private mutating func update(
    _ id: ObjectID, of entity: EntityDescription, keeping kept: [Int] = [],
    _ value: (String) -> FetchValue?, _ fill: RowStatements.Fill
  ) {
    attempt { [statements, database, undo] in
      try id.check(entity)
      try undo.willUpdate(id.rowID, entity)
      let writer = RelationshipWriter(entity: entity, database: database, undo: undo)
      let circles = try writer.circles(of: id.rowID)
      try statements.of(entity).update(id.rowID, keeping: kept, fill)
      try writer.didWrite(id.rowID, circles: circles, value)
    }
  }

  private static func append<Element: FetchableEntity>(
    _ element: Element, to batch: RowBatch
  ) throws {
    guard let mapping = batch.entity.mapping(for: Element.self) else {
      return try batch.append(element.wholeValue)
    }
    try mapping.append(element, to: batch)
  }

  static func storedValue<Element: FetchableEntity>(
    of element: Element, forKeyPath keyPath: String
  ) -> FetchValue? {
    guard let mapping = Element.entity.mapping(for: Element.self) else {
      return element.value(forKeyPath: keyPath)
    }
    return mapping.storedValue(forKeyPath: keyPath, of: element)
  }

  /// Deletes an object, if it still exists, according to the delete rules of its relationships.
  public mutating func delete(_ id: ObjectID) {
    attempt { [store, statements, database, undo] in
      let entity = try store.model.check(id.entityName)
      // Without a change, the redo history stays.
      let count = try database.integer(
        "SELECT COUNT(*) FROM \(name: entity.table) WHERE pk = \(.integer(id.rowID))",
        isReused: true)
      guard count > 0 else { return }
      guard !DeleteRules.apply(to: entity, store.model) else {
        return try DeleteRules(model: store.model, database: database, undo: undo)
          .delete([id.rowID], of: entity)
      }
      try undo.willDelete(id.rowID, entity)
      try statements.of(entity).delete(id.rowID)
    }
  }

  /// Runs changes that are rolled back when `body` throws or one of them fails; the transaction goes on.
  ///
  /// ```swift
  /// try store.write("Import") { transaction in
  ///   for book in books { _ = try? transaction.savepoint { $0.insert(book) } }
  /// }
  /// ```
  @discardableResult
  public mutating func savepoint<Result>(
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result {
    try check()
    let state = undo.state
    try storing { try database.execute(sql: "SAVEPOINT fetchkit_savepoint") }
    do {
      let result = try body(&self)
      try check()
      try storing { try database.execute(sql: "RELEASE fetchkit_savepoint") }
      return result
    } catch {
      undo.state = state
      failure = nil
      attempt { [database] in
        try database.execute(sql: "ROLLBACK TO fetchkit_savepoint; RELEASE fetchkit_savepoint")
      }
      throw error
    }
  }

  /// Throws the error of an earlier change that failed, and outside of the closure that received the transaction.
  func check() throws {
    if let failure { throw failure }
    try access?.check()
  }

  @discardableResult
  mutating func attempt<Result>(_ body: () throws -> Result) -> Result? {
    guard failure == nil else { return nil }
    do {
      try check()
      return try storing(body)
    } catch {
      failure = error
      return nil
    }
  }
}

private final class StatementCache {
  private let database: Database
  private let model: ManagedObjectModel
  private var statements: [String: RowStatements] = [:]

  init(_ database: Database, _ model: ManagedObjectModel) {
    self.database = database
    self.model = model
  }

  func of(_ entity: EntityDescription) throws -> RowStatements {
    if let known = statements[entity.name] { return known }
    try model.check(entity.name)
    let new = try RowStatements(entity, database)
    statements[entity.name] = new
    return new
  }
}
