import FetchKit
import Foundation
import Venues

extension FilterOptions {
  /// What the options choose, as far as that can be told without a store; throws for a predicate that
  /// cannot be asked.
  func choices() throws -> FilterChoices {
    var choices = FilterChoices()
    choices.prices = Set(price.map(\.level))
    choices.toggles = Set(toggles)
    if !within.isEmpty { choices.toggles.insert(.walking) }
    choices.radius = radius(walking: FilterChoices.walkingDistance)
    choices.minimumRating = rating.max()
    choices.categories = category
    choices.cities = city
    choices.search = search.joined(separator: " ")
    choices.condition = try condition { try Condition.read($0, variables: variables()) }
    choices.includesClosed = includeClosed
    return choices
  }

  /// The nearest of the distances that the options set, in meters.
  private func radius(walking: Double) -> Double {
    (within + (toggles.contains(.walking) || within.isEmpty ? [walking] : [])).min() ?? walking
  }

  /// All of the predicates; nil when there is none.
  private func condition(_ read: (String) throws -> FetchPredicate) throws -> FetchPredicate? {
    let conditions = try `where`.map(read)
    return conditions.count > 1 ? .all(conditions) : conditions.first
  }

  /// Whether no option chooses anything.
  var isEmpty: Bool {
    (try? choices().isEmpty) ?? false && saved.isEmpty && !open
  }

  /// The venues that the options choose in a store; `seesClosed` for commands that hide none.
  ///
  /// An export does not use the configured place: what it writes is what was imported.
  func query(
    _ options: StoreOptions, _ connections: StoreConnections = .one, seesClosed: Bool = false,
    usesConfiguredPlace: Bool = true
  ) throws -> VenueQuery {
    var choices = try choices()
    let configuration = try options.configuration()
    if let walking = configuration.radius { choices.radius = radius(walking: walking) }
    let store = try options.access.open(connections)
    choices.condition = try condition(choices.condition, in: store)
    if open { choices.open = try OpenMoment.now(in: store) }
    if seesClosed { choices.includesClosed = true }
    let origin = try options.access.origin(
      of: store,
      near: near?.coordinate ?? (usesConfiguredPlace ? configuration.near : nil))
    return VenueQuery(
      store: store, choices: choices, origin: origin, configuration: configuration)
  }

  /// The condition with those of the saved filters.
  private func condition(_ own: FetchPredicate?, in store: Store) throws -> FetchPredicate? {
    guard !saved.isEmpty else {
      try variables().checkUse(in: [own].compactMap(\.self), `where`)
      return own
    }
    let filters = try SavedFilter.all(in: store)
    let templates = try saved.map { try Condition.template(of: filters.named($0)) }
    try variables().checkUse(in: templates, `where`)
    let bound = try templates.map { try Condition.bound($0, variables: variables()) }
    return .all([own].compactMap(\.self) + bound)
  }

  private func variables() throws -> VariableValues { try VariableValues(`let`) }
}

/// The venues that a command is about.
struct VenueQuery {
  let store: Store
  var choices: FilterChoices
  let origin: Origin
  let configuration: Configuration

  var entity: EntityDescription { origin.entity }

  /// A request for the venues, in an order.
  func request(sortedBy sort: [SortChoice]? = nil) -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = choices.predicate
    request.sortDescriptors = sort?.descriptors ?? []
    return request
  }

  /// Says how many closed venues are not there.
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

extension FilterOptions {
  /// The predicate of the options for later: its variables stay, and saved filters become part of it.
  func template() throws -> FetchPredicate? {
    guard saved.isEmpty, !open, self.let.isEmpty else {
      throw Failure.usage("--saved, --open and --let cannot be saved")
    }
    var copy = self
    copy.where = []
    var choices = try copy.choices()
    choices.condition = try condition(Condition.readTemplate)
    return choices.chosenPredicate
  }
}

extension [SavedFilter] {
  /// The filter of a name; throws when there is none.
  func named(_ name: String) throws -> SavedFilter {
    if let filter = first(where: { $0.name == name }) { return filter }
    throw Failure.usage("there is no saved filter '\(name)'\(hint(name))")
  }

  private func hint(_ name: String) -> String {
    let names = map { "'\($0.name)'" }
    return names.isEmpty ? "" : ", there are \(names.joined(separator: ", "))"
  }
}
