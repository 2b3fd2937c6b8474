import ArgumentParser
import FetchKit
import Venues

/// `boba explain`: the SQL of a filter and its cost.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    "explain", "Show the predicate, SQL, query plan and timing of a filter.", usage: "[<filter>]",
    example: "boba explain --search tea --sort -rating | jq -r '.plan[]'")

  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup(title: "Sort") var order: SortOptions
  @OptionGroup var cacheOptions: CacheOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let sort = try order.keys()
    let query = try filter.query(storeOptions)
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
    let lines = members.map { "\(JSON.string($0)):\(JSON.text($1))" }
    StandardOutput.print("{\(lines.joined(separator: ",\n "))}")
    StandardOutput.flush()
  }
}
