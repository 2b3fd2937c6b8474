internal import Collation
public import Foundation

/// A sectioned list of a request's objects that follows the changes of the store.
///
/// ```swift
/// var request = FetchRequest<Book>()
/// request.sortDescriptors = [FetchSortDescriptor("author.name"), FetchSortDescriptor("title")]
/// let results = FetchedResultsController(request, store: store, sectionNameKeyPath: "author.name")
/// results.delegate = self
/// try results.performFetch()
/// let first = try results.object(at: IndexPath(row: 0, section: 0))
/// ```
///
/// The list has the IDs of all objects and reads their attributes in batches when they are accessed.
/// Commits of this process and of others reach its delegate as changes.
@MainActor
public final class FetchedResultsController<Element: FetchableEntity> {
  /// Receives changes after `performFetch`.
  public weak var delegate: (any FetchedResultsControllerDelegate<Element>)?
  /// Receives each change as a whole list; while it is set, `delegate` receives nothing.
  public weak var snapshotDelegate: (any FetchedResultsSnapshotDelegate<Element>)?
  /// Receives the changes of a commit as one array, before the delegate.
  public var changeObserver: (([ResultsChange]) -> Void)?
  /// The objects of the list; a change takes effect with the next `performFetch`.
  public var fetchRequest: FetchRequest<Element>
  /// The key path whose values name the sections; nil for one section.
  public let sectionNameKeyPath: String?
  /// The name under which the list is stored between launches; nil for none.
  public let cacheName: String?
  /// How moves into new or out of removed sections are reported.
  public var eventStyle = ResultsEventStyle.resolved
  /// Whether changes are looked up in the background, so that the main actor never waits for SQLite.
  public var refreshesInBackground = false

  /// Whether the list has all objects; false while it has only the first ones.
  public internal(set) var isComplete = true

  /// The store of the objects.
  public let store: FetchStore
  var stored = StoredList(ids: SectionedIDs(ids: OrderedIDs()), sequence: 0)
  /// The request of `stored`, without the limit of an incomplete list; nil before the first fetch.
  private(set) var shown: ListFetch?
  var cache: RowCache<Element>
  private(set) var generation = 0
  /// The number of refreshes that removed objects from the cache.
  var refreshes = 0
  /// The generation whose list is being fetched; nil for none.
  private(set) var pending: Int?
  /// Whether the store has changed since the last refresh began.
  var isStale = false
  var refreshing: Task<Void, Never>?
  private var subscription: StoreObservation?

  /// A list of a request's objects; it is empty until `performFetch`.
  ///
  /// Without sort descriptors the objects are in the order of their insertion. `sectionNameKeyPath` needs one for the
  /// same key path first, or an order with the same sections; otherwise `performFetch` fails.
  public init(
    _ fetchRequest: FetchRequest<Element>, store: FetchStore, sectionNameKeyPath: String? = nil,
    cacheName: String? = nil
  ) {
    self.fetchRequest = fetchRequest
    self.store = store
    self.sectionNameKeyPath = sectionNameKeyPath
    self.cacheName = cacheName
    cache = RowCache(batchSize: fetchRequest.fetchBatchSize)
    if sectionNameKeyPath != nil {
      stored = StoredList(ids: SectionedIDs(ids: OrderedIDs(), sections: []), sequence: 0)
    }
  }

  /// Fetches the list; the delegate receives no changes.
  ///
  /// Throws a `FetchPredicateError` when the request does not fit the entity and a `StoreError` when SQLite fails or the
  /// order splits a section.
  public func performFetch() throws {
    try begin()
    let own = generation
    do {
      let fetch = listFetch
      let list = try store.list(fetch, cacheName: cacheName)
      // A delegate may have fetched meanwhile.
      if own == generation { show(list, of: fetch) }
    } catch {
      catchUp(own)
      throw error
    }
  }

  /// Fetches the list without blocking; a later call supersedes this one.
  ///
  /// Returns false when it was superseded.
  @discardableResult
  public func performFetch() async throws -> Bool {
    try begin()
    let own = generation
    do {
      return try await fetchAll(listFetch, own)
    } catch {
      catchUp(own)
      throw error
    }
  }

  /// Fetches the list without blocking, its first objects before all others.
  ///
  /// `wantsFirst` decides whether the first objects become the list until all are fetched. `didShowFirst` is
  /// called when they have; the others are fetched after it returns. A list with sections is fetched at once.
  /// Returns false when a later call superseded this one. When it throws, the first objects stay the list, and
  /// the next change of the store adds the others.
  @discardableResult
  public func performFetch(
    first count: Int, wantsFirst: (FetchedIDs) -> Bool, didShowFirst: () async -> Void
  ) async throws -> Bool {
    guard cacheName == nil, sectionNameKeyPath == nil, fetchRequest.fetchLimit == 0 else {
      return try await performFetch()
    }
    try begin()
    let own = generation
    do {
      return try await fetch(listFetch, first: count, own, wantsFirst, didShowFirst)
    } catch {
      catchUp(own)
      throw error
    }
  }

