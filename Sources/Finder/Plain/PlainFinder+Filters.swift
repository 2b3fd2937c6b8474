import TerminalKit
import FetchKit
import Venues

// MARK: - Filters

extension PlainFinder {
  /// The filters by number, each with its count.
  func listFilters() async throws -> [String] {
    mode = .filter
    let (choices, entity) = (choices, origin.entity)
    let (counts, facets, total) = try await store.snapshot { store in
      var query = FilterFacets.Query()
      query.rating = choices.minimumRating ?? query.rating
      query.hasLevels = try FilterFacets.hasLevels(in: store)
      query.hasNeighborhoods = try VenueSectioning.neighborhood.hasValues(in: store)
      return (
        try FilterCounts.fetch(choices, in: entity, from: store),
        try FilterFacets.fetch(choices, query, in: entity, from: store),
        try ListTotals.total(choices, in: entity, from: store)
      )
    }
    filters = PlainChoice.all(facets, rating: choices.minimumRating)
    let lines = filters.enumerated().map { index, choice in
      formatter.filter(choice, number: index + 1, choices, counts, facets)
    }
    let matching = strings.matching(counts.matching, of: total).capitalizedFirst
    return [strings.plainSentence(matching)] + lines
  }

  /// The sort orders by number.
  func listOrders() -> [String] {
    mode = .sort
    return SortOption.all(with: sorts).enumerated().map { index, option in
      formatter.order(option, number: index + 1, sorts)
    }
  }

  /// Sorts by a key, an attribute or the title of a sort order, and shows the list; a prefix `-` sorts descending.
  func sort(by text: String) async throws -> [String] {
    let choice = SortChoice(text: text)
    let options = SortOption.all(with: sorts)
    let named = options.first { option in
      [strings.title(of: option), strings.sortKey(option.keyPath)]
        .contains { $0.foldedForSearch == text.foldedForSearch }
    }
    let option = named ?? options.first { $0.keyPath == choice?.keyPath }
    if let choice, text.hasPrefix("-") || option == nil {
      sorts = .starting(with: choice)
    } else if let option {
      sorts = option.reverses(sorts) ? sorts : option.choose(over: sorts)
    } else {
      return [strings.plainNoOrder(text)]
    }
    return try await list()
  }

  /// Counts and totals of the list.
  func statistics() async throws -> [String] {
    let radius = choices.radius
    let request = VenueStatistics.request(choices.predicate, in: origin.entity, radius: radius)
    let dictionary = try await store.dictionaries(request).first ?? [:]
    return formatter.statistics(VenueStatistics(dictionary), radius: radius)
  }

  /// Changes a part of the filter by the text after a command, and shows the list.
  func narrow(_ command: PlainCommand, _ text: String) async throws -> [String] {
    switch command {
    case .search:
      choices.search = text
      choices.similar = try await similarWords()
    case .category: choices.categories = text.isEmpty ? [] : [text]
    case .city: choices.cities = text.isEmpty ? [] : [text]
    case .neighborhood: choices.neighborhoods = text.isEmpty ? [] : [text]
    case .where:
      let condition = try condition(text)
      if let condition, !condition.variables.isEmpty { return try await fill(condition) }
      choices.condition = condition
    case .clear: choices = choices.cleared
    case .price:
      let levels = text.split { $0.isWhitespace || $0 == "," }.map { PriceLevel(text: String($0)) }
      guard !levels.contains(nil) else { return [strings.plainEnterPrice] }
      choices.prices = Set(levels.compactMap(\.self))
    case .rating:
      guard setRating(text) else { return [strings.plainEnterRating] }
    default:
      guard setRadius(text) else { return [strings.plainEnterDistance] }
    }
    return try await list()
  }

