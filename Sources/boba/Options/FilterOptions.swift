import ArgumentParser
import FetchKit
import Venues

/// Which venues: the same options for every command and for the finder.
struct FilterOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Price: '$' to '$$$$', 1 to 4, or none. Several widen.", valueName: "price"))
  var price: [PriceArgument] = []

  @Flag(name: .long, help: "Only places that offer a deal.")
  var deals = false

  @Flag(name: .long, help: "Only places with tips of visitors.")
  var tips = false

  @Flag(name: .long, help: "Only your favourites.")
  var favorites = false

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Only places nearer than this.", valueName: "metres"))
  var within: Double?

  @Flag(name: .long, help: "Only places within walking distance, 500 m.")
  var walking = false

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Only places rated at least this, 0 to 10.", valueName: "rating"))
  var rating: Double?

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A category; 'Tea*' for a beginning. Several widen.", valueName: "text"))
  var category: [String] = []

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A city; 'New*' for a beginning. Several widen.", valueName: "text"))
  var city: [String] = []

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Words in name, category, address, cross street or city.", valueName: "words"))
  var search: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "A predicate over the key paths, such as 'stats.tipCount > 20'.", valueName: "predicate"))
  var `where`: String?

  @Flag(name: .long, help: "Places that have closed for good, too.")
  var includeClosed = false

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Measure distances from here.", valueName: "lat,lng"))
  var near: Place?

  func validate() throws {
    if let within, !(within >= 0) {
      throw ValidationError("--within takes metres, found \(within)")
    }
    if let rating, !(0...10).contains(rating) {
      throw ValidationError("--rating takes a number from 0 to 10, found \(rating)")
    }
  }

  /// What the options choose; throws for a predicate that cannot be asked.
  func choices() throws -> FilterChoices {
    var choices = FilterChoices()
    choices.prices = Set(price.map(\.level))
    choices.toggles = toggles
    choices.radius = within ?? FilterChoices.walkingDistance
    choices.minimumRating = rating
    choices.categories = category
    choices.cities = city
    choices.search = search ?? ""
    choices.condition = try `where`.map(Condition.read)
    choices.includesClosed = includeClosed
    return choices
  }

  private var toggles: Set<ToggleFilter> {
    var toggles: Set<ToggleFilter> = []
    if deals { toggles.insert(.deals) }
    if tips { toggles.insert(.tips) }
    if favorites { toggles.insert(.favorites) }
    if walking || within != nil { toggles.insert(.walking) }
    return toggles
  }

  /// Whether any option chooses anything.
  var isEmpty: Bool { (try? choices().isEmpty) ?? false }

  /// Where distances are measured from.
  var origin: Origin { near.map { .place($0.coordinate) } ?? .asImported(nil) }
}

/// Reads the predicates of options.
enum Condition {
  /// The predicate, checked against the venue's key paths; the error has a caret.
  static func read(_ format: String) throws -> FetchPredicate {
    do {
      let predicate = try FetchPredicate(format: format)
      if let variable = predicate.variables.min() {
        throw Failure.usage("the variable $\(variable) has no value")
      }
      try predicate.check(for: Venue.entity)
      return predicate
    } catch var error as FetchKit.FetchPredicateError {
      error.format = format
      throw error
    }
  }
}

/// A price given as `$$`, `2` or `none`.
struct PriceArgument: ExpressibleByArgument {
  let level: PriceLevel

  init?(argument: String) {
    guard let level = PriceLevel(text: argument) else { return nil }
    self.level = level
  }

  static var allValueStrings: [String] { PriceLevel.allCases.map(\.text) }
}

/// A place given as `LAT,LNG`.
struct Place: ExpressibleByArgument {
  let coordinate: Coordinate

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.filter { !$0.isWhitespace }) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    coordinate = Coordinate(latitude: latitude, longitude: longitude)
  }
}
