import ArgumentParser
import FetchKit
import Venues

/// `boba count`: how many venues.
struct Count: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints how many venues there are.",
    discussion: "Example: boba count --price 1 --deals")

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @OptionGroup(title: "Filter") var filter: FilterOptions
  @Option(name: .long, help: "text or json.") var format = Format.text
  @OptionGroup var storeOptions: StoreOptions

  func run() throws {
    let choices = try filter.choices()
    var request = FetchRequest<Venue>(entity: filter.origin.entity)
    request.predicate = choices.predicate
    let count = try storeOptions.access.open().count(request)
    switch format {
    case .text: StandardOutput.print(String(count))
    case .json: StandardOutput.print("{\"count\":\(count)}")
    }
    StandardOutput.flush()
  }
}
