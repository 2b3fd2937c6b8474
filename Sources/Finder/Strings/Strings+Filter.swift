import FetchKit
import Venues

// MARK: - The filter in words

extension Strings {
  var unknownPrice: String { text("filter.noPrice", "no price") }
  var mapArea: String { text("filter.mapArea", "map area") }
  var openNow: String { text("filter.openNow", "open now") }
  var closedToo: String { text("filter.includingClosed", "including closed") }
  var then: String { text("filter.then", "then") }

  func chosen(_ toggle: ToggleFilter, radius: Double) -> String {
    switch toggle {
    case .deals: text("filter.deals", "offering a deal")
    case .walking: within(format.radius(radius))
    case .tips: text("filter.tips", "with tips")
    case .favorites: text("filter.favorites", "favorites")
    }
  }

  func within(_ length: String) -> String { text("filter.within", "within {0}", length) }
}

// MARK: - The filter screen

extension Strings {
  var filters: String { text("filter.title", "Filters") }
  var price: String { title(of: VenueColumn.price) }
  var mostPopular: String { text("filter.mostPopular", "Most popular") }
  var sortBy: String { text("filter.sortBy", "Sort by") }
  /// The same on a filter that was opened from another screen than the list.
  var sortListBy: String { text("filter.sortListBy", "Sort list by") }
  var predicate: String { text("filter.predicate", "Predicate") }
  var ranges: String { text("filter.ranges", "Ranges") }
  /// Ranges as they can be typed, from the longest form to the shortest.
  var rangeExamples: [String] {
    [
      text("filter.rangeExamples", "such as 15 min or 8+"),
      text("filter.shortRangeExamples", "such as 15 min"),
    ]
  }

  func matching(_ count: Int, of total: Int) -> String {
    text(
      "filter.matching", total, one: "{1} of {0} venue matches", other: "{1} of {0} venues match",
      format.count(count))
  }

  func title(of toggle: ToggleFilter) -> String {
    switch toggle {
    case .deals: text("filter.dealsTitle", "Offering a deal")
    case .walking: text("filter.walkingTitle", "Within walking distance")
    case .tips: text("filter.tipsTitle", "Has user tips")
    case .favorites: text("filter.favoritesTitle", "Favorites")
    }
  }

  func bubbleTeaPlaces(_ count: Int) -> String {
    text("filter.places", count, one: "{0} bubble tea place", other: "{0} bubble tea places")
  }

  func places(_ count: Int) -> String {
    text("filter.anyPlaces", count, one: "{0} place", other: "{0} places")
  }

  /// From the longest form to the shortest.
  func top(_ count: Int, of total: Int) -> [String] {
    let (count, total) = (format.count(count), format.count(total))
    return [
      text("filter.topOf", "top {0} of {1}", count, total), text("filter.top", "top {0}", count),
    ]
  }
  /// The hint of the key that clears the filter on its screen.
  var clearsAll: String { text("filter.clearAll", "clear all") }
  var unitOfCounts: String { text("filter.unit", "places") }

  /// From the longest form to the shortest.
  func totalDeals(_ deals: Double, places: Int) -> [String] {
    guard places > 0 else { return [text("filter.noDeals", "no deals")] }
    let sum = text("filter.totalDeals", deals, one: "{0} total deal", other: "{0} total deals")
    let places = text("filter.atPlaces", places, one: "at {0} place", other: "at {0} places")
    return [sum, self.deals(deals)].map { text("filter.dealsAtPlaces", "{0} {1}", $0, places) }
      + [sum]
  }

  /// The rank of a sort key, in three columns, such as "1st".
  func rank(_ number: Int) -> String {
    let ends = ["st", "nd", "rd"]
    let end = ends.indices.contains(number - 1) ? ends[number - 1] : "th"
    return text("sort.rank", "{0}" + end, String(number))
  }

  func lessThan(_ meters: Double) -> String { "< \(format.radius(meters))" }

