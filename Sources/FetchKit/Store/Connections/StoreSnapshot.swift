internal import GRDB

/// The store as it is at one moment, for questions whose answers belong together.
///
/// It is there for as long as the work that it was given to; changes that are made meanwhile are not in it.
public struct StoreSnapshot {
  let store: Store
  let database: Database

  /// The objects of a request, in its order.
  ///
  /// Throws what `Store.fetch` does.
  public func fetch<Element>(_ request: FetchRequest<Element>) throws -> [Element] {
    try storing { try store.objects(request, database) }
  }

  /// How many results a request has.
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
  /// Asks several questions of the store as it is at one moment, in one read elsewhere.
  ///
  /// Cancelling the task throws a `CancellationError` at once and interrupts SQLite.
  public func snapshot<Output: Sendable>(
    _ body: @escaping @Sendable (StoreSnapshot) throws -> Output
  ) async throws -> Output {
    try await reading { try body(StoreSnapshot(store: self, database: $0)) }
  }
}
