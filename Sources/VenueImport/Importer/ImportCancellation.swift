internal import FetchKit

/// Stops an import from another thread, as long as its current input is not being committed.
public final class ImportCancellation: Sendable {
  private struct State {
    var isRequested = false
    /// From the commit of an input until the next one begins: a report of the first may not be out yet.
    var isCommitting = false
  }

  private let state = Protected(State())

  public init() {}

  /// Asks the import to stop; false when the current input is not stopped any more, but those after it are.
  @discardableResult
  public func cancel() -> Bool {
    state.withLock { state in
      state.isRequested = true
      return !state.isCommitting
    }
  }

  /// Whether the import was canceled.
  public var isCancelled: Bool { state.withLock(\.isRequested) }

  /// Another input begins, and may be stopped.
  func beginInput() { state.withLock { $0.isCommitting = false } }

  /// The point after which the input cannot be canceled; throws if it was canceled before.
  func beginCommit() throws(ImportFailure) {
    let mayCommit = state.withLock { state in
      state.isCommitting = !state.isRequested
      return state.isCommitting
    }
    guard mayCommit else { throw ImportFailure(.cancelled) }
  }
}
