import FetchKit
import Foundation
import TerminalKit
import Venues

/// The part of the map that is visible in an area of cells, each with 2x4 square dots.
nonisolated struct MapViewport: Hashable {
  /// The center.
  var center: MapPosition
  /// The width of a dot, as a part of the map's width.
  var scale: Double
  /// The size in cells.
  let size: Size

  /// The number of dots across and down.
  var dots: (columns: Int, rows: Int) { (size.columns * 2, size.rows * 4) }

  /// Meters per dot at the center of the view.
  var metersPerDot: Double { scale / center.meter }

  /// The position in dots from the top left, which may be outside; rounded as `MapPoints` rounds venues.
  func dot(of position: MapPosition) -> (column: Double, row: Double) {
    let (center, place) = (center.parts, position.parts)
    let way = Int32(bitPattern: place.x &- center.x)
    let scale = 1 / (scale * MapPosition.width)
    return (
      Double(way) * scale + Double(size.columns),
      (Double(place.y) - Double(center.y)) * scale + Double(size.rows * 2)
    )
  }

  /// The cell of a position; nil outside.
  func cell(of position: MapPosition) -> Point? {
    let dot = dot(of: position)
    let columns = 0..<Double(size.columns * 2)
    guard columns.contains(dot.column), (0..<Double(size.rows * 4)).contains(dot.row) else {
      return nil
    }
    return Point(column: Int(dot.column) / 2, row: Int(dot.row) / 4)
  }

  /// The visible part of the globe; with the edge of the map, up to the pole that is drawn there.
  var area: MapArea {
    let (width, height) = (Double(size.columns) * scale, Double(size.rows * 2) * scale)
    let (top, bottom) = (center.y - height, center.y + height)
    let first = MapPosition(x: center.x - width, y: top).coordinate
    let last = MapPosition(x: center.x + width, y: bottom).coordinate
    let projection = MercatorProjection.shared
    func wrapped(_ longitude: Double) -> Double {
      longitude - 360 * ((longitude + 180) / 360).rounded(.down)
    }
    let isWholeWorld = width >= 0.5
    return MapArea(
      south: bottom > projection.y(-90) ? -90 : last.latitude,
      north: top <= projection.y(90) ? 90 : first.latitude,
      west: isWholeWorld ? -180 : wrapped(first.longitude),
      east: isWholeWorld ? 180 : wrapped(last.longitude))
  }

  /// The center of a cell.
  func position(of cell: Point) -> MapPosition {
    MapPosition(
      x: center.x + Double(cell.column * 2 + 1 - size.columns) * scale,
      y: center.y + Double(cell.row * 4 + 2 - size.rows * 2) * scale)
  }
}

nonisolated extension MapViewport {
  /// The closest view that contains the bounds, with a margin of one eighth.
  ///
  /// A dot is at least `narrowest` meters wide.
  init(fitting bounds: MapBounds, size: Size, narrowest: Double = 4) {
    let columns = Double(max(1, size.columns * 2)) * 0.875
    let rows = Double(max(1, size.rows * 4)) * 0.875
    let least = narrowest * bounds.center.meter
    self.init(
      center: bounds.center, scale: max(least, bounds.width / columns, bounds.height / rows),
      size: size)
  }
}
