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

  /// Creates a coordinate; the values are not validated.
  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Returns the great-circle distance to another coordinate in meters.
  package func distance(to other: Coordinate) -> Double {
    Geodesy.distance(from: self, to: other)
  }
}

enum Geodesy {
  /// The mean radius of the earth in meters.
  private static let radius = 6_371_000.0

  /// Returns the haversine distance in meters.
  static func distance(from start: Coordinate, to end: Coordinate) -> Double {
    let latitude1 = start.latitude * .pi / 180
    let latitude2 = end.latitude * .pi / 180
    let sine1 = sin((latitude2 - latitude1) / 2)
    let sine2 = sin((end.longitude - start.longitude) * .pi / 180 / 2)
    let chord = sine1 * sine1 + cos(latitude1) * cos(latitude2) * sine2 * sine2
    return 2 * radius * asin(min(1, chord.squareRoot()))
  }
}
