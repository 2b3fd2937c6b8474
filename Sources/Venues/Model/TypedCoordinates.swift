package import FetchKit

/// A text that may be a pair of coordinates.
package enum TypedCoordinates: Hashable {
  case place(Coordinate)
  /// Two numbers outside the globe.
  case outsideGlobe(Coordinate)
  /// Numbers, but not a latitude and a longitude.
  case incomplete
  /// Something else, such as an address. A single whole number may be that of a house.
  case words

  /// Reads usual spellings, such as `40.7593, -73.9847`, `40,7593; -73,9847`, `40.7593° N, 73.9847° W` or
  /// `40°45'33"N 73°59'5"W`, also in parentheses or as in the URL of a web map: `@40.7593,-73.9847,15z`.
  package init(_ text: String) {
    let text = text.utf8.count > Self.maximumLength ? "" : Self.normalized(text)
    guard Self.isNumeric(text) else {
      self = .words
      return
    }
    let angles = Self.angles(in: text) ?? Self.angles(inDecimalCommas: text)
    guard let angles, let place = Self.coordinate(angles.0, angles.1) else {
      self = .incomplete
      return
    }
    self = place.isOnGlobe ? .place(place) : .outsideGlobe(place)
  }

  /// Longer texts are not coordinates.
  private static let maximumLength = 200

  /// The text in uppercase with single blanks, without parentheses and what the URL of a web map has besides.
  private static func normalized(_ text: String) -> String {
    let blanks = text.uppercased().replacing("−", with: "-")
      .split { $0.isWhitespace || "()[]（）".contains($0) }.joined(separator: " ")
    return blanks.wholeMatch(of: /@([^,]+,[^,]+)(,.*)?/).map { String($0.1) } ?? blanks
  }

  /// Whether a text has only numbers, signs, separators, degree marks and letters of directions, and is not the number of
  /// a house, such as "234" or "36-18".
  private static func isNumeric(_ text: String) -> Bool {
    text.contains(/[0-9]/) && text.wholeMatch(of: /[0-9]+(-[0-9]+)?/) == nil
      && text.wholeMatch(of: /[0-9 .,;，；°º'’′"”″+\-NSEW]+/) != nil
      && !text.contains(/[A-Z]{2}/)
  }

  /// An angle in degrees, and the letter of its direction.
  private typealias Angle = (degrees: Double, direction: Substring?)

  /// The two angles of a text; nil if it has others.
  private static func angles(in text: String) -> (Angle, Angle)? {
    let parts = text.split(omittingEmptySubsequences: false) { ",;，；".contains($0) }
    if parts.count == 2 {
      guard let first = angle(parts[0]), let second = angle(parts[1]) else { return nil }
      return (first, second)
    }
    guard parts.count == 1 else { return nil }
    let found = text.indices.lazy.filter { text[$0] == " " }.compactMap { blank in
      angle(text[..<blank]).flatMap { first in angle(text[blank...]).map { (first, $0) } }
    }
    return found.first
  }

  /// The same with decimal commas, where these cannot be separators: both numbers have one, or a semicolon separates them.
  private static func angles(inDecimalCommas text: String) -> (Angle, Angle)? {
    let commas = text.matches(of: /[0-9],[0-9]/).count
    guard !text.contains("."), commas == 2 || text.contains(";") else { return nil }
    return angles(in: text.replacing(/([0-9]),(?=[0-9])/) { "\($0.1)." })
  }

  private static func angle(_ text: Substring) -> Angle? {
    let pattern =
      #/\ ?([NSEW])? ?([+\-])?([0-9]++\.?+[0-9]*+|\.[0-9]++) ?[°º]? ?(?:([0-9]++\.?+[0-9]*+) ?['’′] ?)?(?:([0-9]++\.?+[0-9]*+) ?["”″] ?)?([NSEW])? ?/#
    guard let match = text.wholeMatch(of: pattern)?.output, let degrees = Double(match.3),
      match.1 == nil || match.6 == nil
    else { return nil }
    let minutes = match.4.flatMap { Double($0) } ?? 0
    let seconds = match.5.flatMap { Double($0) } ?? 0
    let direction = match.1 ?? match.6
    guard direction == nil || match.2 == nil, minutes < 60, seconds < 60 else { return nil }
    let value = degrees + minutes / 60 + seconds / 3600
    let isNegative = match.2 == "-" || direction == "S" || direction == "W"
    return (isNegative ? -value : value, direction)
  }

  /// The coordinate of two angles, the latitude first unless their directions say otherwise; nil if these contradict.
  private static func coordinate(_ first: Angle, _ second: Angle) -> Coordinate? {
    func isLatitude(_ angle: Angle) -> Bool? { angle.direction.map { $0 == "N" || $0 == "S" } }
    let (one, other) = (isLatitude(first), isLatitude(second))
    guard one == nil || one != other else { return nil }
    let isSwapped = one == false || other == true
    return isSwapped
      ? Coordinate(latitude: second.degrees, longitude: first.degrees)
      : Coordinate(latitude: first.degrees, longitude: second.degrees)
  }
}

extension Coordinate {
  /// Reads coordinates as `TypedCoordinates` does; nil for anything else, and outside the globe.
  public init?(text: String) {
    guard case .place(let place) = TypedCoordinates(text) else { return nil }
    self = place
  }

  /// The coordinates in the other order; nil if these are outside the globe, too.
  package var exchanged: Coordinate? {
    let place = Coordinate(latitude: longitude, longitude: latitude)
    return place.isOnGlobe ? place : nil
  }

  package var isOnGlobe: Bool {
    VenueField.latitude.allows(latitude) && VenueField.longitude.allows(longitude)
  }
}
