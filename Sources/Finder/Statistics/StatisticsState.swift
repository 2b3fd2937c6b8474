import FetchKit
import TerminalKit
import Venues

/// The state of the statistics screen.
struct StatisticsState: Hashable {
  var grouping = VenueSectioning.price
  /// In the order of the sections; nil until they have been fetched for the first time.
  var groups: [VenueGroup]?
  /// Whether the groups belong to the choices.
  var isCurrent = false
  var sort = StatisticsColumn.group
  var isDescending = false
  var viewport = ListViewport()

  /// The groups in the chosen order; missing values are last.
  var sorted: [VenueGroup] {
    guard let groups, sort != .group else {
      return isDescending ? (groups ?? []).reversed() : groups ?? []
    }
    return groups.enumerated().sorted { first, second in
      guard let one = sort.value(first.element) else { return false }
      guard let other = sort.value(second.element) else { return true }
      if one == other { return first.offset < second.offset }
      return isDescending ? one > other : one < other
    }.map(\.element)
  }

  /// The number of venues in all groups.
  var total: Int { groups?.reduce(0) { $0 + $1.count } ?? 0 }

  /// Sorts by a column, or reverses the order if it is sorted by it already.
  mutating func sort(by column: StatisticsColumn) {
    isDescending = column == sort ? !isDescending : column != .group
    sort = column
  }
}

/// A column of the statistics.
enum StatisticsColumn: Hashable, CaseIterable {
  case group
  case count
  case deals
  case tips
  case distance
  case rating

  /// The value of a group; nil if it is missing, and for the groups' own order.
  func value(_ group: VenueGroup) -> Double? {
    switch self {
    case .group: nil
    case .count: Double(group.count)
    case .deals: group.deals
    case .tips: group.tips
    case .distance: group.averageDistance
    case .rating: group.averageRating
    }
  }
}

extension FilterChoices {
  /// The choices limited to a group.
  func limited(toSection section: String, of grouping: VenueSectioning) -> FilterChoices {
    var choices = self
    if grouping == .price, let level = PriceLevel(rawValue: Int(section) ?? 0) {
      choices.prices = [level]
    } else {
      let condition = grouping.predicate(ofSection: section)
      choices.condition = .all([choices.condition, condition].compactMap(\.self))
    }
    return choices
  }
}
