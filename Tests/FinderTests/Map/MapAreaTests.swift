import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct MapAreaTests {
  private func venue(_ app: AppHarness) throws -> Coordinate {
    try #require(app.finder.list.model.cursorVenue?.location.coordinate)
  }

  @Test func `the cursor moves to the nearest venue in a direction`() async throws {
    let app = try await AppHarness()
    await app.press("m")
    let start = try venue(app)
    await app.press("J")
    let south = try venue(app)
    #expect(south.latitude < start.latitude)
    await app.press("K")
    let north = try venue(app)
    #expect(north.latitude > south.latitude)
    await app.press("L")
    #expect(try venue(app).longitude > north.longitude)
    for _ in 0..<30 { await app.press("H") }
    #expect(app.message == "No venue in this direction")
  }

  @Test func `searching an area lists the venues on the map, until it is removed`() async throws {
    let app = try await AppHarness()
    await app.press("m", "+", "+", "+", "+", "A")
    let focus = app.finder.list.map.saved?.focus
    let count = app.finder.list.model.ids.count
    #expect((1..<30).contains(count))
    #expect(app.lines[0].hasPrefix(" Map · \(count) venue"))
    await app.press("esc")
    #expect(app.lines[1].hasPrefix(" map area "))
    await app.press("m")
    #expect(app.finder.list.map.saved?.focus == focus)
    await app.press("esc", "f", "tab", "j", "j", "j", "j")
    #expect(app.lines.contains { $0.contains("▌ [x] Map area") })
    await app.press("space", "enter")
    #expect(app.finder.list.model.ids.count == 30)
  }

  @Test(arguments: [
    MapArea(south: 40.1, north: 40.9, west: -74.5, east: -73.5),
    MapArea(south: -10, north: 10, west: 179, east: -179),
  ])
  func `an area is recognized in a saved predicate`(area: MapArea) throws {
    var choices = FilterChoices()
    choices.area = area
    choices.prices = [.cheap]
    #expect(FilterChoices(recognizing: choices.predicate(except: [.closed])) == choices)
    let text = choices.predicate(except: [.closed]).predicateFormat
    #expect(FilterChoices(recognizing: try FetchPredicate(format: text)) == choices)
    #expect(SavedChoices(choices).choices == choices)
  }

  @Test(arguments: [
    (0.5, true), (MercatorProjection.shared.y(86), true), (0.01, true), (0.2, false), (0.8, false),
    (MercatorProjection.shared.y(-90), true),
  ])
  func `an area with an edge of the map has the venues that are drawn there`(
    center: Double, isInside: Bool
  ) async throws {
    let viewport = MapViewport(
      center: MapPosition(x: 0.5, y: center), scale: center == 0.5 ? 0.02 : 0.001,
      size: Size(columns: 80, rows: 24))
    let store = try FetchStore.seeded()
    for (name, latitude) in [("Teado", 89.9), ("Tbaar", -88)] {
      var venue = try store.venue(named: name)
      (venue.location.latitude, venue.location.longitude) = (latitude, 0)
      try await store.write("Move") { [venue] in $0.update(venue) }
    }
    var request = FetchRequest<Venue>()
    var choices = FilterChoices()
    choices.area = viewport.area
    request.predicate = choices.predicate
    let drawn = [86.0, -86].count {
      viewport.cell(of: MapPosition(Coordinate(latitude: $0, longitude: 0))) != nil
    }
    let found = Set(try await store.fetch(request).map(\.name)).intersection(["Teado", "Tbaar"])
    #expect(found.count == drawn)
    #expect((drawn > 0) == isInside)
  }

  @Test(arguments: [(179.5, -179.5, true), (0, 0, true), (100, 100, false)])
  func `an area around the antimeridian has the venues on both sides`(
    longitude: Double, other: Double, isInside: Bool
  ) async throws {
    let viewport = MapViewport(
      center: MapPosition(Coordinate(latitude: 0, longitude: longitude)), scale: 0.0001,
      size: Size(columns: 80, rows: 24))
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Teado")
    venue.location.latitude = 0
    venue.location.longitude = other
    try await store.write("Move") { [venue] in $0.update(venue) }
    var request = FetchRequest<Venue>()
    var choices = FilterChoices()
    choices.area = viewport.area
    request.predicate = choices.predicate
    #expect(try await store.count(request) == (isInside || longitude == other ? 1 : 0))
  }
}
