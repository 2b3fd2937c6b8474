import ArgumentParser
import FetchKit
import Foundation
import Screens
import Terminal
import Venues

/// `boba`: the finder, or the list where there is no terminal for it.
struct Browse: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Opens the finder, also when no command is named.",
    discussion: "Example: boba --price 1 --sort distance")

  @OptionGroup(title: "Filter") var filter: FilterOptions
  @OptionGroup(title: "Order") var order: SortOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() async throws {
    let choices = try filter.choices()
    let sort = try order.keys()
    let store = try storeOptions.access.open(.many)
    let origin = try storeOptions.access.origin(of: store, near: filter.near?.coordinate)
    guard hasScreen, let driver = await FinderTerminal.open() else {
      return try VenueListing(choices: choices, sort: sort, origin: origin).print(store)
    }
    let settings = await FinderSettings(origin: origin, choices: choices, sorts: sort)
    try await FinderTerminal.run(store, driver, settings)
  }

  /// Whether there is a terminal that a screen can be drawn on.
  private var hasScreen: Bool {
    StandardOutput.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }
}
