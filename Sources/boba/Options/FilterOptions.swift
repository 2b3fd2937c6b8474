public import ArgumentParser
import FetchKit
public import Venues

/// A command with the options that select venues, the same for every command and the finder.
///
/// They are two groups and not one of both: debug builds of ArgumentParser check an inner group 16 times.
protocol FilteringCommand: ParsableCommand {
  var conditions: ConditionOptions { get }
  var uses: UseOptions { get }
}

extension FilteringCommand {
  var filter: FilterOptions { FilterOptions(conditions: conditions, uses: uses) }
}

/// The options that select venues.
struct FilterOptions {
  let conditions: ConditionOptions
  let uses: UseOptions
}

/// The filter options that a saved filter keeps.
struct ConditionOptions: ParsableArguments {
  @Option("Price level: $ to $$$$, 1 to 4, or none. Repeat to match any.", value: "price")
  var price: [PriceLevel] = []

  @Flag var toggles: [ToggleFilter] = []

  @Option("Less than this many meters away.", value: "meters")
  var within: [Double] = []

  @Option("Minimum rating, 0 to 10.", value: "rating")
  var rating: [Double] = []

  @Option(
    "Category name; 'Tea*' matches a prefix, 'A > B' a path, 'A >' all below A. Repeat to match any.",
    value: "text",
    completion: .stored(.values(of: "categories.name")))
  var category: [String] = []

  @Option(
    "City name; 'New*' matches a prefix. Repeat to match any.", value: "text",
    completion: .stored(.values(of: "location.city")))
  var city: [String] = []

  @Option(
    "Neighborhood name; 'West*' matches a prefix. Repeat to match any.", value: "text",
    completion: .stored(.values(of: "location.neighborhood")))
  var neighborhood: [String] = []

  @Option(
    "Words in the name, category, address, cross street, neighborhoods, city or deals.",
    value: "words")
  var search: [String] = []

  @Option(
    "Predicate over key paths, such as 'stats.tipCount > 20'. Repeat to narrow.",
    value: "predicate", completion: .stored(.keyPaths))
  var `where`: [String] = []

  func validate() throws {
    if let within = within.first(where: { !($0 >= 0) }) {
      let found = CellText.text(.double(within))
      throw ValidationError("--within takes meters, 0 or more, found \(found)")
    }
    if let rating = rating.first(where: { !VenueField.rating.allows($0) }) {
      let found = CellText.text(.double(rating))
      throw ValidationError("--rating takes a number from 0 to 10, found \(found)")
    }
  }
}

/// The filter options that are given when a filter is used.
struct UseOptions: ParsableArguments {
  @Flag(name: .long, help: "Open now.")
  var open = false

  @Option("Saved filter. Repeat to narrow.", value: "name", completion: .stored(.savedFilters))
  var saved: [String] = []

  @Option("Value of a $variable in a predicate.", value: "name=value")
  var `let`: [String] = []

  @Flag(name: .long, help: "Include permanently closed venues.")
  var includeClosed = false

  @Option(near: "Measure distances from this place.")
  var near: Coordinate?
}

/// The toggle filters as flags.
extension ToggleFilter: EnumerableFlag {
  public static func help(for value: ToggleFilter) -> ArgumentHelp? {
    switch value {
    case .deals: "Has a deal."
    case .tips: "Has tips."
    case .favorites: "Is a favorite."
    case .walking: "Within walking distance (default: 500 m)."
    }
  }
}

/// A price: `$$`, `2` or `none`.
extension PriceLevel: ExpressibleByArgument {
  public init?(argument: String) { self.init(text: argument) }

  public static var allValueStrings: [String] { allCases.map(\.text) }

  /// Numbers, because a shell would expand `$`.
  public static var defaultCompletionKind: CompletionKind { .list(["1", "2", "3", "4", "none"]) }
}

extension Option where Value == Coordinate? {
  /// An option with a place, `LAT,LNG`.
  init(near help: String) {
    self.init(
      name: .long, parsing: .unconditional, help: ArgumentHelp("\(help)", valueName: "lat,lng"),
      transform: Self.place)
  }

  private static func place(_ text: String) throws -> Coordinate {
    switch TypedCoordinates(text) {
    case .place(let place): return place
    case .outsideGlobe(let place):
      let hint = place.exchanged.map { ", did you mean \($0.latitude),\($0.longitude)?" } ?? ""
      throw ValidationError(
        "latitudes go from -90 to 90, longitudes from -180 to 180\(hint)")
    case .incomplete, .words:
      throw ValidationError("expected a latitude and a longitude, such as 40.7593,-73.9847")
    }
  }
}