  /// Measures distances from coordinates or from the first venue with some words, and shows the
  /// list; without text, from the initial location.
  func measure(from text: String) async throws -> [String] {
    if text.isEmpty {
      origin = initialOrigin
      return try await list()
    }
    let typed = TypedCoordinates(text)
    if case .place(let place) = typed {
      origin = .place(place)
      let name = strings.format.coordinate(place)
      return [strings.plainSentence(strings.movedLocation(name))] + (try await list())
    }
    let found =
      typed == .words
      ? try await PlaceSearch(text, in: origin.entity).run(in: store, limit: 5)
      : PlaceSearch.Result()
    guard let venue = found.venues.first, let place = venue.location.coordinate else {
      return [strings.invalidLocation(typed)].compactMap(\.self).map(strings.plainSentence)
    }
    guard found.isExact else {
      return [strings.similarPlaces] + found.venues.map { PlaceSearch.name(of: $0) }
    }
    origin = .place(place)
    return [strings.plainSentence(strings.movedLocation(PlaceSearch.name(of: venue)))]
      + (try await list())
  }

  private func condition(_ text: String) throws -> FetchPredicate? {
    text.isEmpty ? nil : try .venueTemplate(text)
  }

  /// Asks for the variables of a condition, which limits the list then.
  private func fill(_ condition: FetchPredicate) async throws -> [String] {
    var filtered = choices
    filtered.condition = condition
    let predicate = filtered.chosenPredicate ?? condition
    return try await apply(predicate, sorts, template: predicate)
  }

  /// The words similar to those of a search that matches nothing; nil if there are none, or it matches.
  private func similarWords() async throws -> SimilarWords? {
    let (choices, entity) = (choices, origin.entity)
    guard !choices.search.isBlank else { return nil }
    return try await store.snapshot { store in
      guard try ListTotals.fetch(choices, in: entity, from: store).shown.count == 0 else {
        return nil
      }
      return try SearchVocabulary.fetch(from: store).similar(to: choices.search, forAll: false)
    }
  }

  /// Sets the minimum rating, or removes it for an empty text; false when it is out of range.
  private func setRating(_ text: String) -> Bool {
    guard !text.isEmpty else {
      choices.minimumRating = nil
      return true
    }
    guard let number = Double(text.replacing(",", with: ".")), VenueField.rating.allows(number)
    else { return false }
    choices.minimumRating = number
    return true
  }

  /// Sets the radius, or removes it for an empty text; false for a text that is not a distance.
  private func setRadius(_ text: String) -> Bool {
    guard !text.isEmpty else {
      choices.toggles.remove(.walking)
      return true
    }
    guard let meters = strings.format.meters(of: text) else { return false }
    choices.radius = meters
    choices[.distance] = nil
    choices.toggles.insert(.walking)
    return true
  }
}

// MARK: - Saved filters

extension PlainFinder {
  /// Saves the filter and the sort order under a name.
  func save(_ name: String) async throws -> [String] {
    guard !store.isReadOnly else { return [strings.plainSentence(strings.readOnly)] }
    guard !name.isEmpty else { return [strings.plainSentence(strings.enterName)] }
    guard choices.open == nil else { return [strings.plainSentence(strings.openIsOfNow)] }
    let filter = SavedFilter(
      name: name, predicate: (filled?.saved(choices) ?? choices).chosenPredicate,
      sort: sorts.map(\.text))
    let isReplacing = try await Task.detached { [store] in try filter.save(in: store) }.value
    return [strings.plainSentence(strings.saved(name, isReplacing: isReplacing))]
  }

  /// The saved filters by number.
  func listSaved() async throws -> [String] {
    saved = try await allSaved()
    mode = saved.isEmpty ? .list : .saved
    guard !saved.isEmpty else { return [strings.plainNothingSaved] }
    return saved.enumerated().map { index, filter in
      "\(index + 1). \(strings.plainSentence(strings.plainFact(filter.name, words(filter))))"
    }
  }

  /// Applies the saved filter with a name or a number.
  func apply(_ text: String) async throws -> [String] {
    guard let filter = try await filter(named: text) else { return [strings.plainNoSaved(text)] }
    return try await apply(filter)
  }

  /// The saved filter with a name, or else with a number of the last answer or of the order of `saved`.
  private func filter(named text: String) async throws -> SavedFilter? {
    let all = try await allSaved()
    let numbered = Int(text).flatMap { (mode == .saved ? saved : all).numbered($0) }
    return all.first { $0.name == text } ?? numbered
  }

  /// Applies a saved filter, or asks for its first variable.
  func apply(_ filter: SavedFilter) async throws -> [String] {
    let predicate = try filter.template.predicate ?? .constant(true)
    return try await apply(
      predicate, filter.sort.compactMap { SortChoice(text: $0) }, template: predicate)
  }

