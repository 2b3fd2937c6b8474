internal import GRDB
internal import Synchronization

/// Notifies listeners of the changes of each commit.
final class ChangeHub: Sendable {
  typealias Listener = @Sendable (StoreChanges) -> Void

  private struct State {
    var sequence: Int64
    var listeners: [Int: Listener] = [:]
    var nextToken = 0
  }

  private let state: Mutex<State>
  /// The calls of delegates of results controllers.
  @MainActor let callbacks = CallbackQueue()

  init(sequence: Int64) {
    state = Mutex(State(sequence: sequence))
  }

  /// The sequence number of the last published entry of the change log.
  var sequence: Int64 { state.withLock(\.sequence) }

  /// Adds a listener, which is called on the thread that noticed the change, and returns the token that removes it.
  func add(_ listener: @escaping Listener) -> Int {
    state.withLock { state in
      state.nextToken += 1
      state.listeners[state.nextToken] = listener
      return state.nextToken
    }
  }

  func remove(_ token: Int) {
    state.withLock { _ = $0.listeners.removeValue(forKey: token) }
  }

  /// Reads the new entries of the change log and notifies the listeners.
  func publish(_ connection: StoreConnection) throws {
    let (changes, listeners) = try state.withLock { state -> (StoreChanges, [Listener]) in
      guard !state.listeners.isEmpty else {
        state.sequence = try connection.read(ChangeLog.lastSequence)
        return (StoreChanges(), [])
      }
      let (changes, last) = try connection.read { [sequence = state.sequence] in
        try ChangeLog.changes(since: sequence, $0)
      }
      state.sequence = last
      return (changes, Array(state.listeners.values))
    }
    guard !changes.isEmpty else { return }
    for listener in listeners { listener(changes) }
  }

  /// Notifies the listeners that anything may have changed.
  func publishEverything(of model: ManagedObjectModel) {
    var changes = StoreChanges()
    for entity in model.entities { changes.add(.bulk, nil, of: entity.name) }
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
