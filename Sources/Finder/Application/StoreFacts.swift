import FetchKit
import Foundation
import Venues

/// Facts about all venues that need a scan, kept until the store changes.
final class StoreFacts {
  /// What the filter screen offers.
  struct FilterFacts: Hashable, Sendable {
    /// Whether categories have levels.
    var hasLevels = false
    /// Whether venues have neighborhoods.
    var hasNeighborhoods = false
    /// The current minute, if any venue has hours.
    var open: OpenMoment?
  }

  private let store: FetchStore
  private var filter: Task<FilterFacts, any Error>?
  private var groupingsWithoutData: Task<Set<VenueSectioning>, any Error>?
  private var sortKeysWithoutData: Task<Set<String>, any Error>?
  private var observation: StoreObservation?

  init(_ store: FetchStore) { self.store = store }

  /// What the filter screen offers, at the current time.
  func filterFacts() async throws -> FilterFacts {
    let date = Self.minute
    var facts = try await remembered(\.filter) {
      FilterFacts(
        hasLevels: try FilterFacets.hasLevels(in: $0),
        hasNeighborhoods: try VenueSectioning.neighborhood.hasValues(in: $0),
        open: try OpenMoment.ifHoursAreKnown(in: $0, date: date))
    }
    facts.open?.date = date
    return facts
  }

  /// The groupings that no venue has a value for; distances depend on the place they start from.
  func emptyGroupings() async throws -> Set<VenueSectioning> {
    try await remembered(\.groupingsWithoutData) { store in
      Set(try VenueSectioning.allCases.filter { try $0 != .distance && !$0.hasValues(in: store) })
    }
  }

  /// The key paths of the usual sort keys and of others that no venue has a value for, with the distances from a
  /// location.
  func emptySortKeys(
    from origin: Origin, and others: [String]
  ) async throws -> Set<String> {
    let empty = try await store.snapshot { store in
      try others.filter { try !Venue.hasValues(atKeyPath: $0, in: store) }
    }
    return try await emptySortKeys(from: origin).union(empty)
  }

  /// The key paths of the usual sort keys that no venue has a value for, with the distances from a location.
  func emptySortKeys(from origin: Origin) async throws -> Set<String> {
    let keyPaths = SortOption.all(with: []).map(\.keyPath)
    var empty = try await remembered(\.sortKeysWithoutData) { store in
      Set(try keyPaths.filter { try !Venue.hasValues(atKeyPath: $0, in: store) })
    }
    if origin.coordinate != nil { empty.remove(VenueSort.distance.keyPath) }
    return empty
  }

  /// Returns the kept facts, or fetches them.
  private func remembered<Value: Sendable>(
    _ known: ReferenceWritableKeyPath<StoreFacts, Task<Value, any Error>?>,
    _ fetch: @escaping @Sendable (StoreSnapshot) throws -> Value
  ) async throws -> Value {
    if observation == nil {
      observation = store.observe(Venue.entity) { [weak self] in
        self?.filter = nil
        self?.groupingsWithoutData = nil
        self?.sortKeysWithoutData = nil
      }
    }
    let task = self[keyPath: known] ?? Task { [store] in try await store.snapshot(fetch) }
    self[keyPath: known] = task
    do {
      return try await task.value
    } catch {
      self[keyPath: known] = nil
      throw error
    }
  }

  /// Predicates of one minute are equal, and their results are cached.
  private static var minute: Date {
    let minutes = (Date().timeIntervalSinceReferenceDate / 60).rounded(.down)
    return Date(timeIntervalSinceReferenceDate: minutes * 60)
  }
}
