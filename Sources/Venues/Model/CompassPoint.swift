package import FetchKit
import Foundation

/// One of sixteen compass directions.
public enum CompassPoint: String, Hashable, Sendable, CaseIterable {
  case north = "N"
  case northNortheast = "NNE"
  case northeast = "NE"
  case eastNortheast = "ENE"
  case east = "E"
  case eastSoutheast = "ESE"
  case southeast = "SE"
  case southSoutheast = "SSE"
  case south = "S"
  case southSouthwest = "SSW"
  case southwest = "SW"
  case westSouthwest = "WSW"
  case west = "W"
  case westNorthwest = "WNW"
  case northwest = "NW"
  case northNorthwest = "NNW"

  /// The direction nearest to a bearing in degrees, clockwise from north.
  public init(bearing: Double) {
    let steps = Int((bearing / 22.5).rounded())
    self = Self.allCases[((steps % 16) + 16) % 16]
  }

  /// The initial direction from one location to another; nil if they are equal or invalid.
  package init?(from start: Coordinate, to end: Coordinate) {
    guard start != end else { return nil }
    let latitude1 = start.latitude * .pi / 180
    let latitude2 = end.latitude * .pi / 180
    let turn = (end.longitude - start.longitude) * .pi / 180
    let east = sin(turn) * cos(latitude2)
    let north = cos(latitude1) * sin(latitude2) - sin(latitude1) * cos(latitude2) * cos(turn)
    let bearing = atan2(east, north) * 180 / .pi
    guard bearing.isFinite else { return nil }
    self.init(bearing: bearing)
  }
}

extension Origin {
  /// The direction from here to a venue; nil if either place is unknown or both are the same.
  public func direction(to venue: Venue) -> CompassPoint? {
    guard let coordinate, let end = venue.location.coordinate else { return nil }
    return CompassPoint(from: coordinate, to: end)
  }
}
