import FetchKit
import Foundation

/// A position in Web Mercator projection, from 0 to 1 from west to east and from north to south.
nonisolated struct MapPosition: Hashable, Sendable {
  var x: Double
  var y: Double

  /// Meters around the equator.
  private static let equator = 2 * Double.pi * 6_371_000

  /// The position of a longitude.
  static func x(_ longitude: Double) -> Double { longitude / 360 + 0.5 }

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

  /// The distance to another position, as a part of the map's width.
  func length(to other: Self) -> Double {
    let way = way(to: other)
    return (way.x * way.x + way.y * way.y).squareRoot()
  }
}

/// The southward coordinates of latitudes in Web Mercator projection.
///
/// A cubic interpolation between the values and slopes at steps of 1/32 degree: it takes a fifth of the time of the
/// logarithm and the sine, and differs by less than a millimeter.
nonisolated struct MercatorProjection: Sendable {
  static let shared = MercatorProjection()

  /// The latitude where the square map of the world ends.
  private static let end = 85.051128
  private static let stepsPerDegree = 32.0

  /// The distance from the equator at each step, and its growth to the next one at that rate.
  private let steps: [(distance: Double, slope: Double)]

  private init() {
    let step = .pi / 180 / Self.stepsPerDegree
    steps = (0...Int(Self.end * Self.stepsPerDegree) + 1).map { index in
      let angle = Double(index) * step
      return (atanh(sin(angle)) / (2 * .pi), step / (cos(angle) * 2 * .pi))
    }
  }

  /// The coordinate from 0 in the north to 1 in the south; the poles are at the edges.
  @inline(__always)
  func y(_ latitude: Double) -> Double {
    let place = min(Self.end, abs(latitude)) * Self.stepsPerDegree
    let index = Int(place)
    let (from, to) = (steps[index], steps[index + 1])
    let (part, growth) = (place - Double(index), to.distance - from.distance)
    let bend = (from.slope - growth, to.slope - growth)
    let distance =
      from.distance + part
      * (growth + (1 - part) * ((1 - part) * bend.0 - part * bend.1))
    return 0.5 - (latitude < 0 ? -distance : distance)
  }
}

nonisolated extension MapPosition {
  /// The position on the map; the poles are at its edges.
  init(_ place: Coordinate) {
    self.init(x: Self.x(place.longitude), y: MercatorProjection.shared.y(place.latitude))
  }
}

nonisolated extension MapPosition {
  /// The number of units in the map's width: 9 mm each.
  static let width = 0x1p32

  /// The position in these units, which wrap at the antimeridian.
  var parts: (x: UInt32, y: UInt32) {
    (Self.part(x), Self.part(max(0, min(1 - 1 / Self.width, y))))
  }

  /// A coordinate above -1 in these units.
  static func part(_ coordinate: Double) -> UInt32 {
    UInt32(truncatingIfNeeded: Int64((coordinate + 1) * width))
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
    self.init(
      around: first, west: ways.west, east: ways.east, north: ways.north, south: ways.south)
  }

  /// The bounds from the west to the east and from the north to the south of a position.
  init(around position: MapPosition, west: Double, east: Double, north: Double, south: Double) {
    width = east - west
    height = south - north
    center = MapPosition(x: position.x + (west + east) / 2, y: position.y + (north + south) / 2)
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
