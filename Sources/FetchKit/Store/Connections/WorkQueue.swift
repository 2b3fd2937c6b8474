internal import Dispatch
internal import GRDB
internal import GRDBSQLite

/// Runs the blocking work of asynchronous functions on threads of its own, a few at a time and in order.
///
/// A thread of the cooperative pool must never wait for SQLite: once all of them wait for a connection, nobody gives
/// one back. For the same reason no connection is held across a suspension.
final class WorkQueue: Sendable {
  private typealias Job = @Sendable () -> Void

  private struct State {
    var idle: [DispatchQueue]
    var waiting: [Job?] = []
    /// The number of jobs at the start of `waiting` that have begun.
    var begun = 0

    mutating func next() -> Job? {
      guard begun < waiting.count else {
        waiting.removeAll(keepingCapacity: true)
        begun = 0
        return nil
      }
      let job = waiting[begun]
      // A job holds what its closure captured.
      waiting[begun] = nil
      defer {
        begun += 1
        if begun > 1000, begun > waiting.count / 2 {
          waiting.removeFirst(begun)
          begun = 0
        }
      }
      return job
    }
  }

  private let state: Protected<State>

  init(width: Int) {
    state = Protected(State(idle: (0..<width).map { DispatchQueue(label: "fetchkit.work.\($0)") }))
  }

  /// Runs `body` and waits for it without a thread.
  ///
  /// Canceling the task interrupts SQLite and throws a `CancellationError`; unless `isAwaited`, it does so at once,
  /// because SQLite does not check for interruptions while it sorts, and releasing a million results takes time.
  func run<Output: Sendable>(
    isAwaited: Bool = false,
    _ body: @escaping @Sendable (WorkCancellation) throws -> Output
  ) async throws -> Output {
    let work = Work<Output>(isAwaited: isAwaited)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if work.begin(continuation) { enqueue { work.run(body) } }
      }
    } onCancel: {
      work.cancel()
    }
  }

  private func enqueue(_ job: @escaping Job) {
    let queue = state.withLock { state -> DispatchQueue? in
      guard let queue = state.idle.popLast() else {
        state.waiting.append(job)
        return nil
      }
      return queue
    }
    guard let queue else { return }
    queue.async { self.drain(queue, job) }
  }

  /// Runs a job and then those that wait, on one thread.
  private func drain(_ queue: DispatchQueue, _ first: @escaping Job) {
    var job = Optional(first)
    while let current = job {
      current()
      job = state.withLock { state in
        guard let next = state.next() else {
          state.idle.append(queue)
          return nil
        }
        return next
      }
    }
  }
}

private final class Work<Output: Sendable>: Sendable {
  private let isAwaited: Bool
  private let cancellation = WorkCancellation()
  private let continuation = Protected<CheckedContinuation<Output, any Error>?>(nil)

  init(isAwaited: Bool) { self.isAwaited = isAwaited }

  /// Stores the waiting task; false when it was canceled before.
  func begin(_ waiting: CheckedContinuation<Output, any Error>) -> Bool {
    continuation.withLock { $0 = waiting }
    guard cancellation.isCancelled else { return true }
    end(.failure(CancellationError()))
    return false
  }

  func run(_ body: (WorkCancellation) throws -> Output) {
    do {
      try cancellation.check()
      end(.success(try body(cancellation)))
    } catch let error as StoreError where error.code == .cancelled || cancellation.isCancelled {
      // SQLite reports another error where it is interrupted while it prepares a virtual table.
      end(.failure(CancellationError()))
    } catch {
      end(.failure(error))
    }
  }

  func cancel() {
    cancellation.cancel()
    if !isAwaited { end(.failure(CancellationError())) }
  }

  private func end(_ result: Result<Output, any Error>) {
    continuation.withLock { $0.take() }?.resume(with: result)
  }
}

/// The cancellation of work with a connection, which may come from any thread.
final class WorkCancellation: Sendable {
  private struct State {
    var isCancelled = false
    nonisolated(unsafe) var connection: OpaquePointer?
  }

  private let state = Protected(State())

  var isCancelled: Bool { state.withLock(\.isCancelled) }

  func check() throws { if isCancelled { throw CancellationError() } }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      if let connection = state.connection { sqlite3_interrupt(connection) }
    }
  }

  /// Runs `body`, whose statements a cancellation interrupts.
  func interrupting<Output>(_ database: Database, _ body: () throws -> Output) throws -> Output {
    nonisolated(unsafe) let connection = database.sqliteConnection
    state.withLock { $0.connection = connection }
    defer { state.withLock { $0.connection = nil } }
    try check()
    let output = try body()
    try check()
    return output
  }
}
