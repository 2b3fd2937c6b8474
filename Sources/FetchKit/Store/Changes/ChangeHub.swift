internal import GRDB

/// Notifies listeners of the changes of each commit.
final class ChangeHub: Sendable {
  typealias Listener = @Sendable (StoreChanges) -> Void
  typealias Ending = @Sendable () -> Void

  private struct State {
    var sequence: Int64 = 0
    var listeners: [Int: Listener] = [:]
    /// What is called when the store is closed; nil after that.
    var endings: [Int: Ending]? = [:]
    var nextToken = 0
  }

  private let state = Protected(State())
  /// The calls of delegates of results controllers.
  @MainActor let callbacks = CallbackQueue()

  /// Sets the number of the last entry of the change log that listeners are not notified of.
  func begin(after sequence: Int64) { state.withLock { $0.sequence = sequence } }

  var sequence: Int64 { state.withLock(\.sequence) }

  /// Adds a listener, which is called on the thread that noticed the change, and returns the token that removes it.
  /// `ending` is called when the store is closed, at once if it is.
  func add(_ listener: @escaping Listener, ending: @escaping Ending = {}) -> Int {
    let (token, isClosed) = state.withLock { state in
      state.nextToken += 1
      state.listeners[state.nextToken] = listener
      state.endings?[state.nextToken] = ending
      return (state.nextToken, state.endings == nil)
    }
    if isClosed { ending() }
    return token
  }

  func remove(_ token: Int) {
    state.withLock { state in
      state.listeners[token] = nil
      state.endings?[token] = nil
    }
  }

  /// Tells the listeners that no changes will follow.
  func close() {
    let endings = state.withLock { state in
      defer { state.endings = nil }
      return state.endings ?? [:]
    }
    for ending in endings.values { ending() }
  }

  /// Changes that listeners have not been notified of.
  struct Unpublished: Sendable {
    /// The sequence numbers before and after them.
    fileprivate let start: Int64
    fileprivate let end: Int64
    fileprivate let changes: StoreChanges
  }

  /// The changes after the last published one, as a connection sees them.
  func unpublished(_ database: Database) throws -> Unpublished {
    let (start, isObserved) = state.withLock { ($0.sequence, !$0.listeners.isEmpty) }
    guard isObserved else {
      let end = try ChangeLog.lastSequence(database)
      // A listener that is added before they are published takes part.
      return Unpublished(start: start, end: end, changes: .unknown(start != end))
    }
    let (changes, end) = try ChangeLog.changes(since: start, database)
    return Unpublished(start: start, end: end, changes: changes)
  }

  /// Notifies the listeners of changes; false, and nothing, if another thread has published some of them meanwhile.
  func publish(_ unpublished: Unpublished) -> Bool {
    let listeners = state.withLock { state -> [Listener]? in
      guard state.sequence == unpublished.start else { return nil }
      state.sequence = unpublished.end
      return unpublished.changes.isEmpty ? [] : Array(state.listeners.values)
    }
    for listener in listeners ?? [] { listener(unpublished.changes) }
    return listeners != nil
  }

  /// Notifies the listeners that anything may have changed.
  func publishEverything(of model: ManagedObjectModel) {
    var changes = StoreChanges()
    for entity in model.entities { changes.add(nil, nil, of: entity.name) }
    for listener in state.withLock({ Array($0.listeners.values) }) { listener(changes) }
  }
}

/// Calls functions one after the other: one that is added by another waits until that has returned.
@MainActor
final class CallbackQueue {
  private var waiting: [() -> Void] = []
  private var isCalling = false

  nonisolated init() {}

  /// Calls a function at once, or after those that are being called.
  func call(_ body: @escaping () -> Void) {
    waiting.append(body)
    guard !isCalling else { return }
    isCalling = true
    while !waiting.isEmpty { waiting.removeFirst()() }
    isCalling = false
  }
}
