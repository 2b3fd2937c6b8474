/// Listens to a store for as long as it lives.
final class ChangeSubscription: Sendable {
  private let hub: ChangeHub
  private let token: Int

  init(_ hub: ChangeHub, _ listener: @escaping ChangeHub.Listener) {
    self.hub = hub
    token = hub.add(listener)
  }

  deinit { hub.remove(token) }
}
