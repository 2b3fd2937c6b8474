import Foundation
import TerminalKit

/// The part of the world that is seen through some cells, of which each has 2x4 square dots.
nonisolated struct MapViewport: Hashable {
  /// What is in the middle.
  var center: MapPosition
  /// The width of a dot, as a part of the map's width.
  var scale: Double
  /// The cells that there are.
  let size: Size

  init(center: MapPosition, scale: Double, size: Size) {
    self.center = center
    self.scale = scale
    self.size = size
  }

  /// The closest view that has all of the bounds, with a margin of one cell in eight.
  init(fitting bounds: MapBounds, size: Size) {
    let columns = Double(max(1, size.columns * 2)) * 0.875
    let rows = Double(max(1, size.rows * 4)) * 0.875
    let least = Self.narrowest * bounds.center.meter
    center = bounds.center
    scale = max(least, bounds.width / columns, bounds.height / rows)
    self.size = size
  }

  /// Meters in a dot of the closest view that is offered by itself.
  private static let narrowest = 4.0

  /// How many dots there are across and down.
  var dots: (columns: Int, rows: Int) { (size.columns * 2, size.rows * 4) }

  /// Meters in a dot, in the middle of the view.
  var metersPerDot: Double { scale / center.meter }

  /// Where a place is in dots from the top left; it may be outside.
  func dot(of position: MapPosition) -> (column: Double, row: Double) {
    let way = center.way(to: position)
    return (
      way.x / scale + Double(size.columns), way.y / scale + Double(size.rows * 2)
    )
  }

  /// The cell that a place is in; nil outside.
  func cell(of position: MapPosition) -> Point? {
    let dot = dot(of: position)
    let columns = 0..<Double(size.columns * 2)
    guard columns.contains(dot.column), (0..<Double(size.rows * 4)).contains(dot.row) else {
      return nil
    }
    return Point(column: Int(dot.column) / 2, row: Int(dot.row) / 4)
  }

  /// What is in the middle of a cell.
  func position(of cell: Point) -> MapPosition {
    MapPosition(
      x: center.x + Double(cell.column * 2 + 1 - size.columns) * scale,
      y: center.y + Double(cell.row * 4 + 2 - size.rows * 2) * scale)
  }
}
