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
  case name(Facet, String)

  /// The facet that it is a name of; nil for other rows.
  var facet: Facet? { if case .name(let facet, _) = self { facet } else { nil } }

  /// Whether it is a range of numbers.
  var isRange: Bool { if case .field(.range) = self { true } else { false } }

  /// Whether it is the first row of its group.
  var beginsGroup: Bool {
    switch self {
    case .price(.cheap), .toggle(.deals), .sort(.nameAscending), .field(.range(.price)): true
    case .field(let field): !field.isRange
    case .price, .toggle, .sort, .open, .area, .name: false
    }
  }

  /// The rows above the facets, from the top.
  static func fixed(hasOpen: Bool, hasArea: Bool = false, _ sorts: [SortChoice]) -> [FilterRow] {
    PriceLevel.known.map(FilterRow.price)
      + ToggleFilter.allCases.map(FilterRow.toggle) + (hasOpen ? [.open] : [])
      + (hasArea ? [.area] : [])
      + SortOption.common(with: sorts).map(FilterRow.sort)
  }
}

/// A line of text on the filter screen.
enum FilterField: Hashable {
  /// A range of numbers.
  case range(RangeFilter)
  /// Filters a list of names.
  case names(Facet)
  /// Words that a venue must contain.
  case search
  /// A condition in the predicate language.
  case condition

  /// The facet whose names it filters; nil for other fields.
  var facet: Facet? { if case .names(let facet) = self { facet } else { nil } }

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
    case .price, .toggle, .open, .area, .sort, .field, .name: nil
    }
  }
}