  private func begin() throws {
    _ = try fetchRequest.checkedQuery()
    generation += 1
    pending = generation
    let entities = fetchRequest.query.relatedEntities(
      Element.entity, sectionNameKeyPath: sectionNameKeyPath
    ).union([Element.entity.name])
    guard subscription?.entities != entities else { return }
    subscription = StoreObservation(store, of: entities) { [weak self] in self?.refresh() }
  }

  private func fetch(
    _ fetch: ListFetch, first count: Int, _ own: Int, _ wantsFirst: (FetchedIDs) -> Bool,
    _ didShowFirst: () async -> Void
  ) async throws -> Bool {
    if let list = try await store.acceleratedList(fetch) {
      if own == generation { show(list, of: fetch) }
      return own == generation
    }
    var head = fetch
    head.query.limit = count
    let first = try await store.list(head)
    guard own == generation else { return false }
    guard first.ids.ids.count == count else {
      show(first, of: fetch)
      return true
    }
    if wantsFirst(identities(first)) {
      show(first, of: fetch, isComplete: false)
      await didShowFirst()
      guard own == generation else { return false }
    }
    return try await fetchAll(fetch, own)
  }

  /// Fetches all of a list; false when a later fetch superseded this one.
  private func fetchAll(_ fetch: ListFetch, _ own: Int) async throws -> Bool {
    let fetched = try await store.list(fetch, cacheName: cacheName)
    guard own == generation else { return false }
    show(fetched, of: fetch)
    return true
  }

  /// Refreshes the list after a failed fetch that would have done so.
  private func catchUp(_ own: Int) {
    guard own == generation else { return }
    pending = nil
    if store.changes.sequence > stored.sequence { refresh() }
  }

  /// Waits until the list reflects all changes that have been noticed.
  public func waitForChanges() async {
    await refreshing?.value
  }

  private var listFetch: ListFetch {
    ListFetch(query: fetchRequest.query, sectionNameKeyPath: sectionNameKeyPath)
  }

  var list: SectionedIDs { stored.ids }

  private func show(_ fetched: StoredList, of fetch: ListFetch, isComplete: Bool = true) {
    let isContinued = !self.isComplete && fetched.sequence == stored.sequence
    stored = fetched
    shown = fetch
    self.isComplete = isComplete
    if isComplete { pending = nil }
    if !isContinued { cache = RowCache(batchSize: fetchRequest.fetchBatchSize) }
    if store.changes.sequence > fetched.sequence { refresh() }
  }

  private func identities(_ list: StoredList) -> FetchedIDs {
    FetchedIDs(entityName: Element.entity.name, rows: list.ids.ids, version: list.version)
  }
}

// MARK: - Reading

extension FetchedResultsController {
  /// The sections in order; one without a name when there is no section key path.
  public var sections: [FetchedResultsSection<Element>] {
    list.sections.map { section($0, in: list.ids) }
  }

  /// The sections with the IDs of their objects, as they are now.
  public var snapshot: FetchedResultsSnapshot {
    FetchedResultsSnapshot(list, entityName: Element.entity.name)
  }

  /// The number of objects in all sections.
  public var numberOfObjects: Int { list.ids.count }

  /// The index title of each section, repeated where neighbors share it.
  public var sectionIndexTitles: [String] {
    list.sections.map { indexTitle(of: $0.title) ?? "" }
  }

  private func indexTitle(of name: String) -> String? {
    if let title = delegate?.controller(self, sectionIndexTitleForSectionName: name) {
      return title
    }
    return name.isEmpty ? nil : NaturalOrder.indexTitle(of: name)
  }

  /// The 0-based section of a title of `sectionIndexTitles`, given its 0-based index there; 0 for an unknown title, also
  /// in a list without sections.
  public func section(forSectionIndexTitle title: String, at index: Int) -> Int {
    sectionIndexTitles.indices.contains(index) && sectionIndexTitles[index] == title
      ? index : sectionIndexTitles.firstIndex(of: title) ?? 0
  }

  /// All objects in order, read from the store in batches; throws as `object(at:)` does.
  public var fetchedObjects: [Element] { get throws { try objects(list.ids.all) } }

  /// Returns the object at an index path.
  ///
  /// Throws a `StoreError`: `invalidRequest` for an index path outside of the list, `objectNotFound` for an object that
  /// has been deleted since the list was brought up to date, and others when it cannot be read.
  public func object(at indexPath: IndexPath) throws -> Element {
    try object(atIndex: list.layout.place(of: indexPath) ?? -1)
  }

  /// The object ID at an index path; nil when there is none.
  public func objectID(at indexPath: IndexPath) -> ObjectID? {
    list.layout.place(of: indexPath).map { id(list.ids[$0]) }
  }

  /// The index path of an object; nil when it is not in the list.
  public func indexPath(for id: ObjectID) -> IndexPath? {
    index(of: id).map(list.layout.indexPath)
  }

