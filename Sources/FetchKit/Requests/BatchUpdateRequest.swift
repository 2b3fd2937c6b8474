/// A change of many objects straight in the store.
///
/// ```swift
/// BatchUpdateRequest(entity: Venue.entity, set: ["favorite": .constant(true)], where: predicate)
/// // UPDATE venue SET favorite = ? WHERE …
/// ```
public struct BatchUpdateRequest: Sendable {
  public let entity: EntityDescription
  /// The new value of each key path: a constant, or an expression over the object's attributes.
  public let propertiesToUpdate: [String: FetchExpression]
  /// Which objects; nil for all.
  public let predicate: FetchPredicate?

  public init(
    entity: EntityDescription, set properties: [String: FetchExpression],
    where predicate: FetchPredicate?
  ) {
    self.entity = entity
    propertiesToUpdate = properties
    self.predicate = predicate
  }
}

/// A deletion of many objects straight in the store.
public struct BatchDeleteRequest: Sendable {
  public let entity: EntityDescription
  /// Which objects; nil for all.
  public let predicate: FetchPredicate?

  public init(entity: EntityDescription, where predicate: FetchPredicate?) {
    self.entity = entity
    self.predicate = predicate
  }
}

/// What a batch did.
public struct BatchResult: Hashable, Sendable {
  /// Objects that the predicate chose.
  public let matched: Int
  /// Objects that are different now, or gone.
  public let changed: Int
}
