internal import GRDB

extension StoreTransaction {
  /// Overwrites the stored object that has the same values at some key paths, or inserts the object where there is none.
  ///
  /// ```swift
  /// try store.write("Import") { $0.upsert(book, on: \.isbn, \.edition) }
  /// ```
  ///
  /// Without key paths, the identifier of the entity is compared. nil is equal to nothing, so an object with nil at one of
  /// the key paths is inserted. `FetchStore.write` throws when several objects have the values; a uniqueness constraint rules
  /// that out and makes the search fast. Empty to-many relationships of the object leave those that are stored as they are.
  @discardableResult
  public mutating func upsert<Element: FetchableEntity>(
    _ element: Element, on keyPaths: PartialKeyPath<Element>...
  ) -> ObjectID {
    upsert(element, onNames: keyPaths.map(Element.keyPathName))
  }

  private mutating func upsert<Element: FetchableEntity>(
    _ element: Element, onNames names: [String]
  ) -> ObjectID {
    guard let id = existing(names, of: Element.entity, { element.value(forKeyPath: $0) }) else {
      return insert(element)
    }
    let empty = Element.entity.relationships.map(\.name).filter {
      Self.storedValue(of: element, forKeyPath: $0) == .list([])
    }
    update(id, to: element, keeping: Set(empty))
    return id
  }

  /// Overwrites the stored object that has the same values at some key paths, or inserts the object, and returns a
  /// reference with which others can be related to it.
  @_disfavoredOverload
  public mutating func upsert<Element: FetchableEntity>(
    _ element: Element, on keyPaths: PartialKeyPath<Element>...
  ) -> ObjectReference<Element> {
    let id: ObjectID = upsert(element, onNames: keyPaths.map(Element.keyPathName))
    return ObjectReference(rowID: id.rowID)
  }

  /// Overwrites the stored object that has the same values at some key paths with one given by key, or inserts it.
  @discardableResult
  public mutating func upsert(
    _ object: FetchValue, into entity: EntityDescription, on keyPaths: [String]
  )
    -> ObjectID
  {
    guard let id = existing(keyPaths, of: entity, { object.value(forKeyPath: $0) }) else {
      return insert(object, into: entity)
    }
    update(id, to: object, of: entity)
    return id
  }

  /// The only object with some values; nil when there is none.
  private mutating func existing(
    _ keyPaths: [String], of entity: EntityDescription, _ value: (String) -> FetchValue?
  ) -> ObjectID? {
    let keyPaths = keyPaths.isEmpty ? [entity.identifier].compactMap(\.self) : keyPaths
    let found: ObjectID?? = attempt { [store, database] in
      guard !keyPaths.isEmpty else {
        throw StoreError(
          .invalidRequest, "store.upsertKeys",
          "an upsert of \(entity.name), which has no identifier, needs key paths to compare")
      }
      var query = FetchQuery(entity: .description(entity))
      let parts = keyPaths.map { ($0, value($0) ?? .null) }
      guard !parts.contains(where: \.1.isNull) else { return nil }
      query.predicate = .all(parts.map { .comparison(.keyPath($0), .equal, .constant($1)) })
      query.limit = 2
      let ids = try store.objectIDs(query, database)
      guard ids.count < 2 else {
        throw StoreError(
          .constraint, "store.ambiguousUpsert",
          "several objects of \(entity.name) have the same \(keyPaths.joined(separator: ", "))")
      }
      return ids.first
    }
    return found ?? nil
  }
}
