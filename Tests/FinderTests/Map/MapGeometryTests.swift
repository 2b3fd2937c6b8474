import FetchKit
import TerminalKit
import TerminalTestSupport
import TestSupport
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct MapGeometryTests {
  private let times = MapPosition(Coordinate(latitude: 40.758, longitude: -73.9855))

  @Test func `a position converts back to its coordinates`() {
    for place in [
      Coordinate(latitude: 40.758, longitude: -73.9855),
      Coordinate(latitude: -33.9, longitude: 151),
      Coordinate(latitude: 0, longitude: 0),
    ] {
      let found = MapPosition(place).coordinate
      #expect(abs(found.latitude - place.latitude) < 1e-9)
      #expect(abs(found.longitude - place.longitude) < 1e-9)
    }
  }

  @Test func `the poles are at the edges`() {
    #expect(abs(MapPosition(Coordinate(latitude: 90, longitude: 0)).y) < 1e-6)
    #expect(abs(MapPosition(Coordinate(latitude: -90, longitude: 0)).y - 1) < 1e-6)
  }

  @Test func `a meter has one length in all directions, as on the globe`() {
    let north = MapPosition(Coordinate(latitude: 40.768, longitude: -73.9855))
    let meters = Coordinate(latitude: 40.758, longitude: -73.9855)
      .distance(to: Coordinate(latitude: 40.768, longitude: -73.9855))
    #expect(abs((times.y - north.y) / times.meter - meters) < 1)
    let east = MapPosition(Coordinate(latitude: 40.758, longitude: -73.9755))
    let across = Coordinate(latitude: 40.758, longitude: -73.9855)
      .distance(to: Coordinate(latitude: 40.758, longitude: -73.9755))
    #expect(abs((east.x - times.x) / times.meter - across) < 1)
  }

  @Test func `a venue is drawn in its cell, wherever the view is centered`() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<2000 {
      let place = Coordinate(
        latitude: .random(in: -85...85, using: &random),
        longitude: .random(in: -180...180, using: &random))
      let position = MapPosition(place)
      let points = MapPoints([
        MapPoint(id: ObjectID(entityName: "Venue", rowID: 1), position: position, price: .cheap)
      ])
      var viewport = MapViewport(
        center: position, scale: .random(in: 4...400, using: &random) * position.meter,
        size: Size(columns: .random(in: 10...80, using: &random), rows: 20))
      viewport.center.x += Double.random(in: -4...4, using: &random).rounded() * viewport.scale
      let visible = VisiblePoints(of: points, around: position, in: viewport)
      #expect(viewport.cell(of: position).map(visible.raster.count) == 1)
    }
  }

  @Test func `bounds cross the antimeridian`() throws {
    let fiji = [178.0, -179.0, 179.5].map {
      MapPosition(Coordinate(latitude: -17, longitude: $0))
    }
    let bounds = try #require(MapBounds(fiji))
    #expect(abs(bounds.width - 3.0 / 360) < 1e-9)
    let viewport = MapViewport(fitting: bounds, size: .usual)
    #expect(fiji.allSatisfy { viewport.cell(of: $0) != nil })
    #expect(MapBounds([MapPosition]()) == nil)
  }

  @Test func `a circle is round in dots`() {
    let viewport = MapViewport(center: times, scale: 10 * times.meter, size: .usual)
    let place = times.coordinate
    let north = viewport.dot(
      of: MapPosition(Coordinate(latitude: place.latitude + 0.002, longitude: place.longitude)))
    let east = viewport.dot(
      of: MapPosition(
        Coordinate(latitude: place.latitude, longitude: place.longitude + 0.002 / 0.7575)))
    #expect(abs((48 - north.row) - (east.column - 80)) < 0.05)
  }

  @Test func `cells and positions convert to each other`() {
    let viewport = MapViewport(center: times, scale: 1e-6, size: .usual)
    for cell in [Point(column: 0, row: 0), Point(column: 79, row: 23), Point(column: 12, row: 5)] {
      #expect(viewport.cell(of: viewport.position(of: cell)) == cell)
    }
    #expect(viewport.cell(of: viewport.position(of: Point(column: 80, row: 3))) == nil)
    #expect(viewport.cell(of: viewport.position(of: Point(column: 3, row: -1))) == nil)
  }

  @Test func `dots are bits of Braille characters`() {
    var raster = MapRaster(size: Size(columns: 2, rows: 1))
    for dot in [(0.0, 0.0), (1.0, 3.0), (2.5, 1.0), (4.0, 0.0), (-0.5, 0.0)] {
      raster.set((column: dot.0, row: dot.1))
    }
    #expect(raster.dots(at: Point(column: 0, row: 0)) == 0x81)
    #expect(raster.dots(at: Point(column: 1, row: 0)) == 0x02)
  }

  @Test func `a cell has its most frequent price`() {
    let viewport = MapViewport(center: times, scale: 1e-6, size: Size(columns: 3, rows: 3))
    func points(_ prices: [PriceLevel]) -> MapPoints {
      MapPoints(
        prices.enumerated().map {
          MapPoint(
            id: ObjectID(entityName: "Venue", rowID: Int64($0.offset)), position: times,
            price: $0.element)
        })
    }
    func raster(_ prices: [PriceLevel]) -> MapRaster {
      VisiblePoints(of: points(prices), around: times, in: viewport).raster
    }
    let mixed = raster([.expensive, .cheap, .expensive, .moderate])
    let middle = Point(column: 1, row: 1)
    #expect(mixed.count(at: middle) == 4)
    #expect(mixed.price(at: middle) == .expensive)
    #expect(raster([.expensive, .cheap]).price(at: middle) == .cheap)
  }

  @Test func `dots are at their coordinates, also at the antimeridian`() {
    for center in [times, MapPosition(x: 0.999_999, y: 0.4), MapPosition(x: 0, y: 0.4)] {
      let points = (0..<200).map { index in
        let x = center.x + Double(index * 37 % 401 - 200) * 1.03e-7
        let y = center.y + Double(index * 53 % 401 - 200) * 1.03e-7
        return MapPoint(
          id: ObjectID(entityName: "Venue", rowID: Int64(index)),
          position: MapPosition(x: x - x.rounded(.down), y: y), price: .cheap)
      }
      let viewport = MapViewport(center: center, scale: 1e-7, size: .usual)
      var seen: [Int] = []
      MapPoints(points).forEachDot(in: viewport) { dot in
        seen.append(dot.index)
        let place = viewport.dot(of: points[dot.index].position)
        #expect(abs(dot.column - place.column) < 0.01 && abs(dot.row - place.row) < 0.01)
      }
      let expected = points.indices.filter { viewport.cell(of: points[$0].position) != nil }
      #expect(seen == expected && !seen.isEmpty)
    }
  }

  @Test func `zooming in and out returns to the start`() {
    var state = MapState()
    state.focus = .part(center: times, scale: 1e-6)
    let corner = Point(column: 3, row: 2)
    let fixed = state.viewport(.usual).position(of: corner)
    state.zoom(by: 4, around: corner, in: .usual)
    #expect(state.viewport(.usual).cell(of: fixed) == corner)
    #expect(state.viewport(.usual).scale == 0.25e-6)
    state.zoom(by: 1e30, in: .usual)
    #expect(abs(state.viewport(.usual).metersPerDot - 0.25) < 1e-6)
    state.zoom(by: 1e-30, in: .usual)
    #expect(state.viewport(.usual).scale == 1.0 / 160)
  }

  @Test func `your location is in the first view unless it is far away`() {
    var state = MapState()
    state.points = MapPoints([
      MapPoint(id: ObjectID(entityName: "Venue", rowID: 1), position: times, price: .cheap)
    ])
    state.origin = .place(Coordinate(latitude: 40.76, longitude: -73.99))
    #expect(state.you.flatMap { state.viewport(.usual).cell(of: $0) } != nil)
    state.origin = .place(Coordinate(latitude: 48.1, longitude: 11.5))
    #expect(state.you.flatMap { state.viewport(.usual).cell(of: $0) } == nil)
    #expect(state.viewport(.usual).cell(of: times) != nil)
  }

  @Test func `the first view has the whole circle of the walking distance if that is the filter`()
    throws
  {
    var state = MapState()
    state.points = MapPoints([
      MapPoint(id: ObjectID(entityName: "Venue", rowID: 1), position: times, price: .cheap)
    ])
    state.origin = .place(Coordinate(latitude: 40.758, longitude: -73.985))
    state.choices.toggles = [.walking]
    state.choices.radius = 900
    let you = try #require(state.you)
    let reach = 900 * you.meter
    for (x, y) in [(-reach, 0.0), (reach, 0), (0, -reach), (0, reach)] {
      #expect(state.viewport(.usual).cell(of: MapPosition(x: you.x + x, y: you.y + y)) != nil)
    }
  }

  @Test(arguments: [(1, 0), (2, 1), (4, 1), (5, 2), (20, 3), (99, 3), (100, 4), (1_000_000, 4)])
  func `density has steps`(count: Int, level: Int) {
    #expect(MapShading.level(count) == level)
  }

  @Test(arguments: [(1.0, "├─────────┤ 20 m"), (100, "├─────────┤ 2 km")])
  func `the ends of the scale bar are a round distance apart`(meters: Double, text: String) {
    let viewport = MapViewport(center: times, scale: meters * times.meter, size: .usual)
    let bar = ScaleBar(viewport: viewport, render: RenderContext(for: Capabilities())).line(
      columns: 24)
    #expect(bar.spans.map(\.text).joined() == text)
  }

  @Test func `the nearest visible venues are labeled first`() {
    let viewport = MapViewport(center: times, scale: 1e-7, size: .usual)
    let points = (0..<100).map { index in
      MapPoint(
        id: ObjectID(entityName: "Venue", rowID: Int64(index)),
        position: MapPosition(x: times.x + Double(99 - index) * 1.03e-6, y: times.y), price: .cheap)
    }
    let visiblePoints = VisiblePoints(of: MapPoints(points), around: times, in: viewport)
    #expect(visiblePoints.nearest.map(\.id.rowID) == [99, 98, 97, 96, 95, 94, 93, 92])
  }
}
