import ArgumentParser
import FetchKit

/// `boba undo`.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    "undo", "Undo the last change.", example: "boba undo --steps 2")

  @OptionGroup var steps: StepOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let store = try storeOptions.access.openToWrite()
    try steps.run("undone", nothing: "nothing to undo") { try store.undo() }
  }
}
