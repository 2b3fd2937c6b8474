import FetchKit
import Venues

/// Prints the figures of `boba stats`.
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
    JSONText.object([
      ("count", .integer(Int64(statistics.count)))
    ]).dropLast() + ","
      + members(statistics).map { "\(JSONText.string($0)):\($1)" }.joined(separator: ",") + "}"
  }

  private func members(_ statistics: VenueStatistics) -> [(String, String)] {
    let prices = [PriceLevel.cheap, .moderate, .expensive, .veryExpensive, .unknown].map {
      ($0.text, Value.integer(Int64(statistics.prices[$0] ?? 0)))
    }
    return [
      (
        "deals",
        JSONText.object([
          ("sum", .integer(Int64(statistics.dealSum))),
          ("venues", .integer(Int64(statistics.dealVenues))),
        ])
      ),
      ("withinWalkingDistance", String(statistics.withinWalkingDistance)),
      ("withTips", String(statistics.withTips)),
      ("price", JSONText.object(prices)),
      ("distance", range(statistics.distance)), ("rating", range(statistics.rating)),
      ("tips", summary(statistics.tips)), ("checkins", summary(statistics.checkins)),
      ("users", summary(statistics.users)),
    ]
  }

  private func range(_ summary: VenueStatistics.Summary) -> String {
    JSONText.object([("min", summary.min), ("max", summary.max), ("average", summary.average)])
  }

  private func summary(_ summary: VenueStatistics.Summary) -> String {
    JSONText.object([
      ("sum", summary.sum), ("min", summary.min), ("max", summary.max),
      ("average", summary.average),
    ])
  }
}

// MARK: - Rows

extension StatisticsPrinter {
  private func printRows(_ statistics: VenueStatistics) {
    var printer = format.printer([
      RecordColumn(key: "figure", title: "Figure"),
      RecordColumn(key: "value", title: "Value", isNumeric: true),
    ])
    for (name, value) in rows(statistics) { printer.print(values: [.string(name), value]) }
    printer.end()
  }

  private func rows(_ statistics: VenueStatistics) -> [(String, Value)] {
    let counts: [(String, Int)] = [
      ("venues", statistics.count), ("deals", statistics.dealSum),
      ("venues with deals", statistics.dealVenues),
      ("within walking distance", statistics.withinWalkingDistance),
      ("with tips", statistics.withTips),
    ]
    let prices = [PriceLevel.cheap, .moderate, .expensive, .veryExpensive, .unknown].map {
      ("price \($0.text)", Value.integer(Int64(statistics.prices[$0] ?? 0)))
    }
    return counts.map { ($0, .integer(Int64($1))) } + prices
      + rows("distance", statistics.distance, hasSum: false)
      + rows("rating", statistics.rating, hasSum: false)
      + rows("tips", statistics.tips, hasSum: true)
      + rows("check-ins", statistics.checkins, hasSum: true)
      + rows("visitors", statistics.users, hasSum: true)
  }

  private func rows(_ name: String, _ summary: VenueStatistics.Summary, hasSum: Bool)
    -> [(String, Value)]
  {
    (hasSum ? [("\(name) sum", summary.sum)] : []) + [
      ("\(name) min", summary.min), ("\(name) max", summary.max),
      ("\(name) average", summary.average),
    ]
  }
}
