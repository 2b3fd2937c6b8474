/// A change of many objects straight in the store.
///
/// ```swift
/// BatchUpdateRequest(entity: Venue.entity, set: ["favorite": .constant(true)], where: predicate)
/// // UPDATE venue SET favorite = ? WHERE …
/// ```
public struct BatchUpdateRequest: Hashable, Sendable {
  /// The entity whose objects are meant.
  public var entity: EntityDescription
  /// The new value of each key path: a constant, or an expression over the object's attributes.
  public var propertiesToUpdate: [String: FetchExpression]
  /// Which objects; nil for all.
  public var predicate: FetchPredicate?
  /// The only objects that are meant, as far as the predicate holds for them; nil for no such limit.
  public var objectIDs: [ObjectID]?
  /// What the result tells of the objects.
  public var resultType = BatchResultType.count
  /// Whether the change is made even when it is too large to be undone.
  public var allowsUnrestorable = false

  /// A change of the objects that fulfil a predicate; of all when there is none.
  public init(
    entity: EntityDescription, set properties: [String: FetchExpression],
    where predicate: FetchPredicate? = nil
  ) {
    self.entity = entity
    propertiesToUpdate = properties
    self.predicate = predicate
  }
}

/// A deletion of many objects straight in the store.
public struct BatchDeleteRequest: Hashable, Sendable {
  /// The entity whose objects are meant.
  public var entity: EntityDescription
  /// Which objects; nil for all.
  public var predicate: FetchPredicate?
  /// The only objects that are meant, as far as the predicate holds for them; nil for no such limit.
  public var objectIDs: [ObjectID]?
  /// What the result tells of the objects.
  public var resultType = BatchResultType.count
  /// Whether the objects are deleted even when they are too many to be restored.
  public var allowsUnrestorable = false

  /// A deletion of the objects that fulfil a predicate; of all when there is none.
  public init(entity: EntityDescription, where predicate: FetchPredicate? = nil) {
    self.entity = entity
    self.predicate = predicate
  }
}

/// What a batch request tells of the objects that it changed.
public enum BatchResultType: Hashable, Sendable {
  /// How many there were.
  case count
  /// How many, and which.
  case objectIDs
}

/// What a batch did.
public struct BatchResult: Hashable, Sendable {
  /// Objects that the predicate chose.
  public let matched: Int
  /// Objects that are different now, or gone.
  public let changed: Int
  /// Their identities; nil unless they were asked for.
  public let objectIDs: [ObjectID]?

  /// The result of a batch.
  public init(matched: Int, changed: Int, objectIDs: [ObjectID]? = nil) {
    self.matched = matched
    self.changed = changed
    self.objectIDs = objectIDs
  }
}
