import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct MapScreenTests {
  /// The positions of a character on the screen.
  private func places(of sign: Character, in app: AppHarness) -> [Point] {
    app.lines.dropLast(2).dropFirst().enumerated().flatMap { row, line in
      line.enumerated().filter { $0.element == sign }
        .map { Point(column: $0.offset, row: row + 1) }
    }
  }

  private func footer(_ app: AppHarness) -> String { app.lines[app.lines.count - 2] }

  @Test func `next and previous follow the list, and the marker moves`() async throws {
    let app = try await AppHarness()
    await app.press("m")
    #expect(footer(app).hasPrefix(" ◆ Boi Noodles · $ · 567 m"))
    let first = places(of: "◆", in: app)
    await app.press("n", "n")
    #expect(footer(app).hasPrefix(" ◆ Smoocha · $ · 1.4 km"))
    #expect(footer(app).contains(" · 3/30  "))
    #expect(places(of: "◆", in: app) != first)
    await app.press("p", "p", "esc")
    #expect(app.cursorLine?.contains("Boi Noodles") == true)
  }

  @Test func `the map keeps its viewport`() async throws {
    let app = try await AppHarness()
    await app.press("m", "+", "+", "+", "l", "v")
    let left = app.screen
    await app.press("esc", "m")
    #expect(app.screen == left)
    let lines = app.lines.dropLast()
    await app.press("enter", "m", "q", "enter", "m", "enter", "m")
    #expect(app.lines.dropLast() == lines)
    #expect(app.lines.last?.hasPrefix(" esc to details ") == true)
    await app.press("q", "q")
    await app.press("m")
    await app.press("0")
    let all = app.screen
    await app.press("esc", "m")
    #expect(app.screen == all)
  }

  @Test func `the map of other venues shows all of them`() async throws {
    let app = try await AppHarness()
    await app.press("f", "space", "enter", "m")
    let all = app.screen
    await app.press("esc", "c", "m", "+", "+", "+", "l", "esc")
    await app.press("f", "space", "enter", "m")
    #expect(app.screen == all)
  }

  @Test func `a venue chosen in the list is scrolled into view`() async throws {
    let app = try await AppHarness()
    await app.press("m", "c", "+", "+", "+", "+", "+", "+", "+", "+", "esc", "G", "m")
    #expect(places(of: "◆", in: app) == [Point(column: 40, row: 11)])
  }

  @Test func `a click selects the nearest venue, a second one opens it`() async throws {
    let app = try await AppHarness()
    await app.press("G", "m")
    let target = try #require(places(of: "◆", in: app).first)
    let last = footer(app)
    await app.press("p", "p", "p")
    #expect(footer(app) != last)
    await app.pass(.seconds(1))
    await app.click(column: target.column, row: target.row)
    #expect(footer(app) == last)
    await app.click(column: target.column, row: target.row)
    #expect(app.finder.stack.top is DetailScreen)
  }

  @Test func `a click on an empty place changes nothing`() async throws {
    let app = try await AppHarness()
    await app.press("m", "+", "+", "+", "+", "+", "+", "+", "l", "l", "l", "l", "l", "l")
    let before = app.screen
    await app.click(column: 79, row: 1)
    #expect(app.screen == before)
  }

  @Test func `a venue out of view is centered`() async throws {
    let app = try await AppHarness()
    await app.press("m", "c", "+", "+", "+", "+", "+", "+", "+", "+")
    #expect(places(of: "◆", in: app) == [Point(column: 40, row: 11)])
    await app.press("G", "n", "p")
    await app.press("n", "n", "n", "n")
    #expect(places(of: "◆", in: app).count == 1)
  }

  @Test func `panning back shows the same map`() async throws {
    let app = try await AppHarness()
    await app.press("m", "+")
    let before = app.screen
    await app.press("h", "j", "l", "k", "left", "up", "right", "down")
    #expect(app.screen == before)
    await app.press("h")
    #expect(app.screen != before)
    await app.press("0", "+")
    #expect(app.screen == before)
  }

  @Test func `the wheel zooms at the mouse, and dragging pans`() async throws {
    let app = try await AppHarness()
    await app.press("m")
    let target = try #require(places(of: "◆", in: app).first)
    await app.post(.mouse(MouseEvent(.wheelUp, at: target)))
    await app.post(.mouse(MouseEvent(.wheelUp, at: target)))
    #expect(places(of: "◆", in: app) == [target])
    await app.post(
      .mouse(MouseEvent(.press, button: .left, at: Point(column: 79, row: 22))),
      .mouse(MouseEvent(.drag, button: .left, at: Point(column: 76, row: 20))),
      .mouse(MouseEvent(.release, button: .left, at: Point(column: 76, row: 20))))
    #expect(places(of: "◆", in: app) == [target.moved(columns: -3, rows: -2)])
  }

  @Test func `a drag that begins on a venue does not select it`() async throws {
    let app = try await AppHarness()
    await app.press("G", "m")
    let target = try #require(places(of: "◆", in: app).first)
    await app.press("p")
    let first = footer(app)
    await app.post(
      .mouse(MouseEvent(.press, button: .left, at: target)),
      .mouse(MouseEvent(.drag, button: .left, at: target.moved(columns: 2))),
      .mouse(MouseEvent(.release, button: .left, at: target.moved(columns: 2))))
    #expect(footer(app) == first)
  }

  @Test func `the map shows the filtered venues and follows the filter`() async throws {
    let app = try await AppHarness()
    await app.press("f", "j", "space", "enter", "m")
    #expect(app.lines[0].hasPrefix(" Map · 2 venues"))
    #expect(places(of: "◆", in: app).count == 1)
    await app.press("f", "c", "enter")
    #expect(app.lines[0].hasPrefix(" Map · 30 venues"))
  }

  @Test func `a venue deleted by another program leaves the map`() async throws {
    let app = try await AppHarness()
    await app.press("m")
    let venue = try #require(try app.store.venue(named: "Boi Noodles").objectID)
    try await app.store.write("Delete") { $0.delete(venue) }
    await app.settle()
    #expect(app.lines[0].hasPrefix(" Map · 29 venues"))
    #expect(footer(app).hasPrefix(" ◆ CoCo Fresh Tea & Juice"))
  }

  @Test func `venues without a location are counted`() async throws {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.location.latitude = nil
    try await store.write("Forget") { [venue] in $0.update(venue) }
    let app = try await AppHarness(store: store)
    await app.press("m")
    #expect(app.lines[0].hasPrefix(" Map · 29 venues · 1 without a location"))
    #expect(footer(app).hasPrefix(" ◆ Boi Noodles · $ · 567 m · no location"))
    #expect(places(of: "◆", in: app).isEmpty)
  }

  @Test func `without your location the map has no marker and no circle`() async throws {
    let app = try await AppHarness(settings: FinderSettings(origin: .asImported(nil)))
    await app.press("m")
    #expect(places(of: "◉", in: app).isEmpty)
    #expect(!footer(app).contains("you"))
  }

  @Test func `a resized map equals a fresh one`() async throws {
    let app = try await AppHarness()
    await app.press("m")
    for size in [Size.small, .large, .usual] {
      await app.resize(to: size)
      let fresh = try await AppHarness(size)
      await fresh.press("m")
      #expect(app.screen == fresh.screen)
    }
  }

  @Test func `a map of a hundred thousand venues is one picture`() throws {
    let points = (0..<100_000).map { index -> MapPoint in
      let latitude: Double = 40 + Double(index % 317) / 317
      let longitude: Double = -74 + Double(index % 331) / 331
      return MapPoint(
        id: ObjectID(entityName: "Venue", rowID: Int64(index)),
        position: MapPosition(Coordinate(latitude: latitude, longitude: longitude)), price: .cheap)
    }
    var state = MapState()
    state.points = MapPoints(points)
    var canvas = Canvas(size: .large)
    let render = RenderContext(for: Capabilities())
    let visiblePoints = state.visiblePoints(MapView.mapArea(in: canvas.bounds).size)
    MapView(state: state, visiblePoints: visiblePoints, render: render).draw(
      on: &canvas, in: canvas.bounds)
    let middle = canvas[100, 30]
    #expect(middle.text == "⣿")
    #expect(middle.style == render.theme.density[3])
  }
}
