import FetchKit
import Foundation
import Venues

extension FilterOptions {
  /// The filter choices that need no store; throws for an invalid predicate.
  func choices() throws -> FilterChoices {
    var choices = FilterChoices()
    choices.prices = Set(price)
    choices.toggles = Set(toggles)
    if !within.isEmpty { choices.toggles.insert(.walking) }
    choices.radius = radius(walking: FilterChoices.walkingDistance)
    choices.minimumRating = rating.max()
    choices.categories = category
    choices.cities = city
    choices.neighborhoods = neighborhood
    choices.search = search.joined(separator: " ").trimmingCharacters(in: .whitespacesAndNewlines)
    choices.condition = try condition { try Condition.read($0, variables: variables()) }
    choices.includesClosed = includeClosed
    return choices
  }

  /// The smallest of the given distances, in meters.
  private func radius(walking: Double) -> Double {
    (within + (toggles.contains(.walking) || within.isEmpty ? [walking] : [])).min() ?? walking
  }

  /// The conjunction of the predicates, or nil if there is none.
  private func condition(_ read: (String) throws -> FetchPredicate) throws -> FetchPredicate? {
    let conditions = try `where`.map(read)
    return conditions.count > 1 ? .all(conditions) : conditions.first
  }

  /// Whether no option selects anything.
  var isEmpty: Bool {
    (try? choices().isEmpty) ?? false && saved.isEmpty && !open
  }

  /// Opens the store and returns the query of the options.
  ///
  /// `usesConfiguredPlace` is false for exports, which write the distances as imported and not from
  /// `near` of the config file. `having` may use variables too.
  func query(
    _ options: StoreOptions, _ connections: StoreConnections = .one, seesClosed: Bool = false,
    usesConfiguredPlace: Bool = true, configuration: Configuration? = nil,
    having: String? = nil
  ) throws -> VenueQuery {
    var choices = try choices()
    let configuration = try configuration ?? options.configuration()
    if let walking = configuration.radius { choices.radius = radius(walking: walking) }
    let store = try options.access.open(connections)
    let filters = try savedFilters(in: store)
    choices.condition = try condition(choices.condition, having, filters)
    if open { choices.open = try OpenMoment.now(in: store) }
    if seesClosed { choices.includesClosed = true }
    let origin = try options.access.origin(
      of: store,
      near: near ?? (usesConfiguredPlace ? configuration.near : nil))
    return VenueQuery(
      store: store, choices: choices, origin: origin, configuration: configuration,
      savedSort: filters.first { !$0.sort.isEmpty }?.sort.compactMap(SortChoice.init) ?? [])
  }

  /// The saved filters that are named, in the order of their options.
  private func savedFilters(in store: FetchStore) throws -> [SavedFilter] {
    guard !saved.isEmpty else { return [] }
    let filters = try SavedFilter.all(in: store)
    return try saved.map { try filters.named($0) }
  }

  /// Combines a condition with the saved filters.
  private func condition(
    _ own: FetchPredicate?, _ having: String?, _ filters: [SavedFilter]
  ) throws -> FetchPredicate? {
    let formats = `where` + [having].compactMap(\.self)
    guard !filters.isEmpty else {
      try variables().checkUse(in: [own].compactMap(\.self), formats)
      return own
    }
    let templates = try filters.map(Condition.template)
    try variables().checkUse(in: templates, formats)
    let bound = try templates.map { try Condition.bound($0, variables: variables()) }
    return .all([own].compactMap(\.self) + bound)
  }

  func variables() throws -> VariableValues { try VariableValues(`let`) }

  /// The predicate to save, with unbound variables.
  func template() throws -> FetchPredicate? {
    guard saved.isEmpty, !open, self.let.isEmpty, near == nil, !includeClosed else {
      throw Failure.usage(
        "--saved, --open, --let, --near and --include-closed cannot be part of a saved filter; "
          + "give them with --saved where you use it")
    }
    var copy = self
    copy.where = []
    var choices = try copy.choices()
    choices.condition = try condition(FetchPredicate.venueTemplate)
    return choices.chosenPredicate
  }
}

/// The venues that a command operates on.
struct VenueQuery {
  let store: FetchStore
  var choices: FilterChoices
  let origin: Origin
  let configuration: Configuration
  /// The sort keys of the first saved filter that has some.
  let savedSort: [SortChoice]

  var entity: EntityDescription { origin.entity }

  /// The given sort keys, or else those of the saved filters.
  func sort(_ given: [SortChoice]) -> [SortChoice] { given.isEmpty ? savedSort : given }

  func request(sortedBy sort: [SortChoice]? = nil) -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = choices.predicate
    request.sortDescriptors = sort?.descriptors ?? []
    return request
  }

  /// The key paths of the filter.
  var keyPaths: Set<String> {
    choices.predicate.keyPaths.union(choices.hiddenPredicate?.keyPaths ?? [])
  }

  /// The key paths of the filter and of a sort order.
  func keyPaths(sortedBy sort: [SortChoice]) -> Set<String> {
    keyPaths.union(sort.descriptors.map(\.keyPath))
  }

  /// Prints how many closed venues are hidden, to standard error.
  func printFooter() throws {
    guard let hidden = choices.hiddenPredicate else { return }
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = hidden
    let count = try store.count(request)
    guard count > 0 else { return }
    StandardOutput.flush()
    StandardError.print("\(count) closed hidden")
  }
}

extension [SavedFilter] {
  /// Returns the filter with a name; throws if there is none.
  func named(_ name: String, code: Failure.Code = .usage) throws -> SavedFilter {
    if let filter = first(where: { $0.name == name }) { return filter }
    let names = map { "'\($0.name)'" }.joined(separator: ", ")
    throw Failure(code, "no saved filter '\(name)'" + (isEmpty ? "" : "; valid: \(names)"))
  }
}
