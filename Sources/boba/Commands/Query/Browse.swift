import ArgumentParser
import CBuild
import FetchKit
import Foundation
import Finder
import TerminalKit
import Venues

/// `boba browse`: the finder, or the list without a terminal.
struct Browse: AsyncParsableCommand, FilteringCommand {
  static let configuration = CommandConfiguration(
    "browse", "Open the finder.", usage: "[<filter>]", example: "boba --price 1 --sort distance")

  @OptionGroup(title: "Filter") var conditions: ConditionOptions
  @OptionGroup(title: "Filter") var uses: UseOptions
  @OptionGroup(title: "Sort") var order: SortOptions
  @OptionGroup(title: "Terminal") var terminal: TerminalOptions
  @OptionGroup var storeOptions: StoreOptions

  @MainActor
  func run() async throws {
    let sort = try order.keys()
    let query = try openQuery()
    let settings = terminal.settings(query, sort: query.sort(sort))
    for problem in settings.problems { StandardError.print("warning: \(problem)") }
    if terminal.plain || hasScreen { try TriggerTrust().check(query.store) }
    if terminal.plain {
      return await PlainTerminal.run(PlainFinder(store: query.store, settings: settings))
    }
    if StandardOutput.isTerminal, !hasScreen {
      StandardError.print(
        "note: TERM=dumb cannot show the finder; `boba --plain` works line by line")
    }
    guard hasScreen, let driver = FinderTerminal.open(settings) else {
      return try VenueListing(query: query, sort: query.sort(sort)).print()
    }
    // Lists of a million venues are allocated and freed repeatedly.
    cbuild_return_freed_memory()
    try await FinderTerminal.run(
      query, driver, DiskFiles(access: storeOptions.access),
      settings: { terminal.settings($0, sort: $0.sort(sort)) },
      query: {
        let query = try openQuery()
        try TriggerTrust().check(query.store)
        return query
      })
  }

  /// The query, with the valid settings of the config file unless a listing is printed.
  private func openQuery() throws -> VenueQuery {
    let isInteractive = terminal.plain || hasScreen
    return try filter.query(
      storeOptions, .many,
      configuration: isInteractive ? Configuration.read(path: storeOptions.config) : nil)
  }

  /// Whether standard output is a terminal that can draw a screen.
  private var hasScreen: Bool {
    StandardOutput.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }
}
