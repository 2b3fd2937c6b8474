import ArgumentParser
import FetchKit
import Venues

/// `boba explain`: the SQL of a filter and its cost.
struct Explain: FilteringCommand {
  static let configuration = CommandConfiguration(
    "explain", "Show the predicate, SQL, query plan and timing of a filter.", usage: "[<filter>]",
    discussion: """
      With --dialect, print the equivalent statement for another database, including grouped ones. Filters that
      the other database would evaluate differently are refused.
      """,
    example: "boba explain --search tea --sort -rating | jq -r '.plan[]'")

  @OptionGroup(title: "Filter") var conditions: ConditionOptions
  @OptionGroup(title: "Filter") var uses: UseOptions
  @OptionGroup(title: "Sort") var order: SortOptions
  @Option(
    "Show the statement for another database.",
    value: "dialect")
  var dialect: OtherDatabase?

  @Option(
    "With --dialect: group by keys, comma-separated.", value: "key,…",
    completion: .stored(.groupKeys))
  var groupBy: String?

  @Option("With --dialect: add a column, as in `boba stats`.", value: "name=func(key)")
  var aggregate: [String] = []

  @Option("With --dialect: keep matching groups.", value: "predicate")
  var having: String?

  @OptionGroup var cacheOptions: CacheOptions
  @OptionGroup var storeOptions: StoreOptions

  func validate() throws {
    if dialect == nil, groupBy != nil || !aggregate.isEmpty || having != nil {
      throw ValidationError("--group-by, --aggregate and --having need --dialect")
    }
    if having != nil, groupBy == nil { throw ValidationError("--having needs --group-by") }
    if groupBy != nil || !aggregate.isEmpty, !order.sort.isEmpty {
      throw ValidationError("--sort and groups exclude each other")
    }
  }

  func run() throws {
    let given = try order.keys()
    if let dialect { return try printStatement(in: dialect.dialect, given) }
    let query = try filter.query(storeOptions)
    let sort = query.sort(given)
    let cache = cacheOptions.open(for: query, using: query.keyPaths(sortedBy: sort))
    let explanation = try query.store.explain(query.request(sortedBy: sort))
    let members: [(String, FetchValue)] = [
      ("predicate", .string(query.choices.predicate.predicateFormat)),
      ("sql", .string(explanation.sql)), ("bindings", .list(explanation.bindings)),
      ("plan", .list(explanation.plan.map(FetchValue.string))),
      ("engine", .string(explanation.usesColumnCache ? "column cache" : "SQLite")),
      ("reason", .string(explanation.usesColumnCache ? cache.use : cache.reason)),
      ("rows", .integer(Int64(explanation.rows))),
      ("milliseconds", .double((explanation.duration / .milliseconds(1) * 1000).rounded() / 1000)),
    ]
    print(members)
  }

  private func print(_ members: [(String, FetchValue)]) {
    let lines = members.map { "\(JSON.string($0)):\(JSON.text($1))" }
    StandardOutput.print("{\(lines.joined(separator: ",\n "))}")
  }

  private func printStatement(in dialect: SQLDialect, _ sort: [SortChoice]) throws {
    let query = try filter.query(storeOptions, usesConfiguredPlace: false, having: having)
    let sql = try query.store.statement(for: try request(query, query.sort(sort)), in: dialect)
    print([
      ("predicate", .string(query.choices.predicate.predicateFormat)),
      ("dialect", .string(dialect.rawValue)), ("sql", .string(sql)),
    ])
  }

  /// The identifiers of the venues, or the groups.
  private func request(_ query: VenueQuery, _ sort: [SortChoice]) throws -> FetchRequest<Venue> {
    if groupBy != nil || !aggregate.isEmpty {
      let keys = groupBy.map(KeyList.keys) ?? []
      let grouping = try Grouping(
        keys: keys, aggregates: aggregate, having: having, variables: filter.variables(), sort: [])
      return grouping.portableRequest(query)
    }
    // The default order ends with names, in natural order.
    var request = query.request(sortedBy: sort.isEmpty ? [SortChoice(.distance)] : sort)
    request.propertiesToFetch = ["id"]
    return request
  }
}

/// A database besides SQLite.
enum OtherDatabase: String, ExpressibleByArgument, CaseIterable {
  case postgresql, duckdb

  var dialect: SQLDialect {
    switch self {
    case .postgresql: .postgresql
    case .duckdb: .duckdb
    }
  }
}
