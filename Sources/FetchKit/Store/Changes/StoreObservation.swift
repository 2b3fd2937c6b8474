internal import Dispatch

extension FetchStore {
  /// Calls `body` on the main actor after each commit that changed objects of an entity, until the
  /// observation is released.
  package func observe(
    _ entity: EntityDescription, _ body: @escaping @MainActor @Sendable () -> Void
  ) -> StoreObservation {
    StoreObservation(self, of: [entity.name], body)
  }
}

/// An observation of some entities, which ends when it is released.
package final class StoreObservation: Sendable {
  let entities: Set<String>
  private let hub: ChangeHub
  private let token: Int

  /// Calls `body` on the main actor, at once when a change is noticed there.
  init(
    _ store: FetchStore, of entities: Set<String>, _ body: @escaping @MainActor @Sendable () -> Void
  ) {
    store.watch()
    self.entities = entities
    hub = store.changes
    token = hub.add { changes in
      guard changes.concern(entities) else { return }
      // Inside a closure of a store the body would see the state that the closure sees.
      if MainQueue.isCurrent, !StoreAccess.isUnderWay {
        MainActor.assumeIsolated(body)
      } else {
        Task { @MainActor in body() }
      }
    }
  }

  deinit { hub.remove(token) }
}

/// Tells whether code runs on the main actor, which on Linux is a queue and not a thread.
private enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
