import FetchKit
import Foundation
import Venues

extension ConditionOptions {
  /// The filter choices; `read` parses a predicate.
  func choices(_ read: (String) throws -> FetchPredicate) throws -> FilterChoices {
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
    let predicates = try `where`.map(read)
    choices.condition = predicates.count > 1 ? .all(predicates) : predicates.first
    return choices
  }

  /// The smallest of the given distances, in meters.
  func radius(walking: Double) -> Double {
    (within + (toggles.contains(.walking) || within.isEmpty ? [walking] : [])).min() ?? walking
  }

  /// The predicate to save, with unbound variables; throws for options that a saved filter cannot keep.
  func template(without uses: UseOptions) throws -> FetchPredicate? {
    guard uses.saved.isEmpty, !uses.open, uses.let.isEmpty, uses.near == nil, !uses.includeClosed
    else {
      throw Failure.usage(
        "--saved, --open, --let, --near and --include-closed cannot be part of a saved filter; "
          + "give them with --saved where you use it")
    }
    return try choices(FetchPredicate.venueTemplate).chosenPredicate
  }
}

extension FilterOptions {
  /// The filter choices that need no store; throws for an invalid predicate.
  func choices() throws -> FilterChoices {
    var choices = try conditions.choices { try Condition.read($0, variables: variables()) }
    choices.includesClosed = uses.includeClosed
    return choices
  }

  /// Whether no option selects anything.
  var isEmpty: Bool {
    (try? choices().isEmpty) ?? false && uses.saved.isEmpty && !uses.open
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
    if let walking = configuration.radius { choices.radius = conditions.radius(walking: walking) }
    let store = try options.access.open(connections)
    let filters = try savedFilters(in: store)
    choices.condition = try condition(choices.condition, having, filters)
    if uses.open { choices.open = try OpenMoment.now(in: store) }
    if seesClosed { choices.includesClosed = true }
    let origin = try options.access.origin(
      of: store,
      near: uses.near ?? (usesConfiguredPlace ? configuration.near : nil))
    return VenueQuery(
      store: store, choices: choices, origin: origin, configuration: configuration,
      savedSort: filters.first { !$0.sort.isEmpty }?.sort.compactMap(SortChoice.init) ?? [])
  }

  /// The saved filters that are named, in the order of their options.
  private func savedFilters(in store: FetchStore) throws -> [SavedFilter] {
    guard !uses.saved.isEmpty else { return [] }
    let filters = try SavedFilter.all(in: store)
    return try uses.saved.map { try filters.named($0) }
  }

  /// Combines a condition with the saved filters.
  private func condition(
    _ own: FetchPredicate?, _ having: String?, _ filters: [SavedFilter]
  ) throws -> FetchPredicate? {
    let formats = conditions.where + [having].compactMap(\.self)
    guard !filters.isEmpty else {
      try variables().checkUse(in: [own].compactMap(\.self), formats)
      return own
    }
    let templates = try filters.map(Condition.template)
    try variables().checkUse(in: templates, formats)
    let bound = try templates.map { try Condition.bound($0, variables: variables()) }
    return .all([own].compactMap(\.self) + bound)
  }

  func variables() throws -> VariableValues { try VariableValues(uses.let) }
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

  /// The number of venues that the filter hides because they are closed.
  func hiddenCount() throws -> Int {
    try choices.hiddenPredicate.map { try store.count($0, in: entity) } ?? 0
  }

  /// Prints how many closed venues are hidden, to standard error.
  func printFooter() throws {
    let count = try hiddenCount()
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
