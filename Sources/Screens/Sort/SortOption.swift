import Venues

/// An order that can be chosen, in the words of the filter screen.
enum SortOption: Hashable, CaseIterable {
  case nameAscending
  case nameDescending
  case distance
  case price
  case rating
  case tips
  case deals
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
    case .deals: .deals
    }
  }

  /// The place of this among the keys of an order, from 0; nil when it is none of them.
  func index(in sorts: [SortChoice]) -> Int? {
    sorts.firstIndex { sort in
      switch self {
      case .nameAscending: sort.sort == .name && sort.ascending
      case .nameDescending: sort.sort == .name && !sort.ascending
      case .distance, .price, .rating, .tips, .checkins, .deals: sort.sort == self.sort
      }
    }
  }

  /// The order after this was chosen alone: another choice of the same turns it round.
  func choose(over sorts: [SortChoice]) -> [SortChoice] {
    let isFirst = index(in: sorts) == 0
    return .starting(
      with: SortChoice(sort, ascending: isFirst && !isName ? !sorts[0].ascending : startsAscending))
  }

  /// The order with this as a further key, or turned round where it is one already.
  ///
  /// The order that nobody chose makes room for the first key.
  func add(to sorts: [SortChoice]) -> [SortChoice] {
    if let index = index(in: sorts), sorts != .standard || index == 0 {
      var turned = sorts
      if !isName { turned[index].ascending.toggle() }
      return turned
    }
    let chosen = sorts == .standard ? [] : sorts.filter { $0.sort != sort && $0.sort != .name }
    let key = SortChoice(sort, ascending: startsAscending)
    return chosen + (isName ? [key] : [key, SortChoice(.name)])
  }

  /// The order without this; the standard one when no key is left but the name.
  func remove(from sorts: [SortChoice]) -> [SortChoice] {
    let rest = sorts.filter { $0.sort != sort }
    return rest.isEmpty || rest == [SortChoice(.name)] ? .standard : rest
  }

  private var isName: Bool { sort == .name }

  private var startsAscending: Bool { self == .nameDescending ? false : sort.startsAscending }
}

extension [SortChoice] {
  /// An order by one key, and by name where that leaves it open.
  static func starting(with first: SortChoice) -> [SortChoice] {
    first.sort == .name ? [first] : [first, SortChoice(.name)]
  }
}