  /// The time to walk a distance, rounded up: a venue that a filter of 15 minutes leaves out says 16.
  func walkingTime(_ meters: Double) -> String { duration(walkingMinutes(meters)) }

  func walkingMinutes(_ meters: Double) -> Double {
    (meters / FilterChoices.walkingSpeed).rounded(.up)
  }

  func duration(_ minutes: Double) -> String {
    guard minutes > 60 else { return text("filter.walkingTime", "{0} min", format.count(minutes)) }
    let hours = format.count((minutes / 60).rounded(.down))
    let rest = minutes.truncatingRemainder(dividingBy: 60)
    return rest == 0
      ? text("filter.wholeHours", "{0} h", hours)
      : text("filter.walkingHours", "{0} h {1} min", hours, format.count(rest))
  }

  func title(of sort: SortOption) -> String {
    switch sort {
    case .nameAscending: text("filter.nameAscending", "Name (A-Z)")
    case .nameDescending: text("filter.nameDescending", "Name (Z-A)")
    case .key(let keyPath): sortKey(keyPath).capitalizedFirst
    }
  }

  func title(of field: FilterField) -> String {
    switch field {
    case .range(.price): text("filter.priceRange", "Price range")
    case .range(let filter): sortKey(filter.keyPath).capitalizedFirst
    case .names(let facet): title(of: facet)
    case .search: text("filter.search", "Search")
    case .condition: text("filter.condition", "Condition")
    }
  }

  /// The message about a field that keeps the filter from being applied.
  func isInvalid(_ field: FilterField) -> String {
    text("filter.invalidField", "Not valid: {0}", title(of: field))
  }

  func title(of facet: Facet) -> String {
    switch facet {
    case .category: title(of: VenueColumn.category)
    case .city: title(of: VenueColumn.city)
    case .neighborhood: title(of: VenueColumn.neighborhood)
    }
  }

  /// The hint of a key that edits a field.
  func edits(_ field: FilterField) -> String {
    switch field {
    case .names: text("filter.find", "find")
    case .range, .search, .condition: text("filter.edit", "edit")
    }
  }

  /// The hint of the key that makes an option a key of an order, reverses it, or removes it.
  func toggles(_ option: SortOption, in sorts: [SortChoice]) -> String {
    let action = option.toggleAction(in: sorts)
    guard action == .sort, let index = option.index(in: option.toggle(in: sorts)) else {
      return hint(for: action)
    }
    return text("sort.make", "make {0}", rank(index + 1))
  }

  /// The title of the group of a row.
  func groupTitle(of row: FilterRow) -> String {
    switch row {
    case .price: price
    case .toggle, .open, .area: mostPopular
    case .sort: sortBy
    case .field(.range): ranges
    case .field(let field): title(of: field)
    case .name(let facet, _): title(of: facet)
    }
  }

  /// The radius of the walking distance.
  var radius: String { text("filter.radius", "radius") }

  /// The hint of the keys that change a number in steps.
  func adjusts(_ number: String) -> String { text("filter.adjust", "adjust {0}", number) }

  /// What a key applies, such as "⏎ shows 27 venues".
  func shows(_ matches: String, key: String) -> String {
    text("filter.shows", "{0} shows {1}", key, matches)
  }

  /// The variable that a key asks for, such as "⏎ asks for $min".
  func asks(for variable: String, key: String) -> String {
    text("filter.asks", "{0} asks for {1}", key, "$" + variable)
  }

  /// The hint of a key that removes a range or sets it.
  func sets(isSet: Bool) -> String {
    isSet ? text("filter.remove", "remove") : text("filter.set", "set")
  }

  /// The choice of any number.
  var anyNumber: String { text("filter.any", "any") }

  /// The placeholder of an empty field, with the key that edits it.
  func hint(for field: FilterField, key: String) -> String {
    switch field {
    case .range: anyNumber
    case .names: text("filter.findHint", "{0} to search", key)
    case .search: text("filter.searchHint", "such as milk tea")
    case .condition: text("filter.conditionHint", "such as tips > 10")
    }
  }

