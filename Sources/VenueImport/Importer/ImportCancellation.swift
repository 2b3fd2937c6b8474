import Synchronization

/// Stops an import from another thread, as long as it is not about to be complete.
public final class ImportCancellation: Sendable {
  private enum State { case running, committing, cancelled }

  private let state = Mutex(State.running)

  public init() {}

  /// Asks the import to stop; false when it is too late for that: the current input is being
  /// committed.
  @discardableResult
  public func cancel() -> Bool {
    state.withLock { state in
      guard state != .committing else { return false }
      state = .cancelled
      return true
    }
  }

  /// Whether the import has been asked to stop.
  public var isCancelled: Bool { state.withLock { $0 == .cancelled } }

  /// From here on it is too late to stop; throws when it has been asked for.
  func beginCommit() throws(ImportFailure) {
    let mayCommit = state.withLock { state in
      guard state == .running else { return false }
      state = .committing
      return true
    }
    guard mayCommit else { throw .cancelled() }
  }

  /// The input is committed, or was not: the next one may be stopped.
  func endCommit() {
    state.withLock { state in
      if state == .committing { state = .running }
    }
  }
}
