import ArgumentParser
import FetchKit
import Venues

/// `boba stats`: totals, or statistics by group.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    "stats", "Show totals, or statistics by group.", usage: "[<filter>] [--group-by <key,…>]",
    example: "boba stats --group-by location.city --aggregate far='max(location.distance)'")

  @OptionGroup(title: "Filter") var filter: FilterOptions

  @Option("Group by key paths, comma-separated.", value: "key,…", completion: .stored(.groupKeys))
  var groupBy: String?

  @Option("Add a column: sum, average, min, max or count of a key path.", value: "name=func(key)")
  var aggregate: [String] = []

  @Option(
    "Keep matching groups: a predicate over count, columns and group keys.", value: "predicate")
  var having: String?

  @Option("Sort by count, a column or a group key; prefix '-' to reverse.", value: "name")
  var sort: [String] = []

  @Option(name: .long, help: "Output format.")
  var format = RecordFormat.table

  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    guard groupBy == nil, !aggregate.isEmpty || having != nil || !sort.isEmpty else { return }
    throw ValidationError("--aggregate, --having and --sort need --group-by")
  }

  func run() throws {
    _ = try filter.choices()
    let groups = try groupBy.map { keys in
      try Grouping(
        keys: KeyList.keys(keys), aggregates: aggregate, having: having, sort: sort)
    }
    let query = try filter.query(storeOptions)
    if let groups {
      let request = groups.request(query.choices.predicate, in: query.entity)
      groups.print(try query.store.dictionaries(request), format)
    } else {
      StatisticsPrinter(format: format).print(
        try VenueStatistics.fetch(
          query.choices.predicate, in: query.entity,
          radius: query.configuration.walkingRadius, from: query.store))
    }
    if format == .table { try query.printFooter() }
  }
}
