public import FetchKit

/// The choices of a filter: groups are combined with AND, choices within a group with OR.
public struct FilterChoices: Hashable, Sendable {
  public var prices: Set<PriceLevel> = []
  public var toggles: Set<ToggleFilter> = []
  /// The walking distance in meters.
  public var radius = FilterChoices.walkingDistance
  /// The ranges of numbers other than prices, of those that are limited.
  public var ranges: [RangeFilter: NumberRange] = [:]
  /// Category names, of which a venue must have one; a final `*` matches a prefix.
  public var categories: [String] = []
  /// City names, one of which must match; a final `*` matches a prefix.
  public var cities: [String] = []
  /// Neighborhood names, one of which must match; a final `*` matches a prefix.
  public var neighborhoods: [String] = []
  /// Words that name, categories, address, cross street, neighborhoods, city or deals must contain.
  public var search = "" { didSet { if search != oldValue { similar = nil } } }
  /// The words to search for instead, which resemble the typed ones; nil for an exact search.
  public var similar: SimilarWords?
  /// The words that are searched for.
  public var searchedWords: [String] {
    similar?.all ?? search.split(whereSeparator: \.isWhitespace).map(String.init)
  }
  /// The time at which a venue must be open; nil without an open filter.
  public var open: OpenMoment?
  /// The part of the map that is searched; nil for everywhere.
  public var area: MapArea?
  /// An additional predicate; nil for none.
  public var condition: FetchPredicate?
  /// Whether permanently closed venues are included.
  public var includesClosed = false

  /// The range of a number; nil without one.
  ///
  /// The range of prices is a run of the chosen levels. Walking distance is a range of distances, which a new one
  /// replaces.
  public subscript(_ filter: RangeFilter) -> NumberRange? {
    get {
      switch filter {
      case .price: priceRange
      case .distance: ranges[.distance] ?? walkingRadius.map { NumberRange(upper: $0) }
      case .rating, .tips, .checkins: ranges[filter]
      }
    }
    set {
      if filter == .price { return priceRange = newValue }
      if filter == .distance { toggles.remove(.walking) }
      ranges[filter] = newValue
    }
  }

  /// Toggles a filter; walking distance replaces a range of distances.
  public mutating func toggle(_ toggle: ToggleFilter) {
    toggles.formSymmetricDifference([toggle])
    if toggle == .walking, walkingRadius != nil { ranges[.distance] = nil }
  }

  /// The chosen price levels as a range; nil if there are none or gaps between them.
  private var priceRange: NumberRange? {
    get {
      guard let lowest = prices.min(), let highest = prices.max(), lowest != .unknown,
        prices.count == highest.rawValue - lowest.rawValue + 1
      else { return nil }
      return NumberRange(
        lower: lowest == .cheap ? nil : Double(lowest.rawValue),
        upper: highest == .veryExpensive && lowest != .cheap ? nil : Double(highest.rawValue))
    }
    set {
      let levels = PriceLevel.known.filter { level in
        newValue.map { range in
          Double(level.rawValue) >= range.lower ?? 0
            && Double(level.rawValue) <= range.upper ?? .infinity
        } ?? false
      }
      prices = Set(levels)
    }
  }

  /// The minimum rating, 0 to 10; nil for any.
  public var minimumRating: Double? {
    get { ranges[.rating]?.lower }
    set { ranges[.rating] = newValue.map { NumberRange(lower: $0) } }
  }

  /// The distance in meters within which venues are listed; nil without the filter by walking distance.
  public var walkingRadius: Double? { toggles.contains(.walking) ? radius : nil }

  /// Walking distance in meters.
  public static let walkingDistance = 500.0

  /// Meters per minute on foot.
  public static let walkingSpeed = 80.0

  public init() {}

  /// Whether there are no choices.
  public var isEmpty: Bool { self == cleared }

  /// The choices cleared, except for the radius and closed venues.
  public var cleared: FilterChoices {
    var bare = FilterChoices()
    bare.radius = radius
    bare.includesClosed = includesClosed
    return bare
  }
}

/// A group of choices with its own counts.
public enum FilterGroup: Hashable, Sendable {
  case price
  case toggle(ToggleFilter)
  case range(RangeFilter)
  case facet(Facet)
  case search
  case open
  case area
  case condition
  case closed
}

extension FilterChoices {
  /// The groups in the order in which they are printed.
  public static let groups: [FilterGroup] =
    [.price] + ToggleFilter.allCases.map(FilterGroup.toggle)
    + RangeFilter.allCases.map(FilterGroup.range) + Facet.allCases.map(FilterGroup.facet)
    + [.search, .open, .area, .condition, .closed]

  /// The predicate of all choices.
  public var predicate: FetchPredicate { predicate(except: []) }

  /// The predicate of the other groups' choices.
  public func predicate(except groups: Set<FilterGroup>) -> FetchPredicate {
    .all(Self.groups.filter { !groups.contains($0) }.compactMap(predicate))
  }

  /// The predicate of the choices; nil without any.
  ///
  /// Unlike `predicate` it does not exclude closed venues.
  public var chosenPredicate: FetchPredicate? {
    isEmpty ? nil : predicate(except: [.closed])
  }

  /// The predicate of one group; nil without choices.
  public func predicate(of group: FilterGroup) -> FetchPredicate? {
    switch group {
    case .price: prices.isEmpty ? nil : PriceLevel.predicate(anyOf: prices)
    case .toggle(let toggle): toggles.contains(toggle) ? toggle.predicate(radius: radius) : nil
    case .range(let filter): ranges[filter].map(filter.predicate)
    case .facet(let facet): facet.predicate(self[facet])
    case .search: similar?.predicate ?? TextFilter.search(search)
    case .open: open?.predicate
    case .area: area.map { .all($0.predicates) }
    case .condition: condition
    case .closed: hidesClosed ? .comparison(.keyPath("closed"), .equal, .constant(0)) : nil
    }
  }

  /// The closed venues that match the other choices; nil if none are hidden.
  public var hiddenPredicate: FetchPredicate? {
    guard hidesClosed else { return nil }
    let isClosed = FetchPredicate.comparison(.keyPath("closed"), .equal, .constant(1))
    // First because it is cheap.
    return .all([isClosed] + [chosenPredicate].compactMap(\.self))
  }

  /// Whether closed venues are hidden: unless they are included or the condition refers to them.
  public var hidesClosed: Bool {
    !includesClosed && !(condition?.keyPaths.contains("closed") ?? false)
  }
}
