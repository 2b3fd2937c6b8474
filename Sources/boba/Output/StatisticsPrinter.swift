import FetchKit
import Venues

/// Prints the totals of `boba stats`.
struct StatisticsPrinter {
  let format: RecordFormat

  func print(_ statistics: VenueStatistics) {
    switch format {
    case .json, .ndjson: StandardOutput.print(json(statistics))
    case .table, .csv, .tsv, .markdown: printRows(statistics)
    }
    StandardOutput.flush()
  }
}

// MARK: - JSON

extension StatisticsPrinter {
  private func json(_ statistics: VenueStatistics) -> String {
    JSON.text { bytes in
      var object = JSONObject(&bytes)
      object.member("count", .integer(Int64(statistics.count)), &bytes)
      object.object("deals", &bytes) { deals, bytes in
        deals.member("sum", statistics.dealSum, &bytes)
        deals.member("venues", .integer(Int64(statistics.dealVenues)), &bytes)
      }
      object.member(
        "withinWalkingDistance", .integer(Int64(statistics.withinWalkingDistance)), &bytes)
      object.member("withTips", .integer(Int64(statistics.withTips)), &bytes)
      object.object("price", &bytes) { price, bytes in
        for (name, count) in prices(statistics) { price.member(name, count, &bytes) }
      }
      for summary in summaries(statistics) {
        object.object(summary.key, &bytes) { object, bytes in
          for (name, value) in summary.values { object.member(name, value, &bytes) }
        }
      }
      object.end(&bytes)
    }
  }
}

// MARK: - Rows

extension StatisticsPrinter {
  private func printRows(_ statistics: VenueStatistics) {
    var printer = format.printer([
      RecordColumn(key: "figure", title: "Statistic"),
      RecordColumn(key: "value", title: "Value", isNumeric: true),
    ])
    for (name, value) in rows(statistics) { printer.print(values: [.string(name), value]) }
    printer.end()
  }

  private func rows(_ statistics: VenueStatistics) -> [(String, FetchValue)] {
    let counts: [(String, Int)] = [
      ("venues with deals", statistics.dealVenues),
      ("within walking distance", statistics.withinWalkingDistance),
      ("with tips", statistics.withTips),
    ]
    let sums = [
      ("venues", FetchValue.integer(Int64(statistics.count))), ("deals", statistics.dealSum),
    ]
    let prices = prices(statistics).map { ("price \($0)", $1) }
    let summaries = summaries(statistics).flatMap { summary in
      summary.values.map {
        ("\(summary.title) \($0)", shown($1, isRating: summary.key == "rating"))
      }
    }
    return sums + counts.map { ($0, .integer(Int64($1))) } + prices + summaries
  }

  /// A value as in a column of its own.
  private func shown(_ value: FetchValue, isRating: Bool) -> FetchValue {
    guard isRating, format == .table || format == .markdown, let rating = value.doubleValue else {
      return value
    }
    return .string("\(rating)")
  }
}

// MARK: - Both

extension StatisticsPrinter {
  private func prices(_ statistics: VenueStatistics) -> [(String, FetchValue)] {
    (PriceLevel.known + [.unknown]).map {
      ($0.text, .integer(Int64(statistics.prices[$0] ?? 0)))
    }
  }

  private func summaries(
    _ statistics: VenueStatistics
  ) -> [(key: String, title: String, values: [(String, FetchValue)])] {
    let summaries = [
      ("distance", "distance", statistics.distance), ("rating", "rating", statistics.rating),
      ("tips", "tips", statistics.tips), ("checkins", "check-ins", statistics.checkins),
      ("users", "visitors", statistics.users),
    ]
    return summaries.map { key, title, summary in
      let sum = ["distance", "rating"].contains(key) ? [] : [("sum", summary.sum)]
      return (
        key, title,
        sum + [("min", summary.min), ("max", summary.max), ("average", summary.average)]
      )
    }
  }
}
