import ArgumentParser
import FetchKit

/// `boba redo`.
struct Redo: ParsableCommand {
  static let configuration = CommandConfiguration(
    "redo", "Redo the last undone change.", example: "boba redo")

  @OptionGroup var steps: StepOptions
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let store = try storeOptions.access.openToWrite()
    try steps.run("redone", nothing: "nothing to redo") { try store.redo() }
  }
}
