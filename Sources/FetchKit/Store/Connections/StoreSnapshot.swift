internal import GRDB

/// A consistent snapshot of a store for several reads, valid until the closure that received it returns.
public struct StoreSnapshot {
  let store: Store
  let database: Database

  /// The objects of a request, in its order.
  ///
  /// Throws what `Store.fetch` does.
  public func fetch<Element>(_ request: FetchRequest<Element>) throws -> [Element] {
    try storing { try store.objects(request, database) }
  }

  /// The number of results of a request.
  public func count<Element>(_ request: FetchRequest<Element>) throws -> Int {
    try storing { try store.number(request.query, database) }
  }

  /// The identities of a request's objects, in its order.
  public func objectIDs<Element>(_ request: FetchRequest<Element>) throws -> [ObjectID] {
    try storing { try store.identities(request.query, database) }
  }

  /// One dictionary for each result: attributes and expressions by name, missing values absent.
  public func dictionaries<Element>(_ request: FetchRequest<Element>) throws -> [[String: Value]] {
    try storing { try store.dictionaries(request.query, database) }
  }
}

extension Store {
  /// Runs several reads on one consistent snapshot of the store.
  ///
  /// Canceling the task throws a `CancellationError` at once and interrupts SQLite.
  public func snapshot<Output: Sendable>(
    _ body: @escaping @Sendable (StoreSnapshot) throws -> Output
  ) async throws -> Output {
    try await reading { try body(StoreSnapshot(store: self, database: $0)) }
  }
}
