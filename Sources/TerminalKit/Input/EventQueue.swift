import Synchronization

/// Events from any thread to the one main loop.
public final class EventQueue: Sendable {
  private struct State {
    var events: [TerminalEvent] = []
    var isWoken = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Makes an empty queue.
  public init() {}

  /// Adds an event; a resize or a mouse movement takes the place of the same kind before it.
  public func post(_ event: TerminalEvent) {
    post([event])
  }

  /// Adds events in their order.
  public func post(_ events: [TerminalEvent]) {
    guard !events.isEmpty else { return }
    wake { state in
      for event in events { Self.add(event, to: &state.events) }
    }
  }

  /// Makes `next()` return although there may be no event, for example to draw what a task found.
  public func wake() {
    wake { _ in }
  }

  /// All events since the last call, waiting for one if there is none; empty after `wake()` and
  /// when the task is cancelled.
  ///
  /// There is one consumer: handle all events, then draw once.
  public func next() async -> [TerminalEvent] {
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0) }
    } onCancel: {
      wake()
    }
    return take()
  }

  /// The events that are there, without waiting.
  public func take() -> [TerminalEvent] {
    state.withLock { state in
      defer {
        state.events = []
        state.isWoken = false
      }
      return state.events
    }
  }

  private func wait(_ continuation: CheckedContinuation<Void, Never>) {
    let isReady = state.withLock { state in
      if state.isWoken { return true }
      state.waiter = continuation
      return false
    }
    if isReady { continuation.resume() }
  }

  private func wake(_ change: (inout sending State) -> Void) {
    let waiter = state.withLock { state in
      change(&state)
      state.isWoken = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  private static func add(_ event: TerminalEvent, to events: inout [TerminalEvent]) {
    switch event {
    case .resize:
      events.removeAll { if case .resize = $0 { true } else { false } }
    case .mouse(let mouse) where mouse.kind == .drag || mouse.kind == .move:
      if case .mouse(let last)? = events.last, last.kind == mouse.kind { events.removeLast() }
    default:
      break
    }
    events.append(event)
  }
}
