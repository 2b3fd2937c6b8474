import TerminalTestSupport
import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct LocationScreenTests {
  @Test func `a street is found by any of its words`() async throws {
    let app = try await AppHarness()
    await app.press("@")
    await app.type("canal st")
    #expect(app.lines.filter { $0.contains("│") && $0.contains("Canal") }.count > 1)
    await app.press("down", "up", "enter")
    #expect(app.lines.last?.contains(" distances from Chatime 日出茶太, 240A Canal St") == true)
    await app.press("g")
    #expect(app.cursorLine?.contains(" 0 m ") == true)
  }

  @Test func `confirming the current location keeps it and its name`() async throws {
    let app = try await AppHarness(Size(columns: 100, rows: 24))
    await app.press("H", "@", "enter")
    #expect(app.lines[0].contains("from Boi Noodles"))
    #expect(app.finder.stack.screens.count == 1)
  }

  @Test func `an empty location restores the initial one`() async throws {
    let app = try await AppHarness()
    await app.press("j", "j", "H", "@", "ctrl-u")
    #expect(app.lines.contains { $0.contains("│ Enter: back to the initial location ") })
    await app.press("enter")
    #expect(app.lines[0].hasSuffix("30 venues · from 40.7593, -73.9847"))
    #expect(app.lines.last == " from 40.7593, -73.9847")
  }

  @Test func `the title shows the location, also in the next session`() async throws {
    let store = try Store.seeded()
    let app = try await AppHarness(Size(columns: 100, rows: 24), store: store)
    await app.press("@")
    await app.type("bayard")
    await app.press("enter")
    let words = "30 venues · from Bubbly Tea, 55B Bayard St"
    #expect(app.lines[0].hasSuffix(words), "\(app.lines[0])")
    app.driver.press("q")
    #expect(await app.finder.leave() == .quit)
    let next = try await AppHarness(Size(columns: 100, rows: 24), store: store)
    #expect(next.lines[0].hasSuffix(words), "\(next.lines[0])")
    await next.resize(to: Size(columns: 60, rows: 24))
    #expect(next.lines[0].hasSuffix(" 30 venues · from Bubbly Tea"))
  }

  @Test func `on the first row a new location moves the cursor to the nearest venue`() async throws
  {
    let app = try await AppHarness()
    await app.press("@")
    await app.type("bayard")
    await app.press("enter")
    #expect(app.cursorLine?.contains(" 0 m ") == true)
    #expect(app.lines[22].hasSuffix(" 1/30"))
  }

  @Test func `Enter waits for the search to finish`() async throws {
    let app = try await AppHarness()
    await app.press("@")
    for character in "boi noodles" { app.driver.type(String(character)) }
    app.driver.press("enter")
    await app.settle()
    #expect(app.lines.last?.contains("distances from Boi Noodles, ") == true)
  }

  @Test func `Enter does not take a venue of the search before`() async throws {
    let app = try await AppHarness()
    await app.press("@")
    await app.type("c")
    #expect(app.lines.contains { $0.contains("│▌ CoCo Fresh Tea & Juice") })
    for character in "hatime" { app.driver.type(String(character)) }
    app.driver.press("enter")
    await app.settle()
    #expect(app.lines.last?.contains("distances from Chatime 日出茶太, ") == true)
  }

  @Test func `a new location updates all distances and is saved`() async throws {
    let store = try Store.seeded()
    let settings = FinderSettings(origin: .asImported(Origin.seed), reducesMotion: true)
    let app = try await AppHarness(store: store, settings: settings)
    await app.press("@", "ctrl-u")
    await app.type("north")
    await app.press("enter")
    #expect(
      app.lines.contains { $0.contains("Nothing found; try a name, a street") })
    await app.press("ctrl-u")
    await app.type("40.7170, -73.9980")
    await app.press("enter")
    #expect(app.lines[0].hasSuffix("from 40.7170, -73.9980"))
    await app.press("g")
    #expect(app.names.first == "Vivi Bubble Tea")
    app.driver.events.post(.key(.character("q")))
    #expect(await app.finder.leave() == .quit)
    let next = try await AppHarness(store: store, settings: settings)
    #expect(next.lines[0].hasSuffix("from 40.7170, -73.9980"))
    await next.press("H")
    #expect(next.cursorLine?.contains("0 m") == true)
  }
}
