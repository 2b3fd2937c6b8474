import Venues

/// A choice of the filter screen.
enum FilterRow: Hashable {
  case price(PriceLevel)
  case toggle(ToggleFilter)
  case sort(SortOption)
  /// Open now, for stores with hours.
  case open
  /// The searched part of the map, while there is one.
  case area
  case field(FilterField)
  case category(String)
  case city(String)
  case neighborhood(String)

  /// The group of names that it is one of; nil for other rows.
  var facet: FilterGroup? {
    switch self {
    case .category: .category
    case .city: .city
    case .neighborhood: .neighborhood
    case .price, .toggle, .sort, .open, .area, .field: nil
    }
  }

  /// Whether it is a range of numbers.
  var isRange: Bool { if case .field(.range) = self { true } else { false } }

  /// Whether it is the first row of its group.
  var beginsGroup: Bool {
    switch self {
    case .price(.cheap), .toggle(.deals), .sort(.nameAscending), .field(.range(.price)): true
    case .field(let field): !field.isRange
    case .price, .toggle, .sort, .open, .area, .category, .city,
      .neighborhood:
      false
    }
  }

  /// The rows above the facets, from the top.
  static func fixed(hasOpen: Bool, hasArea: Bool = false, _ sorts: [SortChoice]) -> [FilterRow] {
    [.cheap, .moderate, .expensive, .veryExpensive].map(FilterRow.price)
      + ToggleFilter.allCases.map(FilterRow.toggle) + (hasOpen ? [.open] : [])
      + (hasArea ? [.area] : [])
      + SortOption.common(with: sorts).map(FilterRow.sort)
  }
}

/// A line of text on the filter screen.
enum FilterField: Hashable {
  /// A range of numbers.
  case range(RangeFilter)
  /// Filters the list of categories.
  case category
  /// Filters the list of cities.
  case city
  /// Filters the list of neighborhoods.
  case neighborhood
  /// Words that a venue must contain.
  case search
  /// A condition in the predicate language.
  case condition

  /// The group of names whose list it filters; nil for other fields.
  var facet: FilterGroup? {
    switch self {
    case .category: .category
    case .city: .city
    case .neighborhood: .neighborhood
    case .range, .search, .condition: nil
    }
  }

  /// Whether it is a range of numbers.
  var isRange: Bool { range != nil }

  /// The range that it is; nil for other fields.
  var range: RangeFilter? { if case .range(let filter) = self { filter } else { nil } }
}

/// A line of the filter screen.
enum FilterLine: Hashable {
  case priceHeading
  case popularHeading
  case sortHeading
  case rangeHeading
  case row(FilterRow)
  /// A blank line between two groups.
  case blank
  /// What is understood of a field, or what is wrong with it.
  case remark(FilterField)

  var isRemark: Bool { if case .remark = self { true } else { false } }

  /// The lines for some rows, from the top.
  static func lines(_ rows: [FilterRow], remarks: Set<FilterField>, isSpaced: Bool)
    -> [FilterLine]
  {
    var lines: [FilterLine] = []
    lines.reserveCapacity(rows.count + 12)
    for (index, row) in rows.enumerated() {
      if isSpaced, index > 0, row.beginsGroup, row != .field(.condition) { lines.append(.blank) }
      if let heading = heading(above: row) { lines.append(heading) }
      lines.append(.row(row))
      if case .field(let field) = row, remarks.contains(field) { lines.append(.remark(field)) }
    }
    return lines
  }

  private static func heading(above row: FilterRow) -> FilterLine? {
    switch row {
    case .price(.cheap): .priceHeading
    case .toggle(.deals): .popularHeading
    case .sort(.nameAscending): .sortHeading
    case .field(.range(.price)): .rangeHeading
    case .price, .toggle, .open, .area, .sort, .field, .category, .city, .neighborhood: nil
    }
  }
}
