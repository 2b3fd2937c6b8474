import TerminalKit
import Venues

/// The texts of the statistics.
struct StatisticsText {
  let state: StatisticsState
  let render: RenderContext

  private var strings: Strings { render.strings }

  /// The groupings and the number in words.
  var subject: String {
    let grouping = strings.title(of: state.grouping.sectioning)
    let width = state.grouping.width.map { strings.bins(step($0)) }
    let second = state.second.map { strings.title(of: $0) }
    let groupings = [grouping, second].compactMap(\.self).joined(separator: render.symbols.by)
    return [groupings, width, state.measure.map { strings.title(of: $0) }]
      .compactMap(\.self).joined(separator: render.symbols.separator)
  }

  private func step(_ width: Double) -> String {
    state.grouping.sectioning == .distance
      ? strings.format.radius(width) : strings.number(width)
  }

  func title(of column: StatisticsColumn) -> String {
    guard case .part(let name) = column, let second = state.second else {
      return strings.title(of: column, by: state.grouping.sectioning)
    }
    return strings.title(ofGroup: name, in: VenueGrouping(second))
  }

  /// The value of a group; nil if it is missing.
  func value(of column: StatisticsColumn, _ group: VenueGroup) -> String? {
    let format = strings.format
    switch column {
    case .group: return strings.title(ofGroup: group.name, in: state.grouping)
    case .count, .part, .deals, .tips: return column.value(group).map(format.count)
    case .distance: return group.averageDistance.map(format.distance)
    case .rating: return group.averageRating.map(format.tenths)
    case .aggregate(let aggregate):
      return group.aggregates[aggregate].map { number($0, isAverage: aggregate.isAverage) }
    }
  }

  private func number(_ value: Double, isAverage: Bool) -> String {
    switch state.measure {
    case .distance: strings.format.distance(value)
    case .rating: strings.format.tenths(value)
    default: isAverage ? strings.format.tenths(value) : strings.format.count(value)
    }
  }
}

extension VenueAggregate {
  /// Whether its values lie between those of venues.
  fileprivate var isAverage: Bool { self == .average || self == .median }
}
