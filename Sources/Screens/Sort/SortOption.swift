import Venues

/// An order that can be chosen, in the words of the filter screen.
enum SortOption: Hashable, CaseIterable {
  case nameAscending
  case nameDescending
  case distance
  case price
  case rating
  case tips
  case checkins

  /// What it sorts by first.
  var sort: VenueSort {
    switch self {
    case .nameAscending, .nameDescending: .name
    case .distance: .distance
    case .price: .price
    case .rating: .rating
    case .tips: .tips
    case .checkins: .checkins
    }
  }

  /// Whether an order begins with this, in either direction; names have a row for each.
  func begins(_ sorts: [SortChoice]) -> Bool {
    guard let first = sorts.first, first.sort == sort else { return false }
    switch self {
    case .nameAscending: return first.ascending
    case .nameDescending: return !first.ascending
    case .distance, .price, .rating, .tips, .checkins: return true
    }
  }

  /// The order after this was chosen: another choice of the same turns it round.
  func choose(over sorts: [SortChoice]) -> [SortChoice] {
    switch self {
    case .nameAscending: return .starting(with: SortChoice(.name))
    case .nameDescending: return .starting(with: SortChoice(.name, ascending: false))
    case .distance, .price, .rating, .tips, .checkins:
      let ascending = begins(sorts) ? sorts.first?.ascending == false : sort.startsAscending
      return .starting(with: SortChoice(sort, ascending: ascending))
    }
  }
}

extension [SortChoice] {
  /// An order by one key, and by name where that leaves it open.
  static func starting(with first: SortChoice) -> [SortChoice] {
    first.sort == .name ? [first] : [first, SortChoice(.name)]
  }
}
