internal import GRDB

extension Store {
  /// Reads elsewhere; a cancellation returns at once and interrupts SQLite.
  func reading<Output: Sendable>(_ body: @escaping @Sendable (Database) throws -> Output)
    async throws -> Output
  {
    try await CancellableRead.run { [self] in
      try await storing {
        try await read { try $0.interruptible(body) }
      }
    }
  }
}

extension Database {
  /// Runs work of several statements so that an interruption between two of them is not lost.
  ///
  /// SQLite forgets an interruption when no statement is running (see sqlite.org/c3ref/interrupt.html): one
  /// that waits before its second row keeps it.
  fileprivate func interruptible<Output>(_ body: (Database) throws -> Output) throws -> Output {
    let anchor = try SQLiteStatement(self, sql: "SELECT 1 UNION ALL SELECT 2")
    _ = try anchor.step()
    defer { anchor.reset() }
    // Throws when the task was cancelled before the anchor held.
    try execute(sql: "SELECT 1")
    return try body(self)
  }
}
