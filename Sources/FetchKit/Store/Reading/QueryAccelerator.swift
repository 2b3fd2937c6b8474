/// Answers requests from data derived from the rows of a store, sooner than SQLite could.
///
/// An answer equals the one of SQLite for what the snapshot sees; nil means that SQLite has to be asked. The
/// change sequence of the snapshot tells which commits, imports and restores the derived data lacks.
package protocol QueryAccelerator: Sendable {
  /// Sets what to prepare for; replaces an earlier configuration. Never waits for a query.
  func configure(_ configuration: AcceleratorConfiguration, of store: FetchStore)

  /// Derives the data of the configuration, which the first query would do otherwise.
  ///
  /// `progress` is called with the rows read so far, on another thread.
  func prepare(_ store: FetchStore, progress: (@Sendable (FetchProgress) -> Void)?) async throws

  /// Whether requests of an entity may be answered.
  func covers(_ entity: EntityDescription) -> Bool

  func count(_ query: FetchQuery, _ snapshot: StoreSnapshot) throws -> Int?

  func dictionaries(_ query: FetchQuery, _ snapshot: StoreSnapshot) throws -> [[String:
    FetchValue]]?

  /// The primary keys of a request's objects, in its order.
  func orderedIDs(_ query: FetchQuery, _ snapshot: StoreSnapshot) throws -> OrderedIDs?

  /// The primary keys of the objects of a request with a limit, in its order.
  func page(_ query: FetchQuery, _ snapshot: StoreSnapshot) throws -> [Int64]?

  /// Calls `body` with the objects of an unordered request and their numbers.
  ///
  /// Returns false, without a call, when the numbers of a key path are not known.
  func forEachBatch(
    _ query: FetchQuery, numbers keyPaths: [String], _ snapshot: StoreSnapshot,
    _ body: (NumberBatch) -> Void
  ) throws -> Bool

  /// The distinct words of an attribute's texts, which end at spaces and line ends, perhaps with some of former texts;
  /// nil when they are not known.
  func words(of keyPath: String, _ entity: EntityDescription, _ snapshot: StoreSnapshot) throws
    -> Set<String>?

  /// Offers the list of a request, which SQLite has just sorted.
  func didFetch(_ ids: OrderedIDs, of query: FetchQuery, _ snapshot: StoreSnapshot) throws
}

/// What a `QueryAccelerator` prepares for.
package struct AcceleratorConfiguration: Sendable {
  package let entity: EntityDescription
  /// The key paths that predicates, aggregates and orders use.
  package let keyPaths: [String]
  /// An order that other orders end with, itself ending with the identifier; empty for none.
  package let order: [FetchSortDescriptor]
  /// Whether derived data may be kept in a file beside the store.
  package let keepsFile: Bool
  /// Whether only what a request needs is read, from that file.
  package var isLazy: Bool

  package init(
    _ entity: EntityDescription, _ keyPaths: [String], order: [FetchSortDescriptor] = [],
    keepsFile: Bool = false, isLazy: Bool = false
  ) {
    self.entity = entity
    self.keyPaths = keyPaths
    self.order = order
    self.keepsFile = keepsFile
    self.isLazy = isLazy
  }
}

extension StoreSnapshot {
  /// Larger pages are read by SQLite, row after row.
  private static let maximumPage = 10_000

  /// The primary keys of a page of a request's objects, from derived data; nil if SQLite has to find them.
  func acceleratedPage(_ query: FetchQuery) throws -> [Int64]? {
    guard (1...Self.maximumPage).contains(query.limit), query.objectIDs == nil else { return nil }
    return try store.accelerator?.page(query, self)
  }

  /// The primary keys of the page of a request, all of whose objects are among some.
  package func page(_ query: FetchQuery, among ids: [Int64]) throws -> [Int64] {
    let sql = try FetchStatement(query, entity: store.entity(of: query))
      .rows(among: ids, sectionedBy: nil)
    return Array(try database.integers(sql).dropFirst(query.offset).prefix(query.limit))
  }
}

extension FetchStore {
  /// Answers requests before SQLite is asked; nil for none.
  package var accelerator: (any QueryAccelerator)? {
    // Derived data must not follow changes that may be rolled back.
    get { StoreAccess.current(of: self)?.isWriting == true ? nil : acceleration.withLock(\.self) }
    set { acceleration.withLock { $0 = newValue } }
  }

  /// Configures the accelerator, if there is one, and prepares it in the background.
  ///
  /// Failures are not reported: queries that come before, or after a failure, are answered by SQLite.
  package func prepareAccelerator(for configuration: AcceleratorConfiguration) {
    guard let accelerator else { return }
    accelerator.configure(configuration, of: self)
    Task.detached { [self] in try? await accelerator.prepare(self, progress: nil) }
  }
}
