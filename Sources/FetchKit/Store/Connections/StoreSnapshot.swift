internal import GRDB

/// A consistent snapshot of a store for several reads, valid until the closure that received it returns.
public struct StoreSnapshot {
  let store: FetchStore
  let database: Database
  /// The access in whose closure the snapshot can be used; nil for one that no closure receives.
  private let access: StoreAccess?

  init(store: FetchStore, database: Database, access: StoreAccess? = nil) {
    self.store = store
    self.database = database
    self.access = access
  }

  /// Runs a read, unless the closure that received the snapshot has returned.
  private func reading<Result>(_ body: () throws -> Result) throws -> Result {
    try access?.check()
    return try storing(body)
  }

  /// The objects of a request, in its order.
  ///
  /// Throws what `FetchStore.fetch` does.
  public func fetch<Element>(_ request: FetchRequest<Element>) throws -> [Element] {
    try reading { try store.objects(request, database) }
  }

  /// The number of results of a request.
  public func count<Element>(_ request: FetchRequest<Element>) throws -> Int {
    try reading { try store.number(request.checkedQuery(), database) }
  }

  /// The identities of a request's objects, in its order.
  public func objectIDs<Element>(_ request: FetchRequest<Element>) throws -> [ObjectID] {
    try reading { try store.identities(request.checkedQuery(), database) }
  }

  /// One dictionary for each result: attributes and expressions by name, missing values absent.
  public func dictionaries<Element>(_ request: FetchRequest<Element>) throws -> [[String:
    FetchValue]]
  {
    try reading { try store.dictionaries(request.checkedQuery(), database) }
  }

  /// The object of an identity; nil when it does not exist.
  public func object<Element: FetchableEntity>(with id: ObjectID, as type: Element.Type) throws
    -> Element?
  {
    try objects(with: [id], as: type).first
  }

  /// The objects of some identities in their order, without those that do not exist.
  public func objects<Element: FetchableEntity>(with ids: [ObjectID], as type: Element.Type) throws
    -> [Element]
  {
    try reading { try store.objects(with: ids, as: type, database) }
  }

  /// The metadata of a key; nil when there is none.
  public func metadata(forKey key: String) throws -> String? {
    try reading { try Metadata.text(forKey: key, database) }
  }
}

extension FetchStore {
  /// Runs several reads on one consistent snapshot of the store.
  ///
  /// ```swift
  /// let (books, count) = try store.snapshot { (try $0.fetch(page), try $0.count(all)) }
  /// ```
  public func snapshot<Output>(_ body: (StoreSnapshot) throws -> Output) throws -> Output {
    try reading { try body(snapshot(of: $0)) }
  }

  /// Runs several reads on one consistent snapshot of the store asynchronously.
  ///
  /// Canceling the task throws a `CancellationError` at once and interrupts SQLite.
  public func snapshot<Output: Sendable>(
    _ body: @escaping @Sendable (StoreSnapshot) throws -> Output
  ) async throws -> Output {
    try await reading { try body(self.snapshot(of: $0)) }
  }

  private func snapshot(of database: Database) -> StoreSnapshot {
    StoreSnapshot(store: self, database: database, access: StoreAccess.current(of: self))
  }
}
