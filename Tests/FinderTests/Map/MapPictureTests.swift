import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct MapPictureTests {
  private static let size = Size(columns: 40, rows: 5)
  private static let center = MapPosition(x: 0.25, y: 0.4)

  /// A map of named venues in cells, one for each time that a cell is listed.
  private func picture(of cells: [(column: Int, row: Int)]) -> Canvas {
    let viewport = MapViewport(center: Self.center, scale: 1e-7, size: Self.size)
    let points = cells.enumerated().map { index, cell in
      let (x, y) = (Double(cell.column * 2 - Self.size.columns + 1), Double(cell.row * 4 - 8))
      return MapPoint(
        id: ObjectID(entityName: "Venue", rowID: Int64(index)),
        position: MapPosition(x: Self.center.x + x * 1e-7, y: Self.center.y + y * 1e-7),
        price: .cheap)
    }
    var state = MapState()
    state.points = MapPoints(points)
    for (index, point) in points.enumerated() { state.names[point.id] = "Venue \(index)" }
    var canvas = Canvas(size: Self.size)
    MapPicture(
      state: state,
      visiblePoints: VisiblePoints(of: state.points, around: Self.center, in: viewport),
      render: RenderContext(for: Capabilities()), circle: nil
    ).draw(on: &canvas, in: canvas.bounds)
    return canvas
  }

  private func text(_ canvas: Canvas, row: Int) -> String {
    (0..<Self.size.columns).map { canvas[$0, row].text }.joined()
  }

  @Test func `cells that touch have one number on one area`() {
    let columns =
      [10, 10, 11, 11, 11, 12, 12, 20, 20] + [30, 31].flatMap { Array(repeating: $0, count: 8) }
      + Array(repeating: 35, count: 10)
    let canvas = picture(of: columns.map { (column: $0, row: 2) })
    #expect(text(canvas, row: 2).dropFirst(10).prefix(22) == " 7        2         16")
    let areas = (0..<Self.size.columns).filter { canvas[$0, 2].style.background != .standard }
    #expect(areas == [11, 20, 30, 31, 35])
    #expect(canvas[35, 2].text == "+", "more than a digit in one cell")
  }

  @Test func `venues are named if at least a quarter of their cells can be`() {
    let alone = (column: 5, row: 4)
    let row = (0..<Self.size.columns).map { (column: $0, row: 0) }
    let few = picture(of: [alone] + row)
    #expect(!(0..<Self.size.rows).contains { text(few, row: $0).contains("Venue") })
    let many = picture(of: [alone, (column: 5, row: 2)])
    #expect(text(many, row: 4).contains("● Venue 0"))
    #expect(text(many, row: 2).contains("● Venue 1"))
  }
}
