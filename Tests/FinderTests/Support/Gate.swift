import Synchronization

/// Keeps tasks waiting until it is opened or they are cancelled.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  /// Lets those through who wait, and all who come later.
  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume() }
  }

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

  /// Who was cancelled before is not stopped: nobody would let him through.
  private func stop(_ continuation: CheckedContinuation<Void, Never>, _ number: Int) {
    let mayGo = state.withLock { state in
      if state.isOpen || Task.isCancelled { return true }
      state.waiting[number] = continuation
      return false
    }
    if mayGo { continuation.resume() }
  }
}
