import FetchKit
import TerminalKit
import Venues

/// The words of the screens in English.
struct English: Strings {
  let figures: Figures

  init(_ units: LengthUnits = .metric) {
    figures = Figures(
      grouping: ",", point: ".", units: units,
      unitNames: units == .metric
        ? Figures.UnitNames(short: " m", long: " km")
        : Figures.UnitNames(short: " ft", long: " mi"))
  }

  let appName = "Bubble Tea Finder"
  let allVenues = "all venues"
  let noMatch = "No venue matches"
  let noVenues = "There are no venues yet"
  let importSome = "boba import FILE brings some"
  let unknownPrice = "no price"
  let closedToo = "closed ones too"
  let then = "then"
  let filters = "Filters"
  let price = "Price"
  let mostPopular = "Most popular"
  let sortBy = "Sort by"
  let predicate = "Predicate"
  let none = "none"
  let verified = "verified"
  let closed = "closed for good"
  let isGone = "This venue is no longer there"
  let help = "Help"
  let readOnly = "The store cannot be written"

  func imports(_ key: String) -> String { "\(key) brings some from a file or folder" }

  func venues(_ count: Int) -> String { plural(count, "venue", "venues") }

  func venues(_ count: Int, of total: Int) -> String {
    "\(figures.count(count)) of \(venues(total))"
  }

  func origin(_ origin: Origin, named name: String?) -> String {
    if let name { return "from \(name)" }
    guard let place = origin.coordinate else { return "distances as imported" }
    let text = figures.coordinate(latitude: place.latitude, longitude: place.longitude)
    return "from \(text)"
  }

  func deals(_ count: Int) -> String { plural(count, "deal", "deals") }

  func tips(_ count: Int) -> String { plural(count, "tip", "tips") }

  func averageDistance(_ meters: Double) -> String { "average \(figures.distance(meters))" }

  func closedHidden(_ count: Int) -> String { "\(figures.count(count)) closed hidden" }

  /// Why the words are not in the language that was asked for.
  func notInASCII(_ language: Language) -> String {
    let name =
      switch language {
      case .english: "English"
      case .chinese: "Chinese"
      case .russian: "Russian"
      }
    return "in English, as \(name) cannot be written in ASCII"
  }

  func deletedElsewhere(_ name: String) -> String { "\(name) was deleted by another program" }

  func clearsTheFilter(_ key: String) -> String { "\(key) clears the filter" }

  func endsTheSearch(_ key: String) -> String { "\(key) ends the search" }

  func plural(_ count: Int, _ one: String, _ many: String) -> String {
    "\(figures.count(count)) \(count == 1 ? one : many)"
  }

  func tooSmall(_ found: Size, wanted: Size) -> [String] {
    [
      "This terminal is too small",
      "wanted: \(wanted.columns)x\(wanted.rows)",
      "found: \(found.columns)x\(found.rows)",
    ]
  }

  func failed(_ message: String) -> String { "error: \(message)" }
}
