import ArgumentParser
import FetchKit
import Venues

/// A price given as `$$`, `2` or `none`.
struct PriceArgument: ExpressibleByArgument {
  let level: PriceLevel

  init?(argument: String) {
    guard let level = PriceLevel(text: argument) else { return nil }
    self.level = level
  }

  static var allValueStrings: [String] { PriceLevel.allCases.map(\.text) }

  /// The levels as numbers: signs would have to be quoted.
  static var defaultCompletionKind: CompletionKind { .list(["1", "2", "3", "4", "none"]) }
}

/// A place given as `LAT,LNG`.
struct Place: ExpressibleByArgument {
  let coordinate: Coordinate

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.filter { !$0.isWhitespace }) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// A place on the globe; nil for numbers that are none.
  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    coordinate = Coordinate(latitude: latitude, longitude: longitude)
  }
}