  /// Returns the object at a 0-based index over all sections; throws as `object(at:)` does.
  public func object(atIndex index: Int) throws -> Element {
    guard (0..<list.ids.count).contains(index) else {
      throw StoreError(.invalidRequest, "store.noRow", "the list has no object at this index")
    }
    let row = list.ids[index]
    if let known = cache[row] { return known }
    return try object(row, among: cache.batch(around: index, in: list.ids))
  }

  /// Returns an object, which is read together with others.
  private func object(_ row: Int64, among rows: [Int64]) throws -> Element {
    do {
      try load(rows)
    } catch {
      // Another object of the batch may be the one that cannot be read.
      try load([row])
    }
    guard let element = cache[row] else {
      throw StoreError(
        .objectNotFound, "store.objectNotFound", "the object is no longer in the store")
    }
    return element
  }

  func objects(_ rows: [Int64]) throws -> [Element] {
    var elements: [Element] = []
    for start in stride(from: 0, to: rows.count, by: cache.batchSize) {
      let batch = rows[start..<min(start + cache.batchSize, rows.count)]
      for row in batch {
        elements.append(try cache[row] ?? object(row, among: batch.filter { !cache.contains($0) }))
      }
    }
    return elements
  }

  /// The object at an index over all sections if it has been read already.
  public func loadedObject(atIndex index: Int) -> Element? {
    (0..<list.ids.count).contains(index) ? cache[list.ids[index]] : nil
  }

  /// Whether the object at an index over all sections has been read already.
  package func hasLoadedObject(atIndex index: Int) -> Bool {
    (0..<list.ids.count).contains(index) && cache.contains(list.ids[index])
  }

  /// The IDs of all objects as they are now; the value does not change with the list.
  public var objectIDs: FetchedIDs { identities(stored) }

  /// The 0-based index of an object over all sections; nil when it is not in the list.
  public func index(of id: ObjectID) -> Int? {
    id.entityName == Element.entity.name ? list.ids.index(of: id.rowID) : nil
  }

  /// Reads the objects at some indexes without blocking; false when the list was fetched again meanwhile.
  @discardableResult
  public func load(_ places: Range<Int>) async throws -> Bool {
    let own = (generation, refreshes)
    let missing = list.ids.ids(at: places.clamped(to: 0..<list.ids.count)).filter {
      !cache.contains($0)
    }
    guard !missing.isEmpty else { return true }
    let rows = try await store.objects(missing, of: shownQuery, as: Element.self)
    guard own.0 == generation else { return false }
    // They may have been read before the changes that the list has by now.
    guard own.1 == refreshes else { return try await load(places) }
    cache.insert(rows)
    return true
  }

  /// The query of the list; a changed request takes effect with the next fetch.
  private var shownQuery: FetchQuery { shown?.query ?? fetchRequest.query }

  private func load(_ rows: [Int64]) throws {
    cache.insert(try store.objects(rows, of: shownQuery, as: Element.self))
  }

  func section(_ section: ListSections.Section, in ids: OrderedIDs) -> FetchedResultsSection<
    Element
  > {
    FetchedResultsSection(section, indexTitle: indexTitle(of: section.title), in: ids, of: self)
  }

  private func id(_ row: Int64) -> ObjectID {
    ObjectID(entityName: Element.entity.name, rowID: row)
  }
}

/// A bounded number of objects of a list that have been read.
struct RowCache<Element: FetchableEntity> {
  let batchSize: Int
  private var objects: [Int64: Element] = [:]
  /// The rows of the list that have ever been read, of which clients may have copies.
  private(set) var readRows: Set<Int64> = []

  private static var capacity: Int { 20_000 }

  init(batchSize: Int) {
    self.batchSize = batchSize > 0 ? batchSize : 100
  }

  subscript(row: Int64) -> Element? { objects[row] }

  func contains(_ row: Int64) -> Bool { objects.index(forKey: row) != nil }

  /// Inserts objects; removes all others when there are too many.
  mutating func insert(_ elements: [Element]) {
    if objects.count + elements.count > Self.capacity { objects.removeAll(keepingCapacity: true) }
    for element in elements {
      guard let id = element.objectID else { continue }
      objects[id.rowID] = element
      readRows.insert(id.rowID)
    }
  }

  mutating func remove(_ rows: Set<Int64>) {
    guard !objects.isEmpty else { return }
    for row in rows { objects[row] = nil }
  }

  /// Removes those of some rows from the read ones that are no longer in a list.
  mutating func forget(_ rows: Set<Int64>, missingIn list: OrderedIDs) {
    for row in rows where !list.contains(row) { readRows.remove(row) }
  }

  /// The missing rows of the batch with a position.
  func batch(around index: Int, in ids: OrderedIDs) -> [Int64] {
    let start = index / batchSize * batchSize
    return ids.ids(at: start..<Swift.min(start + batchSize, ids.count)).filter {
      !contains($0)
    }
  }
}
