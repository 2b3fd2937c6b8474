import ArgumentParser
import FetchKit
import Venues

/// `boba filters delete NAME`.
struct DeleteFilter: ParsableCommand {
  static let configuration = CommandConfiguration(
    "filters delete", "Delete a saved filter.", usage: "<name>",
    example: "boba filters delete cheap")

  @Argument(help: "Name of the filter.", completion: .stored(.savedFilters)) var name: String
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let store = try storeOptions.access.openToWrite()
    _ = try SavedFilter.all(in: store).named(name, code: .failed)
    _ = try SavedFilter.delete(name, from: store)
    StandardError.print("deleted \(name)")
  }
}
