/// What to fetch: which objects of an entity, in what order, as what.
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

  /// A request for objects of an entity, given by its description.
  public init(entity: EntityDescription) { query = FetchQuery(entity: .description(entity)) }

  /// A request for objects of an entity, which is looked up in the store's model when it is executed.
  public init(entityName: String) { query = FetchQuery(entity: .name(entityName)) }

  init(query: FetchQuery) { self.query = query }

  /// Which objects; nil for all.
  public var predicate: FetchPredicate? {
    get { query.predicate }
    set { query.predicate = newValue }
  }

  /// The only objects that are meant, as far as the predicate holds for them; nil for no such limit.
  public var objectIDs: [ObjectID]? {
    get { query.objectIDs }
    set { query.objectIDs = newValue }
  }

  /// In what order; the primary key decides what is left undecided.
  public var sortDescriptors: [FetchSortDescriptor] {
    get { query.sortDescriptors }
    set { query.sortDescriptors = newValue }
  }

  /// How many results are passed over first.
  public var fetchOffset: Int {
    get { query.offset }
    set { query.offset = newValue }
  }

  /// How many results there are at most; 0 for no limit.
  public var fetchLimit: Int {
    get { query.limit }
    set { query.limit = newValue }
  }

  /// How many rows a results controller reads at once; 0 leaves it to the controller.
  public var fetchBatchSize: Int {
    get { query.batchSize }
    set { query.batchSize = newValue }
  }

  /// The columns of dictionary results; nil for all attributes.
  public var propertiesToFetch: [FetchProperty]? {
    get { query.properties }
    set { query.properties = newValue }
  }

  /// The key paths whose values make the groups of dictionary results.
  public var propertiesToGroupBy: [String] {
    get { query.groupBy }
    set { query.groupBy = newValue }
  }

  /// Which groups; it sees the names of the fetched properties.
  public var havingPredicate: FetchPredicate? {
    get { query.having }
    set { query.having = newValue }
  }

  /// Whether equal dictionaries are given once.
  public var returnsDistinctResults: Bool {
    get { query.isDistinct }
    set { query.isDistinct = newValue }
  }
}

extension FetchRequest where Element: FetchableEntity {
  /// A request for all objects of the entity.
  public init() { self.init(entity: Element.entity) }
}

/// What a request asks for, whatever its results become.
package struct FetchQuery: Hashable, Sendable {
  package enum EntityReference: Hashable, Sendable {
    case description(EntityDescription)
    case name(String)
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

  package init(entity: EntityReference) { self.entity = entity }
}
