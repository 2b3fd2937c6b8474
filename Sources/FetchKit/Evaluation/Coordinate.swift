import Foundation

/// A place on the globe, in degrees.
public struct Coordinate: Hashable, Sendable {
  /// North positive.
  public var latitude: Double
  /// East positive.
  public var longitude: Double

  /// A place by its degrees; nothing is checked or wrapped.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Meters to another place along the surface.
  public func distance(to other: Coordinate) -> Double {
    Geodesy.distance(from: self, to: other)
  }
}

enum Geodesy {
  /// Meters; the mean radius of the earth.
  private static let radius = 6_371_000.0

  /// The haversine distance in meters.
  static func distance(from start: Coordinate, to end: Coordinate) -> Double {
    let latitude1 = start.latitude * .pi / 180
    let latitude2 = end.latitude * .pi / 180
    let sine1 = sin((latitude2 - latitude1) / 2)
    let sine2 = sin((end.longitude - start.longitude) * .pi / 180 / 2)
    let chord = sine1 * sine1 + cos(latitude1) * cos(latitude2) * sine2 * sine2
    return 2 * radius * asin(min(1, chord.squareRoot()))
  }
}
