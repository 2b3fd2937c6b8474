public import FetchKit

/// What a person chose to see: each group narrows the list, choices within a group widen it.
public struct FilterChoices: Hashable, Sendable {
  public var prices: Set<PriceLevel> = []
  public var toggles: Set<ToggleFilter> = []
  /// What walking distance means, in meters.
  public var radius = FilterChoices.walkingDistance
  /// The least rating, 0 to 10; nil for any.
  public var minimumRating: Double?
  /// Names of categories, any of which a place may have; a `*` at the end stands for any ending.
  public var categories: [String] = []
  /// Names of cities, in any of which a place may be; a `*` at the end stands for any ending.
  public var cities: [String] = []
  /// Words that a place's name, categories, address, cross street or city have to contain.
  public var search = ""
  /// The moment at which a place has to be open; nil for any place.
  public var open: OpenMoment?
  /// A condition of the user's own; nil for none.
  public var condition: FetchPredicate?
  /// Whether places that have closed for good are shown.
  public var includesClosed = false

  /// Meters that a person walks without thinking.
  public static let walkingDistance = 500.0

  public init() {}

  /// Whether nothing is chosen.
  public var isEmpty: Bool {
    var bare = self
    bare.radius = Self.walkingDistance
    bare.includesClosed = false
    return bare == FilterChoices()
  }

  /// The same with nothing chosen; the radius and the view of closed places stay.
  public var cleared: FilterChoices {
    var bare = FilterChoices()
    bare.radius = radius
    bare.includesClosed = includesClosed
    return bare
  }
}

/// A part of the choices that is counted apart from the others.
public enum FilterGroup: Hashable, Sendable {
  case price
  case toggle(ToggleFilter)
  case rating
  case category
  case city
  case search
  case open
  case condition
  case closed
}

extension FilterChoices {
  /// The groups in the order in which they are printed.
  public static let groups: [FilterGroup] =
    [.price] + ToggleFilter.allCases.map(FilterGroup.toggle)
    + [.rating, .category, .city, .search, .open, .condition, .closed]

  /// The places that all choices let through.
  public var predicate: FetchPredicate { predicate(except: []) }

  /// The places that the choices of the other groups let through.
  public func predicate(except groups: Set<FilterGroup>) -> FetchPredicate {
    .all(Self.groups.filter { !groups.contains($0) }.compactMap(predicate))
  }

  /// The predicate of the choices that a person made; nil when there are none.
  ///
  /// Unlike `predicate` it says nothing of closed places.
  public var chosenPredicate: FetchPredicate? {
    isEmpty ? nil : predicate(except: [.closed])
  }

  /// The predicate of one group; nil when nothing is chosen in it.
  public func predicate(of group: FilterGroup) -> FetchPredicate? {
    switch group {
    case .price: prices.isEmpty ? nil : PriceLevel.predicate(anyOf: prices)
    case .toggle(let toggle): toggles.contains(toggle) ? toggle.predicate(radius: radius) : nil
    case .rating:
      minimumRating.map {
        .comparison(.keyPath("rating"), .greaterThanOrEqual, .constant(.double($0)))
      }
    case .category: TextFilter.categories(categories)
    case .city: TextFilter.cities(cities)
    case .search: TextFilter.search(search)
    case .open: open?.predicate
    case .condition: condition
    case .closed: hidesClosed ? .comparison(.keyPath("closed"), .equal, .constant(0)) : nil
    }
  }

  /// The closed places that the other choices would let through; nil when none are hidden.
  public var hiddenPredicate: FetchPredicate? {
    guard hidesClosed else { return nil }
    let isClosed = FetchPredicate.comparison(.keyPath("closed"), .equal, .constant(1))
    return .all([isClosed] + [chosenPredicate].compactMap(\.self))
  }

  /// Whether closed places are left out: not when they are asked for or the condition speaks of them.
  public var hidesClosed: Bool {
    !includesClosed && !(condition?.keyPaths.contains("closed") ?? false)
  }
}
