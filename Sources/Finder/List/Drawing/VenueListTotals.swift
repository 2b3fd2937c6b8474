import FetchKit
import TerminalKit
import Venues

/// Counts and sums of the list, recomputed in the background when the filter or the store changes.
final class VenueListTotals {
  /// The totals of some choices.
  struct Values: Hashable {
    /// nil until they have been computed for the first time.
    var list: ListTotals?
    /// The number of venues in each distance band; nil when they were not requested.
    var bands: [Int]?
    /// Whether any venue of the store has a distance.
    var hasDistances = true
    /// Whether the values belong to the choices that are shown.
    var areCurrent = false
    /// The last choices that matched any venue; nil before there were any.
    var lastMatching: FilterChoices?
    /// The key paths of sort keys that no venue has a value for; fetched when the list is empty.
    var keyPathsWithoutData: Set<String> = []

    /// The last choices with matches if the current ones have none; else nil.
    func lastFilter(before choices: FilterChoices, _ page: VenueListState.Page) -> FilterChoices? {
      let isEmpty = page.isLoaded && page.viewport.count == 0
      return isEmpty && lastMatching != choices ? lastMatching : nil
    }
  }

  /// The values to compute.
  private struct Query: Hashable {
    var choices: FilterChoices
    var origin: Origin
    var includesBands: Bool
  }

  private(set) var values = Values()
  private let context: FinderContext
  private var query: Query?
  private var task: Task<Void, Never>?
  private var observation: StoreObservation?
  /// Whether computing has started, which waits for the first rows of the list.
  private var hasStarted = false

  init(_ context: FinderContext) { self.context = context }

  /// Follows the store.
  func observe() {
    observation = context.store.observe(Venue.entity) { [weak self] in self?.compute() }
  }

  /// Starts computing and prepares the accelerator.
  func start() {
    guard !hasStarted else { return }
    hasStarted = true
    prepareAccelerator()
    compute()
  }

  /// Prepares fast totals, and fast lists in orders that end with the order by name, as all do.
  func prepareAccelerator() {
    context.store.prepareAccelerator(
      for: AcceleratorConfiguration(
        context.origin.entity, Venue.cachedKeyPaths, order: [SortChoice(.name)].descriptors,
        keepsFile: true))
  }

  /// Computes totals; the old values stay, dimmed, until the new ones are available.
  func show(_ choices: FilterChoices, includesBands: Bool) {
    let new = Query(choices: choices, origin: context.origin, includesBands: includesBands)
    guard new != query else { return }
    query = new
    compute()
  }

  /// Adds the distance bands when the terminal has become wide enough for them.
  func includeBands() {
    guard var new = query, !new.includesBands, values.list != nil else { return }
    new.includesBands = true
    query = new
    compute()
  }

  private func compute() {
    guard hasStarted, let query else { return }
    values.areCurrent = false
    task?.cancel()
    task = context.start { [self] in
      do {
        try await fetch(query)
      } catch {
        // Nothing is known of choices that could not be counted.
        if !Task.isCancelled { values.list = nil }
        throw error
      }
    }
  }

  private func fetch(_ query: Query) async throws {
    let (store, entity) = (context.store, query.origin.entity)
    let (list, bands, hasDistances) = try await store.snapshotUnlessCanceled { store in
      let list = try ListTotals.fetch(query.choices, in: entity, from: store)
      return (
        list,
        query.includesBands
          ? try VenueGroup.distanceBands(query.choices.predicate, in: entity, from: store)
          : nil,
        try query.origin.coordinate != nil || list.shown.averageDistance != nil
          || Venue.hasValues(atKeyPath: VenueSort.distance.keyPath, in: store)
      )
    }
    let matching = list.shown.count > 0 ? query.choices : values.lastMatching
    values = Values(
      list: list, bands: bands, hasDistances: hasDistances, areCurrent: true,
      lastMatching: matching, keyPathsWithoutData: values.keyPathsWithoutData)
    guard list.shown.count == 0 else { return }
    let empty = try await context.facts.emptySortKeys(from: context.origin)
    if !Task.isCancelled { values.keyPathsWithoutData = empty }
  }
}
