import Venues

// MARK: - Columns of the statistics

extension Strings {
  /// Beside a grouping that no venue has a value for.
  var noData: String { text("statistics.noData", "no data") }
  private func average(of column: VenueColumn) -> String {
    text("statistics.averageOf", "Avg {0}", title(of: column).lowercased())
  }

  /// The hint of the key that shows stacked bars as a table.
  var table: String { text("statistics.table", "table") }

  func title(of column: StatisticsColumn) -> String {
    switch column {
    case .group: text("statistics.group", "Group")
    case .count: text("statistics.venues", "Venues")
    case .deals: title(of: VenueColumn.deals)
    case .tips: title(of: VenueColumn.tips)
    case .distance: average(of: .distance)
    case .rating: average(of: .rating)
    case .aggregate(.sum): text("statistics.sum", "Sum")
    case .aggregate(.average): text("statistics.average", "Average")
    case .aggregate(.minimum): text("statistics.minimum", "Min")
    case .aggregate(.median): text("statistics.median", "Median")
    case .aggregate(.maximum): text("statistics.maximum", "Max")
    case .part(let name): name
    }
  }
}
