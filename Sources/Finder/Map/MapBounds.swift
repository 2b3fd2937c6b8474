/// The part of the world that some places take.
nonisolated struct MapBounds: Hashable, Sendable {
  /// The way across, as parts of the map's width.
  private(set) var width = 0.0
  private(set) var height = 0.0
  private(set) var center: MapPosition

  /// The smallest part that has all the places, also across the line where the date changes; nil
  /// for no places.
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

  /// The square of so many meters around a place.
  init(around center: MapPosition, meters: Double) {
    self.center = center
    width = meters * center.meter
    height = width
  }

  /// The longer one of both ways.
  var length: Double { max(width, height) }

  /// The same with one place more.
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
