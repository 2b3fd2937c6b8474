import TerminalTestSupport
import TerminalKit
import Testing

@testable import Finder

@MainActor
@Suite struct HintLineTests {
  @Test func `a click on a hint performs its action`() async throws {
    let app = try await AppHarness()
    let line = try #require(app.lines.last)
    let start = try #require(line.firstRange(of: "s sort"))
    let column = line.distance(from: line.startIndex, to: start.lowerBound)
    await app.click(column: column + 3, row: app.lines.count - 1)
    #expect(app.lines.contains { $0.contains("─ Sort by ─") })
    await app.press("esc")
    await app.click(column: column - 1, row: app.lines.count - 1)
    #expect(app.finder.stack.top is VenueListScreen)
  }

  @Test func `going back says where it leads`() async throws {
    let app = try await AppHarness()
    await app.press("m")
    #expect(app.lines.last?.hasPrefix(" esc to list ") == true)
    await app.press("enter")
    #expect(app.lines.last?.hasPrefix(" esc to map ") == true)
  }

  private func hints(columns: Int) -> String {
    let render = RenderContext(for: Capabilities())
    let bindings = [
      Finder.KeyBinding(.filter, rank: 2) {},
      Finder.KeyBinding(.search, unless: .listIsEmpty, rank: 1) {},
      Finder.KeyBinding(.open, rank: 3) {}, Finder.KeyBinding(.sort) {},
      Finder.KeyBinding(.quit, rank: 1) {},
    ]
    var canvas = Canvas(size: Size(columns: columns, rows: 1))
    HintLine(
      bindings, keys: Keymap.standard.keys, symbols: render.symbols, word: render.strings.hint(for:)
    )
    .draw(on: &canvas, in: canvas.bounds, render: render.style)
    return canvas.line(0)
  }

  @Test func `the least important hints go first`() {
    #expect(hints(columns: 27) == " f filter  ⏎ open  q quit")
    #expect(hints(columns: 26) == " f filter  ⏎ open  q quit")
    #expect(hints(columns: 25) == " f filter  q quit")
    #expect(hints(columns: 18) == " f filter  q quit")
    #expect(hints(columns: 17) == " ⏎ open  q quit")
    #expect(hints(columns: 14) == " q quit")
  }

  @Test func `a short hint uses room that a more important one does not fit in`() {
    let render = RenderContext(for: Capabilities())
    let bindings = [
      Finder.KeyBinding(.quit, rank: 1) {}, Finder.KeyBinding(.favorite, rank: 2) {},
      Finder.KeyBinding(.map, rank: 3) {},
    ]
    var canvas = Canvas(size: Size(columns: 17, rows: 1))
    HintLine(
      bindings, keys: Keymap.standard.keys, symbols: render.symbols, word: render.strings.hint(for:)
    )
    .draw(on: &canvas, in: canvas.bounds, render: render.style)
    #expect(canvas.line(0) == " q quit  m map")
  }

  @Test func `keys have symbols if the terminal has them`() {
    let keys = [KeyPress(.enter), KeyPress(.up), .ctrl("d"), .character(" "), KeyPress(.escape)]
    #expect(keys.map(Symbols.unicode.name) == ["⏎", "↑", "ctrl-d", "space", "esc"])
    #expect(keys.map(Symbols.ascii.name) == ["enter", "up", "ctrl-d", "space", "esc"])
  }
}
