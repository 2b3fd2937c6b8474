/// A request that updates many objects in the store without fetching them.
///
/// ```swift
/// BatchUpdateRequest(entity: Venue.entity, set: ["favorite": .constant(true)], where: predicate)
/// // UPDATE venue SET favorite = ? WHERE …
/// ```
public struct BatchUpdateRequest: Hashable, Sendable {
  /// The entity of the objects.
  public var entity: EntityDescription
  /// The new value of each key path: a constant or an expression over the object's attributes.
  public var propertiesToUpdate: [String: FetchExpression]
  /// The condition; nil for all objects.
  public var predicate: FetchPredicate?
  /// The objects to which the request is limited; nil for no limit.
  public var objectIDs: [ObjectID]?
  /// Whether the result contains the object IDs of the changed objects.
  public var resultType = BatchResultType.count
  /// Whether to make the change even when it is too large to be undone.
  public var allowsUnrestorable = false

  /// Creates an update of the objects that match a predicate, or of all.
  public init(
    entity: EntityDescription, set properties: [String: FetchExpression],
    where predicate: FetchPredicate? = nil
  ) {
    self.entity = entity
    propertiesToUpdate = properties
    self.predicate = predicate
  }
}

/// A request that deletes many objects in the store without fetching them.
///
/// ```swift
/// let request = BatchDeleteRequest(entity: Venue.entity, where: try FetchPredicate(format: "closed == YES"))
/// let deleted = try store.perform(request).changed
/// // DELETE FROM venue WHERE closed = ?
/// ```
public struct BatchDeleteRequest: Hashable, Sendable {
  /// The entity of the objects.
  public var entity: EntityDescription
  /// The condition; nil for all objects.
  public var predicate: FetchPredicate?
  /// The objects to which the request is limited; nil for no limit.
  public var objectIDs: [ObjectID]?
  /// Whether the result contains the object IDs of the changed objects.
  public var resultType = BatchResultType.count
  /// Whether to delete the objects even when they are too many to be restored by undo.
  public var allowsUnrestorable = false

  /// Creates a deletion of the objects that match a predicate, or of all.
  public init(entity: EntityDescription, where predicate: FetchPredicate? = nil) {
    self.entity = entity
    self.predicate = predicate
  }
}

/// What the result of a batch request contains.
public enum BatchResultType: Hashable, Sendable {
  /// The number of objects.
  case count
  /// The number and the object IDs.
  case objectIDs
}

/// The result of a batch request.
public struct BatchResult: Hashable, Sendable {
  /// The number of objects that matched the predicate.
  public let matched: Int
  /// The number of objects that were changed or deleted.
  public let changed: Int
  /// The object IDs of the changed objects; nil unless `resultType` is `objectIDs`.
  public let objectIDs: [ObjectID]?

  /// Creates a result.
  public init(matched: Int, changed: Int, objectIDs: [ObjectID]? = nil) {
    self.matched = matched
    self.changed = changed
    self.objectIDs = objectIDs
  }
}
