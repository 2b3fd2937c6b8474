import ArgumentParser
import FetchKit
import Venues

/// `boba stats`: totals, or statistics by group.
struct Stats: FilteringCommand {
  static let configuration = CommandConfiguration(
    "stats", "Show totals, or statistics by group.", usage: "[<filter>] [--group-by <key,…>]",
    discussion: """
      A key is a key path, also of a list such as categories.name, a word such as
      city, price or tips, bin(rating, 0.5), bands(location.distance, 500, 1000), or
      year, month, day or weekday(createdAt).
      """,
    example: "boba stats --group-by location.city --aggregate far='max(location.distance)'")

  @OptionGroup(title: "Filter") var conditions: ConditionOptions
  @OptionGroup(title: "Filter") var uses: UseOptions

  @Option("Group by keys, comma-separated.", value: "key,…", completion: .stored(.groupKeys))
  var groupBy: String?

  @Option(
    "Add a column: \(Aggregate.names.dropLast().joined(separator: ", ")) or \(Aggregate.names.last ?? "") of a key path or an expression; percentile(rating, 90).",
    value: "name=func(key)")
  var aggregate: [String] = []

  @Option(
    "Keep matching groups: a predicate over count, columns and group keys.", value: "predicate")
  var having: String?

  @Option(
    "Sort by count, a column or a group key; prefix '-' to reverse; repeat for tie-breakers.",
    value: "name")
  var sort: [String] = []

  @Option("Print at most N groups.", value: "n")
  var limit: Int?

  @Flag(help: "Add a row for all venues.")
  var totals = false

  @Flag(help: "Draw the first column as bars; bin(…) as a histogram.")
  var plot = false

  @Option(name: .long, help: "Output format.")
  var format = StatsFormat.table

  @OptionGroup var cacheOptions: CacheOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if let limit, limit < 1 {
      throw ValidationError("--limit takes a number, 1 or more, found \(limit)")
    }
    if plot, format != .table, format != .svg {
      throw ValidationError("--plot and --format \(format.rawValue) exclude each other")
    }
    if totals, plot || format == .svg {
      throw ValidationError("--totals and \(plot ? "--plot" : "--format svg") exclude each other")
    }
    let needsGroups =
      having != nil || !sort.isEmpty || limit != nil || totals || plot || format == .svg
    guard groupBy == nil, needsGroups else { return }
    throw ValidationError(
      "--having, --sort, --limit, --totals, --plot and --format svg need --group-by")
  }

  func run() throws {
    _ = try filter.choices()
    let grouping = try self.grouping()
    let query = try filter.query(storeOptions, having: having)
    _ = cacheOptions.open(
      for: query, using: query.keyPaths.union(grouping?.usedKeyPaths ?? []))
    if let grouping {
      try print(grouping, try grouping.rows(query))
    } else {
      StatisticsPrinter(format: format.rows ?? .table).print(
        try VenueStatistics.fetch(
          query.choices.predicate, in: query.entity,
          radius: query.configuration.walkingRadius, from: query.store))
    }
    if format == .table { try query.printFooter() }
  }

  /// The groups, or a single one for aggregates without keys; nil for the totals.
  private func grouping() throws -> Grouping? {
    guard groupBy != nil || !aggregate.isEmpty else { return nil }
    var grouping = try Grouping(
      keys: groupBy.map(KeyList.keys) ?? [], aggregates: aggregate, having: having,
      variables: filter.variables(), sort: sort)
    (grouping.limit, grouping.hasTotals) = (limit, totals)
    try grouping.checkTotals()
    if plot || format == .svg { try grouping.checkPlot() }
    return grouping
  }

  private func print(_ grouping: Grouping, _ rows: [GroupRow]) throws {
    if let format = format.rows, !plot { return grouping.print(rows, format) }
    let chart = grouping.chart(rows)
    if format == .svg {
      StandardOutput.print(chart.svg)
    } else {
      for line in chart.lines(width: TerminalWidth.current) { StandardOutput.print(line) }
    }
    StandardOutput.flush()
  }
}

/// The output formats of statistics.
enum StatsFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json, ndjson, csv, tsv, markdown, svg

  /// The format of rows; nil for a picture.
  var rows: RecordFormat? { RecordFormat(rawValue: rawValue) }
}
