public import FetchKit

extension Venue.Location {
  /// The place on the globe; nil when it is not known.
  public var coordinate: Coordinate? {
    guard let latitude, let longitude else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
