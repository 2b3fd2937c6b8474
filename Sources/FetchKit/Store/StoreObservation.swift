/// Tells of each commit that changed an entity, for as long as it lives.
public final class StoreObservation: Sendable {
  private let subscription: ChangeSubscription

  init(_ subscription: ChangeSubscription) { self.subscription = subscription }
}

extension Store {
  /// Calls `body` on the main actor after each commit that changed objects of an entity, until the
  /// observation is released.
  public func observe(
    _ entity: EntityDescription, _ body: @escaping @MainActor @Sendable () -> Void
  ) -> StoreObservation {
    let name = entity.name
    return StoreObservation(
      ChangeSubscription(self) { changes in
        guard changes.concern(name) else { return }
        if MainQueue.isCurrent {
          MainActor.assumeIsolated(body)
        } else {
          Task { @MainActor in body() }
        }
      })
  }
}
