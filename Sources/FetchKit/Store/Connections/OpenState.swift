internal import Dispatch

/// Whether a store is open, and how many threads use its connections.
///
/// GRDB and SQLite crash when a connection is used after it was closed.
final class OpenState: Sendable {
  private struct State {
    var users = 0
    var isClosed = false
    /// Signaled by the last user after `close` began.
    var isUnused: DispatchSemaphore?
  }

  private let state = Protected(State())

  /// Runs `body` with the connections open; throws after `close`.
  func using<Result>(_ body: () throws -> Result) throws -> Result {
    try state.withLock { state in
      guard !state.isClosed else {
        throw StoreError(.invalidRequest, "store.closed", "the store is closed")
      }
      state.users += 1
    }
    defer {
      state.withLock { state in
        state.users -= 1
        if state.users == 0 { state.isUnused?.signal() }
      }
    }
    return try body()
  }

  /// Runs `body` once, after the last use.
  func close(_ body: () throws -> Void) rethrows {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      if state.users > 0, !state.isClosed { state.isUnused = DispatchSemaphore(value: 0) }
      return !state.isClosed
    }
    guard isFirst else { return }
    state.withLock(\.isUnused)?.wait()
    try body()
  }
}
