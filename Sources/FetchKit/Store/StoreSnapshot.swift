internal import GRDB

/// The store as it is at one moment, for requests whose results have to agree.
///
/// A snapshot is valid during the call that it was passed to. It does not see later changes.
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

  /// The ids of a request's objects, in its order.
  public func objectIDs<Element>(_ request: FetchRequest<Element>) throws -> [ObjectID] {
    try storing { try store.identities(request.query, database) }
  }

  /// The results of a request as dictionaries: attributes and expressions by name, missing values absent.
  public func dictionaries<Element>(_ request: FetchRequest<Element>) throws -> [[String: Value]] {
    try storing { try store.dictionaries(request.query, database) }
  }
}

extension Store {
  /// Runs several requests on one snapshot, without blocking.
  ///
  /// Cancelling the task throws a `CancellationError` at once and interrupts SQLite.
  public func snapshot<Output: Sendable>(
    _ body: @escaping @Sendable (StoreSnapshot) throws -> Output
  ) async throws -> Output {
    try await reading { try body(StoreSnapshot(store: self, database: $0)) }
  }
}
