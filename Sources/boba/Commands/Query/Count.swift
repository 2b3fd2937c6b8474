import ArgumentParser
import FetchKit
import Venues

/// `boba count`: the number of matching venues.
struct Count: FilteringCommand {
  static let configuration = CommandConfiguration(
    "count", "Count matching venues.", usage: "[<filter>]", example: "boba count --price 1 --deals")

  @OptionGroup(title: "Filter") var conditions: ConditionOptions
  @OptionGroup(title: "Filter") var uses: UseOptions
  @Option(name: .long, help: "Output format.") var format = TextFormat.text
  @OptionGroup var cacheOptions: CacheOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let query = try filter.query(storeOptions)
    _ = cacheOptions.open(for: query, using: query.keyPaths)
    let count = try query.store.count(query.request())
    switch format {
    case .text: StandardOutput.print(String(count))
    case .json: StandardOutput.print("{\"count\":\(count)}")
    }
  }
}
