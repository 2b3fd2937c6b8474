import TerminalTestSupport
import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct ColumnMenuTests {
  private func header(_ app: AppHarness) -> [String.SubSequence] {
    (app.lines.first { $0.contains("Name") } ?? "").filter { !"▲▼".contains($0) }.split(
      separator: " ")
  }

  @Test func `a column without room is marked`() async throws {
    let app = try await AppHarness()
    await app.press("C")
    let city = try #require(app.lines.first { $0.contains("City") })
    #expect(!city.contains("no room"))
    let row = ColumnSettings().order.firstIndex(of: .city) ?? 0
    await app.press(Array(repeating: "j", count: row) + ["space"])
    #expect(app.lines.contains { $0.contains(#/\[x\] City +no room/#) })
  }

  @Test func `columns can be chosen, moved and widened`() async throws {
    let app = try await AppHarness(Size(columns: 120, rows: 30))
    await app.press("i", "C", "j", "space", "j", "K", "K", "enter")
    #expect(
      header(app) == ["Distance", "Name", "Rating", "Tips", "Check-ins", "Deals"])
    await app.press("C", "j", "j", "j", "j", "j", "j", "j", "j", "space", "enter")
    #expect(
      header(app) == ["Distance", "Name", "Rating", "Tips", "Check-ins", "Deals", "City"])
    let before = app.lines[3]
    await app.press("C", ">", ">", "enter")
    #expect(app.lines[3] != before)
    await app.press("C", "c", "enter")
    #expect(header(app).first == "Name")
  }

  @Test func `Esc reverts the changes of a menu`() async throws {
    let app = try await AppHarness(Size(columns: 120, rows: 30))
    let before = app.screen
    for keys in [
      ["C", "j", "space", ">", "K", "esc"], ["S", "j", "space", "esc"],
      ["s", "j", "space", "j", "space", "esc"], ["b", "S", "j", "space", "esc", "esc"],
    ] {
      await app.press(keys)
      #expect(app.screen == before, "\(keys)")
    }
  }

  @Test func `gaps between columns shrink before a column is dropped`() async throws {
    let app = try await AppHarness(Size(columns: 100, rows: 30))
    await app.press("C", "j", "j", "j", "j", "j", "j", "j", "space", "enter")
    #expect(
      header(app) == [
        "Name", "Price", "Distance", "Rating", "Tips", "Check-ins", "Deals", "Neighborhood",
      ])
  }

  @Test func `chosen columns are restored in the next session`() async throws {
    let store = try FetchStore.seeded()
    let settings = FinderSettings(origin: .asImported(Origin.seed), reducesMotion: true)
    let app = try await AppHarness(store: store, settings: settings)
    await app.press("C", "j", "space", "enter", "S", "j", "enter", "B")
    await app.press("s", "g", "j", "j", "j", "enter", "f", "j", "j", "j", "j", "space", "enter")
    await app.press("G", "k")
    let before = app.lines
    app.driver.events.post(.key(.character("q")))
    #expect(await app.finder.leave() == .quit)
    let next = try await AppHarness(store: store, settings: settings)
    #expect(next.lines[0] == before[0])
    #expect(next.lines.dropFirst(2) == before.dropFirst(2))
    var choices = FilterChoices()
    choices.prices = [.moderate]
    let overridden = try await AppHarness(
      store: store, settings: FinderSettings(choices: choices, reducesMotion: true))
    #expect(overridden.lines[1].hasPrefix(" $$ "))
  }

  @Test func `numbers have bars`() async throws {
    let app = try await AppHarness()
    await app.press("B")
    try Dump.expect(app.screen, is: "bars-80x24")
  }

  @Test func `a changed venue is highlighted until the next key, and not with reduced motion`()
    async throws
  {
    for reducesMotion in [true, false] {
      let app = try await AppHarness(
        settings: FinderSettings(
          origin: .asImported(Origin.seed), reducesMotion: reducesMotion))
      let accent = app.finder.context.theme.accent.foreground
      let venue = try app.store.venue(named: "Smoocha")
      try await app.store.setFavorite(true, ofVenue: venue.id)
      await app.settle()
      #expect((app.screen[5, 6].style.foreground == accent) == !reducesMotion)
      await app.press("j")
      #expect(app.screen[5, 6].style.foreground != accent)
    }
  }
}