  /// Sets a variable and asks for the next; without a value, nothing changes.
  func fill(_ variable: PlainVariable, _ answer: PlainValue) async throws -> [String] {
    switch answer {
    case .value(let value):
      try await apply(
        variable.predicate.substituting([variable.name: value]), variable.sorts,
        template: variable.template)
    case .invalid(let text): [strings.plainNoValue(text), strings.plainEnterValue(variable)]
    case .help: [strings.plainEnterValue(variable)]
    case .cancel, .quit: try await list()
    }
  }

  /// Deletes the saved filter with a name or a number.
  func forget(_ text: String) async throws -> [String] {
    guard !store.isReadOnly else { return [strings.plainSentence(strings.readOnly)] }
    guard !text.isEmpty else { return [strings.plainSentence(strings.enterName)] }
    let name = try await filter(named: text)?.name ?? text
    let isDeleted = try await Task.detached { [store] in
      try SavedFilter.delete(name, from: store)
    }.value
    guard isDeleted else { return [strings.plainNoSaved(name)] }
    let answer = [strings.plainSentence(strings.deletedFilter(name))]
    return mode == .saved ? answer + (try await listSaved()) : answer
  }

  private func allSaved() async throws -> [SavedFilter] {
    try await Task.detached { [store] in try SavedFilter.all(in: store) }.value
  }

  /// Applies a filter whose variables have values, or asks for the first one without; `template` has all of them.
  private func apply(
    _ predicate: FetchPredicate, _ sorts: [SortChoice], template: FetchPredicate
  ) async throws -> [String] {
    if let variable = PlainVariable(predicate, sorts, template: template) {
      mode = .value(variable)
      return [strings.plainEnterValue(variable)]
    }
    let old = choices
    choices = FilterChoices(recognizing: predicate)
    choices.includesClosed = old.includesClosed
    if !choices.toggles.contains(.walking) { choices.radius = old.radius }
    filled = FilledFilter(template: FilterChoices(recognizing: template), filled: choices)
    self.sorts = sorts.isEmpty ? .standard : sorts
    return try await list()
  }

  private func words(_ filter: SavedFilter) -> String {
    guard let predicate = try? filter.template.predicate else { return filter.predicate }
    let parts = formatter.parts(of: FilterChoices(recognizing: predicate))
    return parts.isEmpty ? strings.allVenues : strings.plainList(parts)
  }
}

// MARK: - Choices

/// A filter of plain mode.
enum PlainChoice: Hashable {
  case price(PriceLevel)
  case toggle(ToggleFilter)
  case rating(Double)
  case name(Facet, String)

  /// All filters in the order of their numbers; `rating` is the minimum that is set, if any.
  static func all(_ facets: FilterFacets, rating: Double?) -> [PlainChoice] {
    PriceLevel.known.map(PlainChoice.price) + ToggleFilter.allCases.map(PlainChoice.toggle)
      + [.rating(rating ?? FilterFacets.Query().rating)]
      + Facet.allCases.flatMap { facet in facets[facet].map { .name(facet, $0.name) } }
  }

  func isOn(in choices: FilterChoices) -> Bool {
    switch self {
    case .price(let level): choices.prices.contains(level)
    case .toggle(let toggle): choices.toggles.contains(toggle)
    case .rating(let rating): choices.minimumRating == rating
    case .name(let facet, let name): choices[facet].contains(name)
    }
  }

  func toggle(in choices: inout FilterChoices) {
    switch self {
    case .price(let level): choices.prices.formSymmetricDifference([level])
    case .toggle(let toggle): choices.toggle(toggle)
    case .rating(let rating): choices.minimumRating = isOn(in: choices) ? nil : rating
    case .name(let facet, let name): choices.toggle(name, of: facet)
    }
  }

  /// The number of venues with this choice alone in its group.
  func count(_ counts: FilterCounts, _ facets: FilterFacets) -> Int {
    switch self {
    case .price(let level): counts.prices[level] ?? 0
    case .toggle(let toggle): counts.toggles[toggle] ?? 0
    case .rating: facets.rated
    case .name(let facet, let name): facets.entry(name, of: facet)?.count ?? 0
    }
  }
}
