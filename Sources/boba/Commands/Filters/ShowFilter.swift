import ArgumentParser
import FetchKit
import Venues

/// `boba filters show NAME`.
struct ShowFilter: ParsableCommand {
  static let configuration = CommandConfiguration(
    "filters show", "Show a saved filter.", usage: "<name>",
    example: "boba filters show cheap --format json")

  @Argument(help: "Name of the filter.", completion: .stored(.savedFilters)) var name: String
  @Option(name: .long, help: "Output format.") var format = TextFormat.text
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let filter = try SavedFilter.all(in: storeOptions.access.open()).named(name, code: .failed)
    switch format {
    case .text:
      StandardOutput.printText(filter.predicate)
      for key in filter.sort { StandardOutput.printText("sort \(key)") }
      for variable in filter.variables { StandardOutput.printText("variable $\(variable)") }
    case .json: StandardOutput.print(JSON.object(filter.members))
    }
  }
}
