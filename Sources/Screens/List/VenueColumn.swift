import Terminal
import Venues

/// A column of the list.
enum VenueColumn: Hashable, CaseIterable {
  case name
  case price
  case distance
  case rating
  case tips
  case checkins
  case deals

  /// What a click on its header sorts by.
  var sort: VenueSort {
    switch self {
    case .name: .name
    case .price: .price
    case .distance: .distance
    case .rating: .rating
    case .tips: .tips
    case .checkins: .checkins
    case .deals: .deals
    }
  }

  /// How many columns its values take.
  var valueWidth: Int {
    switch self {
    case .name: 20
    case .price: 4
    case .distance: 8
    case .rating: 4
    case .tips: 5
    case .checkins: 9
    case .deals: 3
    }
  }

  /// Whether numbers stand at its right edge.
  var isNumeric: Bool {
    switch self {
    case .name, .price: false
    case .distance, .rating, .tips, .checkins, .deals: true
    }
  }

  /// The columns in the order in which they go when there is little room; the others stay.
  static let leaving: [VenueColumn] = [.checkins, .tips, .rating, .deals]
}