  /// The placeholder of an empty field under the cursor.
  func typingHint(_ hint: String, key: String) -> String {
    text("filter.typingHint", "{1} to type, {0}", hint, key)
  }
}

extension Strings {
  /// The parts of a filter, with words of its own for some of them.
  func parts(
    of choices: FilterChoices, prices: [String], toggle: (ToggleFilter) -> String, search: String,
    condition: (FetchPredicate) -> String
  ) -> [String] {
    let toggles = ToggleFilter.allCases.filter(choices.toggles.contains).map(toggle)
    let ranges = RangeFilter.allCases.compactMap { filter in
      choices.ranges[filter].map { RangeWords(strings: self).chosen($0, of: filter) }
    }
    let names = Facet.allCases.flatMap { choices[$0] }
    let others = [
      choices.search.isEmpty ? nil : search, choices.area.map { _ in mapArea },
      choices.condition.map(condition), choices.includesClosed ? closedToo : nil,
    ]
    return prices + toggles + ranges + (choices.open == nil ? [] : [openNow]) + names
      + others.compactMap(\.self)
  }
}

// MARK: - Saved filters

extension Strings {
  var savedFilters: String { text("saved.title", "Saved filters") }
  var saveFilterAs: String { text("saved.saveAs", "Save filter as") }
  var enterName: String { text("saved.enterName", "Enter a name") }
  var openIsOfNow: String {
    text("saved.openNow", "A filter by opening hours cannot be saved")
  }

  func applied(_ name: String) -> String { text("saved.applied", "Applied {0}", name) }

  func noSaved(_ number: Int, of count: Int) -> String {
    text(
      "saved.noNumber", count, one: "No saved filter {1}; there is {0}",
      other: "No saved filter {1}; there are {0}", format.count(number))
  }

  /// The message after the number of a saved filter where there is none.
  func noFilterToShow(_ key: String) -> String {
    text("saved.noneToShow", "No saved filters yet; {0} saves one", key)
  }

  func nothingSaved(_ key: String) -> String {
    text("saved.none", "None yet; in the list, {0} saves one", key)
  }

  /// The message about a saved filter, with the key that lists them, if any.
  func saved(_ name: String, isReplacing: Bool, listKey: String? = nil) -> String {
    if isReplacing { return text("saved.didReplace", "Replaced {0}", name) }
    guard let listKey else { return text("saved.didSave", "Saved as {0}", name) }
    return text("saved.isListed", "Saved as {0}; {1} lists saved filters", name, listKey)
  }

  func deletedFilter(_ name: String) -> String { text("saved.didDelete", "Deleted {0}", name) }

  func deletesFilter(_ name: String) -> String {
    text("saved.deletes", "The saved filter “{0}” will be deleted.", name)
  }

  /// What a variable of a saved filter means, such as "Minimum tips ($MIN)".
  func valuePrompt(_ variable: String, _ use: VariableUse) -> String {
    text("saved.variable", "{0} ({1})", meaning(of: use).capitalizedFirst, "$" + variable)
  }

  private func meaning(of use: VariableUse) -> String {
    let attribute = sortKey(use.attribute.keyPath)
    switch use.comparison {
    case .greaterThan, .greaterThanOrEqual: return text("saved.minimum", "minimum {0}", attribute)
    case .lessThan, .lessThanOrEqual: return text("saved.maximum", "maximum {0}", attribute)
    case .equal, .notEqual, .between, .in, .contains, .beginsWith, .endsWith, .like, .matches,
      .typeEquals, .typeConforms:
      return attribute
    }
  }

  func answer(_ isYes: Bool) -> String {
    isYes ? text("saved.yes", "Yes") : text("saved.no", "No")
  }

  func wrongValue(_ use: VariableUse) -> String { enter(kind(of: use)) }

  func enter(_ kind: String) -> String { text("saved.enter", "Enter {0}", kind) }

  var priceKind: String { text("saved.price", "a price from $ to $$$$") }

