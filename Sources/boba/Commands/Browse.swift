import ArgumentParser
import FetchKit
import Foundation
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
    let store = try storeOptions.access.open()
    try VenueListing(choices: choices, sort: sort, origin: filter.origin).print(store)
  }
}
