internal import GRDB
internal import Synchronization

extension Store {
  /// Reads asynchronously; a cancellation returns at once and interrupts SQLite.
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
  /// Runs several statements so that an interruption between two of them is not lost.
  ///
  /// SQLite forgets an interruption when no statement is running (see sqlite.org/c3ref/interrupt.html), so one waits
  /// before its second row meanwhile.
  fileprivate func interruptible<Output>(_ body: (Database) throws -> Output) throws -> Output {
    let anchor = try SQLiteStatement(self, sql: "SELECT 1 UNION ALL SELECT 2")
    _ = try anchor.step()
    defer { anchor.reset() }
    // Throws when the task was cancelled before the anchor held.
    try execute(sql: "SELECT 1")
    return try body(self)
  }
}

/// Asynchronous work whose caller stops waiting as soon as it is cancelled.
///
/// SQLite does not check for interruptions while it sorts, and releasing a million results takes time: the caller
/// returns at once, and the work ends by itself.
final class CancellableRead<Output: Sendable>: Sendable {
  private enum State {
    case waiting
    case running(CheckedContinuation<Output, any Error>, Task<Void, Never>)
    case ended
  }

  private let state = Mutex(State.waiting)

  /// Runs work and waits for it; throws a `CancellationError` as soon as the task is cancelled.
  static func run(_ body: @escaping @Sendable () async throws -> Output) async throws -> Output {
    let read = CancellableRead()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { read.begin($0, body) }
    } onCancel: {
      read.cancel()
    }
  }

  private func begin(
    _ continuation: CheckedContinuation<Output, any Error>,
    _ body: @escaping @Sendable () async throws -> Output
  ) {
    let hasBegun = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .running(continuation, Task { await self.work(body) })
      return true
    }
    if !hasBegun { continuation.resume(throwing: CancellationError()) }
  }

  private func work(_ body: @Sendable () async throws -> Output) async {
    do {
      let output = try await body()
      end()?.continuation.resume(returning: output)
    } catch {
      end()?.continuation.resume(throwing: error)
    }
  }

  private func cancel() {
    guard let running = end() else { return }
    running.task.cancel()
    running.continuation.resume(throwing: CancellationError())
  }

  /// Marks the work as ended and returns what was running; nil when it had ended before.
  private func end() -> (
    continuation: CheckedContinuation<Output, any Error>, task: Task<Void, Never>
  )? {
    state.withLock { state in
      defer { state = .ended }
      guard case .running(let continuation, let task) = state else { return nil }
      return (continuation, task)
    }
  }
}
