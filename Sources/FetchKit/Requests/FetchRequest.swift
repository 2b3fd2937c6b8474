/// A description of which objects of an entity to fetch, in which order.
///
/// ```swift
/// var request = FetchRequest<Venue>()
/// request.predicate = try FetchPredicate(format: "specialCount > 0")
/// request.sortDescriptors = [FetchSortDescriptor("location.distance", nils: .last)]
/// let venues = try store.fetch(request)
/// // SELECT … FROM venue WHERE special_count > ? ORDER BY distance ASC NULLS LAST, pk
/// ```
public struct FetchRequest<Element: FetchResult>: Hashable, Sendable {
  var query: FetchQuery

  /// Creates a request for the objects of an entity.
  public init(entity: EntityDescription) { query = FetchQuery(entity: .description(entity)) }

  /// Creates a request for an entity by name; the store looks it up when the request is executed.
  public init(entityName: String) { query = FetchQuery(entity: .name(entityName)) }

  /// The condition; nil for all objects.
  public var predicate: FetchPredicate? {
    get { query.predicate }
    set { query.predicate = newValue }
  }

  /// The objects to which the request is limited; nil for no limit.
  public var objectIDs: [ObjectID]? {
    get { query.objectIDs }
    set { query.objectIDs = newValue }
  }

  /// The sort order; ties are broken by primary key, so that without any objects are in the order of insertion.
  public var sortDescriptors: [FetchSortDescriptor] {
    get { query.sortDescriptors }
    set { query.sortDescriptors = newValue }
  }

  /// The number of results to skip.
  public var fetchOffset: Int {
    get { query.offset }
    set { query.offset = newValue }
  }

  /// The maximum number of results; 0 for no limit.
  public var fetchLimit: Int {
    get { query.limit }
    set { query.limit = newValue }
  }

  /// The number of rows that a results controller reads at once; 0 for 100.
  public var fetchBatchSize: Int {
    get { query.batchSize }
    set { query.batchSize = newValue }
  }

  /// The key paths of relationships whose objects are fetched together with those of the request, such as `author` and
  /// `author.publisher`: one more statement for each, whatever the number of objects.
  public var relationshipKeyPathsForPrefetching: [String] {
    get { query.prefetching }
    set { query.prefetching = newValue }
  }

  /// The columns of dictionary results; nil for all attributes.
  public var propertiesToFetch: [FetchProperty]? {
    get { query.properties }
    set { query.properties = newValue.flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// The key paths by which dictionary results are grouped.
  ///
  /// All else in the dictionaries, in their order and in `havingPredicate` has to be aggregated by a function such as
  /// `sum:`; any other key path is an error.
  public var propertiesToGroupBy: [String] {
    get { query.groupBy }
    set { query.groupBy = newValue }
  }

  /// The condition on groups; it can use the names of the fetched properties, and needs `propertiesToGroupBy`.
  public var havingPredicate: FetchPredicate? {
    get { query.having }
    set { query.having = newValue }
  }

  /// Whether equal dictionaries are returned only once.
  public var returnsDistinctResults: Bool {
    get { query.isDistinct }
    set { query.isDistinct = newValue }
  }
}

extension FetchRequest where Element: FetchableEntity {
  /// Creates a request for all objects of the type's entity.
  public init() { self.init(entity: Element.entity) }
}

extension FetchRequest {
  /// The request without the type of its results; throws when its entity describes another type.
  func checkedQuery() throws -> FetchQuery {
    guard let type = Element.self as? any FetchableEntity.Type,
      type.entity.name != query.entity.name
    else { return query }
    throw StoreError(
      .invalidRequest, "store.otherType",
      "a request for objects of the entity '\(query.entity.name)' cannot return \(String(describing: Element.self)), which the entity '\(type.entity.name)' describes"
    )
  }
}

/// A fetch request without the type of its results.
package struct FetchQuery: Hashable, Sendable {
  package enum EntityReference: Hashable, Sendable {
    case description(EntityDescription)
    case name(String)

    var name: String {
      switch self {
      case .description(let entity): entity.name
      case .name(let name): name
      }
    }
  }

  package var entity: EntityReference
  package var predicate: FetchPredicate?
  package var objectIDs: [ObjectID]?
  package var sortDescriptors: [FetchSortDescriptor] = []
  package var offset = 0
  package var limit = 0
  package var batchSize = 0
  package var properties: [FetchProperty]?
  package var groupBy: [String] = []
  package var having: FetchPredicate?
  package var isDistinct = false
  package var prefetching: [String] = []

  package init(entity: EntityReference) { self.entity = entity }

  /// Whether several objects may be one dictionary.
  package var combinesRows: Bool { isDistinct || !groupBy.isEmpty || having != nil }
}
