import Venues

/// A filter of the plain finder, by its number.
enum PlainChoice: Hashable {
  case price(PriceLevel)
  case toggle(ToggleFilter)
  case rating(Double)
  case category(String)
  case city(String)

  /// All of them, the first one has the number 1.
  static func all(_ facets: FilterFacets) -> [PlainChoice] {
    let prices = [PriceLevel.cheap, .moderate, .expensive, .veryExpensive]
    return prices.map(PlainChoice.price) + ToggleFilter.allCases.map(PlainChoice.toggle)
      + [.rating(FilterFacets.Query().rating)]
      + facets.categories.map { .category($0.name) } + facets.cities.map { .city($0.name) }
  }

  func isOn(in choices: FilterChoices) -> Bool {
    switch self {
    case .price(let level): choices.prices.contains(level)
    case .toggle(let toggle): choices.toggles.contains(toggle)
    case .rating(let rating): choices.minimumRating == rating
    case .category(let name): choices.categories.contains(name)
    case .city(let name): choices.cities.contains(name)
    }
  }

  func toggle(in choices: inout FilterChoices) {
    switch self {
    case .price(let level): choices.prices.formSymmetricDifference([level])
    case .toggle(let toggle): choices.toggles.formSymmetricDifference([toggle])
    case .rating(let rating): choices.minimumRating = isOn(in: choices) ? nil : rating
    case .category(let name): choices.categories.toggle(name)
    case .city(let name): choices.cities.toggle(name)
    }
  }

  /// How many places it would show, alone in its group.
  func count(_ counts: FilterCounts, _ facets: FilterFacets) -> Int {
    switch self {
    case .price(let level): counts.prices[level] ?? 0
    case .toggle(let toggle): counts.toggles[toggle] ?? 0
    case .rating: facets.rated
    case .category(let name): facets.categories.first { $0.name == name }?.count ?? 0
    case .city(let name): facets.cities.first { $0.name == name }?.count ?? 0
    }
  }
}

extension [String] {
  /// Takes a text in, or out when it is there.
  mutating func toggle(_ text: String) {
    if contains(text) { removeAll { $0 == text } } else { append(text) }
  }
}
