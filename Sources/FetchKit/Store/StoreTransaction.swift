internal import GRDB

/// Changes on their way into the store: all of them are kept, or none.
///
/// A change that fails makes the ones after it do nothing, and `Store.write` throw.
public struct StoreTransaction {
  private let store: Store
  let database: Database
  private let undo: UndoRecorder
  private(set) var failure: (any Error)?

  init(_ store: Store, _ database: Database, _ undo: UndoRecorder) {
    self.store = store
    self.database = database
    self.undo = undo
  }

  /// Inserts an object and gives its identity; `rowID` 0 when a change before it failed.
  @discardableResult
  public mutating func insert<Element: FetchableEntity>(_ element: Element) -> ObjectID {
    insert(element.wholeValue, into: Element.entity)
  }

  /// Inserts an object, given by key, into an entity.
  @discardableResult
  public mutating func insert(_ object: Value, into entity: EntityDescription) -> ObjectID {
    let rowID = attempt { [database, undo] in
      let rowID = try RowStatements(entity, database).insert(object)
      try undo.didInsert(rowID, entity)
      return rowID
    }
    return ObjectID(entityName: entity.name, rowID: rowID ?? 0)
  }

  /// Writes an object's attributes over those that are stored under its identity.
  public mutating func update<Element: FetchableEntity>(_ element: Element) {
    guard let id = element.objectID else {
      fail("store.noIdentity", "an object without an identity cannot be updated, insert it first")
      return
    }
    update(id, to: element.wholeValue, of: Element.entity)
  }

  /// Writes an object, given by key, over the one that is stored under an identity.
  public mutating func update(_ id: ObjectID, to object: Value, of entity: EntityDescription) {
    attempt { [database, undo] in
      try undo.willUpdate(id.rowID, entity)
      try RowStatements(entity, database).update(id.rowID, to: object)
    }
  }

  /// Deletes the object of an identity; one that is no longer there is no error.
  public mutating func delete(_ id: ObjectID) {
    guard let entity = store.model.entity(named: id.entityName) else {
      fail("store.noEntity", "the model has no entity named '\(id.entityName)'")
      return
    }
    attempt { [database, undo] in
      try undo.willDelete(id.rowID, entity)
      try RowStatements(entity, database).delete(id.rowID)
    }
  }

  private mutating func fail(_ id: StaticString, _ text: ErrorMessage.Text) {
    failure = failure ?? StoreError(.invalidRequest, id, text)
  }

  @discardableResult
  mutating func attempt<Result>(_ body: () throws -> Result) -> Result? {
    guard failure == nil else { return nil }
    do {
      return try body()
    } catch {
      failure = error
      return nil
    }
  }
}
