import Venues

/// Something that can be chosen on the filter screen.
enum FilterRow: Hashable {
  case price(PriceLevel)
  case toggle(ToggleFilter)
  case sort(SortOption)

  /// All rows from the top.
  static let all: [FilterRow] =
    [.cheap, .moderate, .expensive, .veryExpensive].map(FilterRow.price)
    + ToggleFilter.allCases.map(FilterRow.toggle) + SortOption.allCases.map(FilterRow.sort)
}

/// A line of the filter screen.
enum FilterLine: Hashable {
  case priceHeading
  case popularHeading
  case sortHeading
  case row(FilterRow)

  /// All lines from the top.
  static let all: [FilterLine] = FilterRow.all.flatMap { row -> [FilterLine] in
    switch row {
    case .price(.cheap): [.priceHeading, .row(row)]
    case .toggle(.deals): [.popularHeading, .row(row)]
    case .sort(.nameAscending): [.sortHeading, .row(row)]
    case .price, .toggle, .sort: [.row(row)]
    }
  }
}
