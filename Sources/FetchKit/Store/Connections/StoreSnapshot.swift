internal import GRDB

/// A consistent snapshot of a store for several reads, valid until the closure that received it returns.
public struct StoreSnapshot: StoreReading {
  let store: FetchStore
  let database: Database
  /// The access in whose closure the snapshot can be used; nil for one that no closure receives.
  private let access: StoreAccess?

  init(store: FetchStore, database: Database, access: StoreAccess? = nil) {
    self.store = store
    self.database = database
    self.access = access
  }

  /// Runs several reads on this snapshot.
  public func snapshot<Output>(_ body: (StoreSnapshot) throws -> Output) throws -> Output {
    try access?.check()
    return try storing { try body(self) }
  }
}

extension FetchStore: StoreReading {
  /// Runs several reads on one consistent snapshot of the store.
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
