extension FetchableEntity {
  /// A reference to the stored object, which it holds; nil before it is inserted.
  public var reference: ObjectReference<Self>? { try? ObjectReference(self) }
}

extension FetchStore {
  /// The object of a reference; nil when it no longer exists.
  public func object<Element: FetchableEntity>(with reference: ObjectReference<Element>) throws
    -> Element?
  {
    try object(with: reference.id, as: Element.self)
  }

  /// Fetches the object of a reference asynchronously; nil when it no longer exists.
  public func object<Element: FetchableEntity>(with reference: ObjectReference<Element>)
    async throws -> Element?
  {
    try await object(with: reference.id, as: Element.self)
  }

  /// The objects of some references in their order, without those that no longer exist.
  public func objects<Element: FetchableEntity>(with references: [ObjectReference<Element>]) throws
    -> [Element]
  {
    try objects(with: references.map(\.id), as: Element.self)
  }
}

extension StoreTransaction {
  /// The object of a reference; nil when it does not exist.
  public func object<Element: FetchableEntity>(with reference: ObjectReference<Element>) throws
    -> Element?
  {
    try object(with: reference.id, as: Element.self)
  }

  /// Deletes the object of a reference, if it still exists, according to the delete rules of its relationships.
  public mutating func delete<Element: FetchableEntity>(_ reference: ObjectReference<Element>) {
    delete(reference.id)
  }
}
