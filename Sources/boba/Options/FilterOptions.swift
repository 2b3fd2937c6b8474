public import ArgumentParser
import FetchKit
public import Venues

/// Which venues: the same options for every command and for the finder.
struct FilterOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Price: '$' to '$$$$', 1 to 4, or none. Several widen.", valueName: "price"))
  var price: [PriceArgument] = []

  @Flag var toggles: [ToggleFilter] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Only places nearer than this.", valueName: "meters"))
  var within: [Double] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Only places rated at least this, 0 to 10.", valueName: "rating"))
  var rating: [Double] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A category; 'Tea*' for a beginning. Several widen.", valueName: "text"),
    completion: .stored(.values(of: "categories.name")))
  var category: [String] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A city; 'New*' for a beginning. Several widen.", valueName: "text"),
    completion: .stored(.values(of: "location.city")))
  var city: [String] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Words in name, category, address, cross street or city.", valueName: "words"))
  var search: [String] = []

  @Flag(name: .long, help: "Only places that are open now.")
  var open = false

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A predicate over the key paths, such as 'stats.tipCount > 20'. Several narrow.",
      valueName: "predicate"),
    completion: .stored(.keyPaths))
  var `where`: [String] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A saved filter. Several narrow.", valueName: "name"),
    completion: .stored(.savedFilters))
  var saved: [String] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The value of a predicate's $variable.", valueName: "name=value"))
  var `let`: [String] = []

  @Flag(name: .long, help: "Places that have closed for good, too.")
  var includeClosed = false

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Measure distances from here.", valueName: "lat,lng"))
  var near: Place?

  func validate() throws {
    if let within = within.first(where: { !($0 >= 0) }) {
      throw ValidationError("--within takes meters, found \(within)")
    }
    if let rating = rating.first(where: { !(0...10).contains($0) }) {
      throw ValidationError("--rating takes a number from 0 to 10, found \(rating)")
    }
  }
}

/// The filters that are on or off, as flags.
extension ToggleFilter: EnumerableFlag {
  public static func help(for value: ToggleFilter) -> ArgumentHelp? {
    switch value {
    case .deals: "Only places that offer a deal."
    case .tips: "Only places with tips of visitors."
    case .favorites: "Only your favorites."
    case .walking: "Only places within walking distance, 500 m."
    }
  }
}
