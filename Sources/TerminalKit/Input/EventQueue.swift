import Synchronization

/// A queue of events from any thread to the main loop.
public final class EventQueue: Sendable {
  private struct State {
    var events: [TerminalEvent] = []
    var isWoken = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Creates an empty queue.
  public init() {}

  /// Adds an event; a resize or a mouse movement replaces a pending one of the same kind.
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

  /// Makes `next()` return even without events, for example to draw the result of a task.
  public func wake() {
    wake { _ in }
  }

  /// Returns all events since the last call, waiting for the first; empty after `wake()` and if the task is
  /// canceled. There must be only one consumer; it stays on its own actor.
  public nonisolated(nonsending) func next() async -> [TerminalEvent] {
    await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0) }
    } onCancel: {
      wake()
    }
    return take()
  }

  /// Returns the pending events without waiting.
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

/// An event of the terminal, or a signal.
public enum TerminalEvent: Hashable, Sendable {
  /// A key.
  case key(KeyPress)
  /// The mouse.
  case mouse(MouseEvent)
  /// Pasted text, unsanitized, with "\n" between lines.
  case paste(String)
  /// The terminal was resized.
  case resize(Size)
  /// The terminal's window gained (true) or lost the focus.
  case focus(Bool)
  /// SIGINT from outside; ctrl-c on the keyboard is a key.
  case interrupt
  /// SIGTERM or SIGHUP, by number.
  case terminate(Int32)
  /// SIGTSTP from outside: call the driver's `suspend()`; ctrl-z on the keyboard is a key.
  case suspend
  /// The process was resumed after a stop.
  case resumed
  /// The terminal's background color, in reply to the query at the start (0 to 255 each).
  case backgroundColor(red: UInt8, green: UInt8, blue: UInt8)
  /// The terminal was closed; no events follow.
  case hangup
}
