import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct MapStoryTests {
  /// Where a sign stands on the screen.
  private func places(of sign: Character, in trial: Trial) -> [Point] {
    trial.lines.dropLast(2).dropFirst().enumerated().flatMap { row, line in
      line.enumerated().filter { $0.element == sign }
        .map { Point(column: $0.offset, row: row + 1) }
    }
  }

  private func footer(_ trial: Trial) -> String { trial.lines[trial.lines.count - 2] }

  @Test func `next and previous follow the list, and the marker moves`() async throws {
    let trial = try await Trial()
    await trial.press("m")
    #expect(footer(trial).hasPrefix(" ◆ Boi Noodles · $ · 567 m"))
    let first = places(of: "◆", in: trial)
    await trial.press("n", "n")
    #expect(footer(trial).hasPrefix(" ◆ Smoocha · $ · 1.4 km"))
    #expect(footer(trial).hasSuffix("3/30"))
    #expect(places(of: "◆", in: trial) != first)
    await trial.press("p", "p", "esc")
    #expect(trial.cursorLine?.contains("Boi Noodles") == true)
  }

  @Test func `the map keeps its viewport`() async throws {
    let trial = try await Trial()
    await trial.press("m", "+", "+", "+", "l", "v")
    let left = trial.screen
    await trial.press("esc", "m")
    #expect(trial.screen == left)
    await trial.press("enter", "m", "q", "enter", "m", "enter", "m")
    #expect(trial.screen == left)
    await trial.press("0")
    let all = trial.screen
    await trial.press("esc", "m")
    #expect(trial.screen == all)
  }

  @Test func `the map of other venues shows all of them`() async throws {
    let trial = try await Trial()
    await trial.press("f", "space", "enter", "m")
    let all = trial.screen
    await trial.press("esc", "c", "m", "+", "+", "+", "l", "esc")
    await trial.press("f", "space", "enter", "m")
    #expect(trial.screen == all)
  }

  @Test func `a venue chosen in the list is scrolled into view`() async throws {
    let trial = try await Trial()
    await trial.press("m", "c", "+", "+", "+", "+", "+", "+", "+", "+", "esc", "G", "m")
    #expect(places(of: "◆", in: trial) == [Point(column: 40, row: 11)])
  }

  @Test func `a click selects the nearest venue, a second one opens it`() async throws {
    let trial = try await Trial()
    await trial.press("G", "m")
    let target = try #require(places(of: "◆", in: trial).first)
    let last = footer(trial)
    await trial.press("p", "p", "p")
    #expect(footer(trial) != last)
    await trial.pass(.seconds(1))
    await trial.click(column: target.column, row: target.row)
    #expect(footer(trial) == last)
    await trial.click(column: target.column, row: target.row)
    #expect(trial.finder.stack.top is DetailScreen)
  }

  @Test func `a click on an empty place changes nothing`() async throws {
    let trial = try await Trial()
    await trial.press("m", "+", "+", "+", "+", "+", "+", "+", "l", "l", "l", "l", "l", "l")
    let before = trial.screen
    await trial.click(column: 79, row: 1)
    #expect(trial.screen == before)
  }

  @Test func `a venue out of view is centered`() async throws {
    let trial = try await Trial()
    await trial.press("m", "c", "+", "+", "+", "+", "+", "+", "+", "+")
    #expect(places(of: "◆", in: trial) == [Point(column: 40, row: 11)])
    await trial.press("G", "n", "p")
    await trial.press("n", "n", "n", "n")
    #expect(places(of: "◆", in: trial).count == 1)
  }

  @Test func `panning back shows the same map`() async throws {
    let trial = try await Trial()
    await trial.press("m", "+")
    let before = trial.screen
    await trial.press("h", "j", "l", "k", "left", "up", "right", "down")
    #expect(trial.screen == before)
    await trial.press("h")
    #expect(trial.screen != before)
    await trial.press("0", "+")
    #expect(trial.screen == before)
  }

  @Test func `the wheel zooms at the mouse, and dragging pans`() async throws {
    let trial = try await Trial()
    await trial.press("m")
    let target = try #require(places(of: "◆", in: trial).first)
    await trial.post(.mouse(MouseEvent(.wheelUp, at: target)))
    await trial.post(.mouse(MouseEvent(.wheelUp, at: target)))
    #expect(places(of: "◆", in: trial) == [target])
    await trial.post(
      .mouse(MouseEvent(.press, button: .left, at: Point(column: 79, row: 22))),
      .mouse(MouseEvent(.drag, button: .left, at: Point(column: 76, row: 20))),
      .mouse(MouseEvent(.release, button: .left, at: Point(column: 76, row: 20))))
    #expect(places(of: "◆", in: trial) == [target.moved(columns: -3, rows: -2)])
  }

  @Test func `the map shows the filtered venues and follows the filter`() async throws {
    let trial = try await Trial()
    await trial.press("f", "j", "space", "enter", "m")
    #expect(trial.lines[0].hasPrefix(" Map · 2 venues"))
    #expect(places(of: "◆", in: trial).count == 1)
    await trial.press("f", "c", "enter")
    #expect(trial.lines[0].hasPrefix(" Map · 30 venues"))
  }

  @Test func `a venue deleted by another program leaves the map`() async throws {
    let trial = try await Trial()
    await trial.press("m")
    let venue = try #require(try trial.store.venue(named: "Boi Noodles").objectID)
    try await trial.store.write("Delete") { $0.delete(venue) }
    await trial.finder.settle()
    #expect(trial.lines[0].hasPrefix(" Map · 29 venues"))
    #expect(footer(trial).hasPrefix(" ◆ CoCo Fresh Tea & Juice"))
  }

  @Test func `venues without a location are counted`() async throws {
    let store = try Store.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.location.latitude = nil
    try await store.write("Forget") { [venue] in $0.update(venue) }
    let trial = try await Trial(store: store)
    await trial.press("m")
    #expect(trial.lines[0].hasPrefix(" Map · 29 venues · 1 without location"))
    #expect(footer(trial).hasPrefix(" ◆ Boi Noodles · $ · 567 m · no location"))
    #expect(places(of: "◆", in: trial).isEmpty)
  }

  @Test func `without your location the map has no marker and no circle`() async throws {
    let trial = try await Trial(settings: FinderSettings(origin: .asImported(nil)))
    await trial.press("m")
    #expect(places(of: "◉", in: trial).isEmpty)
    #expect(!footer(trial).contains("you"))
  }

  @Test func `a resized map equals a fresh one`() async throws {
    let trial = try await Trial()
    await trial.press("m")
    for size in [Size.small, .large, .usual] {
      await trial.resize(to: size)
      let fresh = try await Trial(size)
      await fresh.press("m")
      #expect(trial.screen == fresh.screen)
    }
  }

  @Test func `a map of a hundred thousand venues is one picture`() throws {
    let points = (0..<100_000).map { index in
      MapPoint(
        id: ObjectID(entityName: "Venue", rowID: Int64(index)),
        position: MapPosition(
          Coordinate(
            latitude: 40 + Double(index % 317) / 317, longitude: -74 + Double(index % 331) / 331)),
        price: .cheap)
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
