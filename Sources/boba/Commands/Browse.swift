import ArgumentParser
import FetchKit
import Foundation
import Screens
import Terminal
import Venues

/// `boba`: the finder, or the list where there is no terminal for it.
struct Browse: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Opens the finder, also when no command is named.",
    discussion: "Example: boba --price 1 --sort distance")

  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup(title: "Order") var order: SortOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() async throws {
    let sort = try order.keys()
    let query = try filter.query(storeOptions, .many)
    guard hasScreen, let driver = await FinderTerminal.open(query.configuration) else {
      return try VenueListing(query: query, sort: sort).print()
    }
    let settings = await FinderSettings(
      origin: query.origin, choices: query.choices, sorts: sort,
      usesMouse: query.configuration.mouse)
    try await FinderTerminal.run(
      query.store, driver, settings, DiskFiles(access: storeOptions.access))
  }

  /// Whether there is a terminal that a screen can be drawn on.
  private var hasScreen: Bool {
    StandardOutput.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }
}
