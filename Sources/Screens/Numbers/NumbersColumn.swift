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

  /// The columns it takes in the table.
  var width: Int {
    switch self {
    case .group: 22
    case .count: 7
    case .deals: 6
    case .tips: 8
    case .distance: 9
    case .rating: 7
    }
  }
}
