import FetchKit
import Foundation
import Venues

/// What the filter screen asks about all venues, remembered until the store changes: the answers need a scan.
final class StoreFacts {
  struct Values: Hashable, Sendable {
    /// Whether categories have levels.
    var hasLevels = false
    /// The current minute, if any venue has hours.
    var open: OpenMoment?
  }

  private let store: FetchStore
  private var known: Task<Values, any Error>?
  private var observation: StoreObservation?

  init(_ store: FetchStore) { self.store = store }

  /// The facts, with the current time.
  func values() async throws -> Values {
    let task = known ?? start()
    do {
      var values = try await task.value
      values.open?.date = Self.minute
      return values
    } catch {
      known = nil
      throw error
    }
  }

  private func start() -> Task<Values, any Error> {
    if observation == nil {
      observation = store.observe(Venue.entity) { [weak self] in self?.known = nil }
    }
    let task = Task { [store, date = Self.minute] in
      try await store.snapshot { snapshot in
        Values(
          hasLevels: try FilterFacets.hasLevels(in: snapshot),
          open: try OpenMoment.ifHoursAreKnown(in: snapshot, date: date))
      }
    }
    known = task
    return task
  }

  /// Predicates of one minute are equal, and their results are cached.
  private static var minute: Date {
    let minutes = (Date().timeIntervalSinceReferenceDate / 60).rounded(.down)
    return Date(timeIntervalSinceReferenceDate: minutes * 60)
  }
}
