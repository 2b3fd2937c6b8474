/// A request that a model knows by name; its predicate may have variables such as `$RADIUS`.
public struct FetchRequestTemplate: Hashable, Sendable {
  /// The entity whose objects it is about.
  public let entityName: String
  /// Which objects; nil for all.
  public let predicate: FetchPredicate?
  /// The order of the requests; empty for the order of the primary keys.
  public let sortDescriptors: [FetchSortDescriptor]
  /// How many at most; 0 for no limit.
  public let fetchLimit: Int

  /// A template for requests of an entity.
  public init(
    entityName: String, predicate: FetchPredicate?, sortDescriptors: [FetchSortDescriptor] = [],
    fetchLimit: Int = 0
  ) {
    self.entityName = entityName
    self.predicate = predicate
    self.sortDescriptors = sortDescriptors
    self.fetchLimit = fetchLimit
  }

  /// The names of the variables that a request needs values for, without the sign.
  public var variables: Set<String> { predicate?.variables ?? [] }
}
