/// A section of a list of places.
public enum VenueSection: Hashable, Sendable {
  case price(PriceLevel)
  /// The text that its places share, or the letter they begin with.
  case text(String)
  /// Names that begin before the letter A.
  case signs
  /// Names that begin behind the letter Z.
  case otherLetters
  /// Meters; the last band has no end.
  case distance(from: Double, to: Double?)
  /// Ratings, tips, check-ins or visitors; the last band has no end.
  case number(from: Double, to: Double?)
  /// How many deals each place offers.
  case deals(Int)
  /// The favorites, or all others.
  case favorites(Bool)
  /// The value that makes the sections is missing.
  case missing
}
