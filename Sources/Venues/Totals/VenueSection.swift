/// A section of a list of venues.
public enum VenueSection: Hashable, Sendable {
  case price(PriceLevel)
  /// The text that its venues share, or their first letter.
  case text(String)
  /// Names before the letter A.
  case signs
  /// Names after the letter Z.
  case otherLetters
  /// Meters; the last band is open.
  case distance(from: Double, to: Double?)
  /// Ratings, tips, check-ins or visitors; the last band is open.
  case number(from: Double, to: Double?)
  /// The number of deals per venue.
  case deals(Int)
  /// Favorites, or the other venues.
  case favorites(Bool)
  /// The value of the section is missing.
  case missing
}
