/// Listens to a store for as long as it lives.
final class ChangeSubscription: Sendable {
  private let hub: ChangeHub
  private let token: Int

  init(_ store: Store, _ listener: @escaping ChangeHub.Listener) {
    store.watch()
    hub = store.changes
    token = hub.add(listener)
  }

  deinit { hub.remove(token) }
}
