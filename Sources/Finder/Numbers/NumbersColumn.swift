import Venues

/// A column of the numbers, which they can be sorted by.
enum NumbersColumn: Hashable, CaseIterable {
  case group
  case count
  case deals
  case tips
  case distance
  case rating

  /// The value of a group; nil when it is missing, and for the groups' own order.
  func value(_ group: VenueGroup) -> Double? {
    switch self {
    case .group: nil
    case .count: Double(group.count)
    case .deals: Double(group.deals)
    case .tips: Double(group.tips)
    case .distance: group.averageDistance
    case .rating: group.averageRating
    }
  }
}
