import TerminalKit
import FetchKit
import Venues

extension PlainFinder {
  /// Tells the filters by number, with what each would show.
  func tellFilters() async throws -> [String] {
    mode = .filter
    let (choices, entity) = (choices, origin.entity)
    let (counts, facets, total) = try await store.snapshot { store in
      (
        try FilterCounts.fetch(choices, in: entity, from: store),
        try FilterFacets.fetch(choices, FilterFacets.Query(), in: entity, from: store),
        try ListFigures.total(choices, in: entity, from: store)
      )
    }
    filters = PlainChoice.all(facets)
    let lines = filters.enumerated().map { index, choice in
      text.filter(choice, number: index + 1, choices, counts, facets)
    }
    return [strings.plainSentence(strings.matching(counts.matching, of: total))] + lines
  }

  /// Tells the orders by number.
  func orders() -> [String] {
    mode = .sort
    return SortOption.all(with: sorts).enumerated().map { index, option in
      text.order(option, number: index + 1, sorts)
    }
  }

  /// Tells counts and sums of what is shown.
  func stats() async throws -> [String] {
    let request = VenueStatistics.request(choices.predicate, in: origin.entity)
    let dictionary = try await store.dictionaries(request).first ?? [:]
    return text.statistics(VenueStatistics(dictionary))
  }

  /// Narrows or widens what is shown by what stands behind a word, and tells the list.
  func narrow(_ word: PlainWord, _ text: String) async throws -> [String] {
    switch word {
    case .search: choices.search = text
    case .category: choices.categories = text.isEmpty ? [] : [text]
    case .city: choices.cities = text.isEmpty ? [] : [text]
    case .condition: choices.condition = try condition(text)
    case .clear: choices = choices.cleared
    case .rating, .within:
      guard take(number(text), of: word, isEmpty: text.isEmpty) else {
        return [strings.plainWantsNumber(strings.plainCommand(word).names[0])]
      }
    case .list, .more, .next, .previous, .filter, .sort, .save, .saved, .forget, .near, .favorite,
      .note, .delete, .undo, .redo, .stats, .help, .quit:
      break
    }
    return try await list()
  }

  /// Measures distances from coordinates or from the first venue that has some words, and tells the list; no
  /// text brings the place of the start back.
  func measure(from text: String) async throws -> [String] {
    if text.isEmpty {
      origin = startOrigin
      return try await list()
    }
    if let place = Coordinate(text: text) {
      origin = .place(place)
      return [strings.plainSentence(strings.placed(text).capitalizedFirst)] + (try await list())
    }
    let request = PlaceSearch.request(text, in: origin.entity, limit: 1)
    guard let venue = try await store.fetch(request).first, let place = venue.location.coordinate
    else { return [strings.plainSentence(strings.wrongPlace.capitalizedFirst)] }
    origin = .place(place)
    return [strings.plainSentence(strings.placed(PlaceSearch.name(of: venue)).capitalizedFirst)]
      + (try await list())
  }

  private func condition(_ text: String) throws -> FetchPredicate? {
    guard !text.isEmpty else { return nil }
    do {
      let predicate = try FetchPredicate(format: text)
      try predicate.check(for: Venue.entity)
      return predicate
    } catch {
      var error = error
      error.format = text
      throw error
    }
  }

  /// A number with a point or a comma.
  private func number(_ text: String) -> Double? { Double(text.replacing(",", with: ".")) }

  /// Takes a rating or a radius over, or ends it for an empty text; false when it is none.
  private func take(_ number: Double?, of word: PlainWord, isEmpty: Bool) -> Bool {
    guard let number, number >= 0, number.isFinite else {
      if isEmpty, word == .rating { choices.minimumRating = nil }
      if isEmpty, word == .within { choices.toggles.remove(.walking) }
      return isEmpty
    }
    if word == .rating {
      guard number <= 10 else { return false }
      choices.minimumRating = number
    } else {
      choices.radius = number * strings.figures.units.short
      choices.toggles.insert(.walking)
    }
    return true
  }
}