  /// The values that a variable takes.
  func kind(of use: VariableUse) -> String {
    let kind =
      use.isLength
      ? text(
        "saved.length", "a length such as {0} or {1}", format.text(.short(500)),
        format.text(.part(1.5)))
      : use.isPrice
        ? priceKind : text(use.attribute.type.errorMessage)
    return use.isList ? text("saved.several", "{0}, or several separated by commas", kind) : kind
  }

  /// The value of a text for a variable; nil if invalid.
  func value(of text: String, for use: VariableUse) -> FetchValue? {
    guard use.isLength || use.isPrice else { return use.value(of: text) }
    let parts = use.isList ? VariableUse.elements(of: text) : [text]
    let values = parts.compactMap { part -> FetchValue? in
      use.isLength
        ? format.meters(of: part).map(FetchValue.double)
        : PriceLevel(text: part.filter { !$0.isWhitespace }).map { .integer(Int64($0.rawValue)) }
    }
    guard values.count == parts.count, let first = values.first else { return nil }
    return use.isList ? .list(values) : first
  }
}

extension VariableUse {
  /// Whether its values are strings.
  var isText: Bool { attribute.type == .string }

  /// Whether its values are lengths, which stores have in meters.
  var isLength: Bool { attribute.keyPath == VenueSort.distance.keyPath }

  /// Whether its values are price levels.
  var isPrice: Bool { attribute.keyPath == VenueSort.price.keyPath }
}

// MARK: - The query in words

extension Strings {
  var summary: String { text("query.summary", "Summary") }
  var explanation: String { text("query.title", "Explain query") }

  func title(of part: ExplainPart) -> String {
    switch part {
    case .words: summary
    case .predicate: predicate
    case .sql: "SQL"
    case .values: text("query.bindings", "Bindings")
    case .plan: text("query.plan", "Query plan")
    case .result: text("query.result", "Result")
    }
  }

  func found(_ count: Int, milliseconds: Double) -> String {
    text("query.found", "{0} in {1} ms", venues(count), format.tenths(milliseconds))
  }

  /// A comparison in words; nil where there are none.
  func comparison(_ subject: String, _ comparison: ComparisonOperator, _ object: String) -> String?
  {
    switch comparison {
    case .equal: text("query.equal", "{0} is {1}", subject, object)
    case .notEqual: text("query.notEqual", "{0} is not {1}", subject, object)
    case .lessThan: text("query.lessThan", "{0} is less than {1}", subject, object)
    case .lessThanOrEqual: text("query.atMost", "{0} is at most {1}", subject, object)
    case .greaterThan: text("query.greaterThan", "{0} is greater than {1}", subject, object)
    case .greaterThanOrEqual: text("query.atLeast", "{0} is at least {1}", subject, object)
    case .between: text("query.between", "{0} is between {1}", subject, object)
    case .in: text("query.in", "{0} is one of {1}", subject, object)
    case .contains: text("query.contains", "{0} contains {1}", subject, object)
    case .beginsWith: text("query.beginsWith", "{0} begins with {1}", subject, object)
    case .endsWith: text("query.endsWith", "{0} ends with {1}", subject, object)
    case .like, .matches: text("query.matches", "{0} matches {1}", subject, object)
    case .typeEquals, .typeConforms: nil
    }
  }

  /// How to compare text without its case, with an operator such as `CONTAINS[c]`.
  func ignoresCase(_ operation: String) -> String {
    text("query.ignoreCase", "{0} ignores case", operation)
  }

  func all(_ parts: [String]) -> String {
    parts.joined(separator: text("query.and", ", and "))
  }

  func any(_ parts: [String]) -> String { parts.joined(separator: text("query.or", ", or ")) }
  func not(_ part: String) -> String { text("query.not", "not: {0}", part) }

  func missing(_ subject: String, isMissing: Bool) -> String {
    isMissing
      ? text("query.missing", "{0} is unknown", subject)
      : text("query.present", "{0} is known", subject)
  }
}
