import ArgumentParser
import FetchKit
import Venues

/// `boba stats`: counts and sums, of all venues or by groups.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Prints counts, sums and averages.",
    discussion: """
      Example: boba stats --group-by location.city --aggregate far='max(location.distance)'
      """)

  @OptionGroup(title: "Filter") var filter: FilterOptions

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Group by the values of these key paths.", valueName: "key,…"),
    completion: .stored(.groupKeys))
  var groupBy: String?

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A figure for each group: sum, average, min, max or count of a key path.",
      valueName: "name=func(key)"))
  var aggregate: [String] = []

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Which groups: a predicate over count, the names and the keys.", valueName: "predicate"))
  var having: String?

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Order the groups by a name, count or a key; '-' before it turns it round.",
      valueName: "name"))
  var sort: [String] = []

  @Option(name: .long, help: "table, json, ndjson, csv, tsv or markdown.")
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
          query.choices.predicate, in: query.entity, from: query.store))
    }
    if format == .table { try query.printFooter() }
  }
}
