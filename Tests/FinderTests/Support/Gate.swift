import Synchronization

/// Keeps tasks waiting until it is opened or they are cancelled.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  /// Resumes waiting tasks; later ones do not wait.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Keeps later tasks waiting again.
  func close() { state.withLock { $0.isOpen = false } }

  func wait() async {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { stop($0, number) }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
  }

  /// A task that was canceled before must not wait: nothing would resume it.
  private func stop(_ continuation: CheckedContinuation<Void, Never>, _ number: Int) {
    let mayGo = state.withLock { state in
      if state.isOpen || Task.isCancelled { return true }
      state.waiting[number] = continuation
      return false
    }
    if mayGo { continuation.resume() }
  }
}
