import Foundation

/// A geographic coordinate in degrees.
///
/// ```swift
/// let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
/// paris.distance(to: Coordinate(latitude: 51.5072, longitude: -0.1276))  // 343,500 meters
/// ```
package struct Coordinate: Hashable, Sendable {
  /// The latitude; positive is north.
  package var latitude: Double
  /// The longitude; positive is east.
  package var longitude: Double

  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The mean radius of the earth in meters.
  private static let radius = 6_371_000.0

  /// Returns the great-circle distance to another coordinate in meters, by the haversine formula.
  package func distance(to other: Coordinate) -> Double {
    let (start, end) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let sine1 = sin((end - start) / 2)
    let sine2 = sin((other.longitude - longitude) * .pi / 180 / 2)
    let chord = sine1 * sine1 + cos(start) * cos(end) * sine2 * sine2
    return 2 * Self.radius * asin(min(1, chord.squareRoot()))
  }
}
