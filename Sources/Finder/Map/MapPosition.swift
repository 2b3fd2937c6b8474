import FetchKit
import Foundation

/// A position in Web Mercator projection, from 0 to 1 from west to east and from north to south.
nonisolated struct MapPosition: Hashable, Sendable {
  var x: Double
  var y: Double

  /// The latitude where the square map of the world ends.
  private static let end = 85.051128
  /// Meters around the equator.
  private static let equator = 2 * Double.pi * 6_371_000

  init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The position on the map; the poles are at its edges.
  init(_ place: Coordinate) {
    let sine = sin(max(-Self.end, min(Self.end, place.latitude)) * .pi / 180)
    x = place.longitude / 360 + 0.5
    y = 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
  }

  /// The coordinate on the globe.
  var coordinate: Coordinate {
    let latitude = atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi
    return Coordinate(latitude: latitude, longitude: (x - 0.5) * 360)
  }

  /// The length of a meter around here, as a part of the map's width.
  var meter: Double { 1 / (Self.equator * cos(coordinate.latitude * .pi / 180)) }

  /// The offset to another position, east and south, the shorter way around the world.
  func way(to other: Self) -> (x: Double, y: Double) {
    let x = other.x - x
    return (x - x.rounded(), other.y - y)
  }
}

nonisolated extension MapPosition {
  /// The number of units in the map's width: 9 mm each.
  static let width = 0x1p32

  /// The position in these units, which wrap at the antimeridian.
  var parts: (x: UInt32, y: UInt32) {
    let x = Int64((x * Self.width).rounded(.down))
    return (UInt32(truncatingIfNeeded: x), UInt32(max(0, min(Self.width - 1, y * Self.width))))
  }

  init(parts: (x: UInt32, y: UInt32)) {
    self.init(x: Double(parts.x) / Self.width, y: Double(parts.y) / Self.width)
  }
}

/// A rectangle on the map.
nonisolated struct MapBounds: Hashable, Sendable {
  /// The distance, in units of the map's width.
  private(set) var width = 0.0
  private(set) var height = 0.0
  private(set) var center: MapPosition

  /// The smallest bounds that contain all positions, also across the antimeridian; nil for no positions.
  init?(_ positions: some Collection<MapPosition>) {
    guard let first = positions.first else { return nil }
    var ways = (west: 0.0, east: 0.0, north: 0.0, south: 0.0)
    for position in positions {
      let way = first.way(to: position)
      ways.west = min(ways.west, way.x)
      ways.east = max(ways.east, way.x)
      ways.north = min(ways.north, way.y)
      ways.south = max(ways.south, way.y)
    }
    width = ways.east - ways.west
    height = ways.south - ways.north
    center = MapPosition(
      x: first.x + (ways.west + ways.east) / 2, y: first.y + (ways.north + ways.south) / 2)
  }

  /// The square with a radius in meters around a position.
  init(around center: MapPosition, meters: Double) {
    self.center = center
    width = meters * center.meter
    height = width
  }

  /// The longer side.
  var length: Double { max(width, height) }

  /// The same with one more position.
  func adding(_ position: MapPosition) -> Self {
    let way = center.way(to: position)
    let (east, west) = (max(way.x, width / 2), min(way.x, -width / 2))
    let (south, north) = (max(way.y, height / 2), min(way.y, -height / 2))
    var result = self
    result.width = east - west
    result.height = south - north
    result.center.x += (east + west) / 2
    result.center.y += (south + north) / 2
    return result
  }
}
