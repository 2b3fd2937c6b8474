import TerminalTestSupport
import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// The cursor stays on its venue, whatever happens to the list.
@MainActor
@Suite struct ListCursorTests {
  @Test func `the cursor stays on its venue when filter or sort order change`() async throws {
    let app = try await AppHarness()
    await app.press("j", "j")
    #expect(app.cursorLine?.contains("Smoocha") == true)
    await app.press("f", "j", "j", "j", "j", "space", "enter")
    #expect(app.cursorLine?.contains("Smoocha") == true)
    await app.press("s", "g", "enter", "c")
    #expect(app.cursorLine?.contains("Smoocha") == true)
  }

  @Test func `a longer list shows the rows before the cursor's venue`() async throws {
    let app = try await AppHarness()
    await app.press("f", "2", "enter")
    let first = app.cursorLine
    await app.press("c")
    #expect(app.cursorLine == first)
    let position = try #require(app.lines[22].split(separator: " ").last?.split(separator: "/")[0])
    let row = try #require(Int(position))
    #expect(row > 1)
    #expect(app.lines[3 + row] == first)
  }

  @Test func `the rule above the list counts the rows above it`() async throws {
    let app = try await AppHarness()
    #expect(app.lines[2].hasSuffix("───"))
    await app.press("G")
    #expect(app.lines[2].hasSuffix("─ ↑ 13 ─"))
    await app.press("g")
    #expect(app.lines[2].hasSuffix("───"))
  }

  @Test(arguments: [
    (["f", "j", "j", "j", "j", "space", "enter"], "1/6"),
    (["/", "g", "o", "n", "g", "enter"], "1/1"),

  ])
  func `if another filter hides the cursor's venue the cursor moves to the first row`(
    keys: [String], position: String
  ) async throws {
    let app = try await AppHarness()
    await app.press(["G"] + keys)
    #expect(app.lines[22].hasSuffix(" " + position))
    try await app.store.setFavorite(true, ofVenue: app.store.venue(named: "Teado").id)
    await app.settle()
    #expect(app.lines[22].hasSuffix(" " + position))
  }

  @Test func `if another program deletes the cursor's venue the cursor moves to its neighbor`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("j", "j")
    let smoocha = try #require(try app.store.venue(named: "Smoocha").objectID)
    try await app.store.write("Delete") { $0.delete(smoocha) }
    await app.settle()
    #expect(app.cursorLine?.contains("Gong Cha") == true)
    #expect(app.lines[0].contains("29 venues"))
    #expect(app.lines[22].hasPrefix(" 29 venues · 9 deals · 517 tips"))
  }

  @Test func `a row inserted above leaves the cursor on its venue and line`() async throws {
    let app = try await AppHarness()
    await app.press("G")
    let line = app.lines.firstIndex { $0.hasPrefix(" ▌") }
    var venue = Venue()
    venue.id = "new"
    venue.name = "Next Door"
    venue.location.distance = 1
    try await app.store.write("Insert") { [venue] in _ = $0.insert(venue) }
    await app.settle()
    #expect(app.lines[0].contains("31 venues"))
    #expect(app.lines[22].hasSuffix("31/31"))
    #expect(app.lines.firstIndex { $0.hasPrefix(" ▌") } == line)
    await app.press("g")
    #expect(app.names.first == "Next Door")
  }

  @Test(arguments: [
    ("e", "╭─ Edit note on CoCo Fresh Tea & Juice "), ("enter", " CoCo Fresh Tea & Juice"),
    ("H", " Showing distances from CoCo Fresh Tea & Juice"),
    ("D", " Deleted CoCo Fresh Tea & Juice, u to undo"),
  ])
  func `a key acts on the visible venue while a newer list arrives`(key: String, text: String)
    async throws
  {
    let app = try await AppHarness()
    await app.press("j")
    var venue = Venue()
    (venue.id, venue.name, venue.location.distance) = ("new", "Next Door", 1)
    try await app.store.write("Insert") { [venue] in _ = $0.insert(venue) }
    _ = await app.finder.list.model.waitForChanges()
    #expect(app.finder.list.model.newestIDs.count == 31 && app.finder.list.model.ids.count == 30)
    await app.pressMeanwhile(key)
    await app.settle()
    let isBox = text.hasPrefix("╭")
    #expect(app.lines.contains { isBox ? $0.contains(text) : $0.hasPrefix(text) })
  }

  @Test(arguments: [["j", "j", "j", "j", "j", "j", "j", "j", "j", "j"], ["G"], ["f", "G"], ["s"]])
  func `a resized list equals a fresh one`(keys: [String]) async throws {
    let app = try await AppHarness(.large)
    for key in keys { await app.press(key) }
    for size in [Size.usual, .small, .usual, .large, .small] {
      await app.resize(to: size)
      let fresh = try await AppHarness(size)
      for key in keys { await fresh.press(key) }
      #expect(app.screen == fresh.screen)
    }
  }

  @Test func `a terminal that was too small continues when it grows`() async throws {
    let app = try await AppHarness()
    await app.press("j", "j")
    let before = app.screen
    await app.resize(to: Size(columns: 20, rows: 5))
    await app.press("j", "f")
    await app.resize(to: .usual)
    #expect(app.screen == before)
  }

  @Test func `next and previous in the details follow the filtered list`() async throws {
    let app = try await AppHarness()
    await app.press("f", "j", "space", "enter", "enter")
    #expect(app.lines[0].hasPrefix(" CoCo Fresh Tea & Juice") && app.lines[0].hasSuffix("1/2"))
    await app.press("n")
    #expect(app.lines[0].hasPrefix(" Chatime") && app.lines[0].hasSuffix("2/2"))
    await app.press("n", "p", "h")
    #expect(app.cursorLine?.contains("CoCo") == true)
  }

  @Test func `keys that arrive together act on the row they lead to`() async throws {
    let app = try await AppHarness()
    for key in ["j", "j", "V"] { app.driver.press(key) }
    await app.settle()
    for key in ["G", "V"] { app.driver.press(key) }
    await app.settle()
    #expect(app.lines[22].contains(" 28 selected "))
  }

  @Test func `keys that follow a new order act on its rows`() async throws {
    let app = try await AppHarness()
    await app.press("G")
    for key in ["s", "g", "j", "enter", "g", "j", "*"] { app.driver.press(key) }
    await app.settle()
    #expect(app.lines[22].hasSuffix(" 2/30"))
    #expect(app.names.first == "Vivi Bubble Tea")
    #expect(app.cursorLine?.hasPrefix(" ▌★ ") == true)
    for key in ["f", "4", "4", "5", "enter", "G", "space"] { app.driver.press(key) }
    await app.settle()
    #expect(app.lines[22].hasSuffix(" 1 selected  6/6"))
  }

  @Test(arguments: [
    ("enter", " Far 0999"), ("e", "╭─ Edit note on Far 0999"),
    ("H", " Showing distances from Far 0999"),
  ])
  func `an action waits until its row is loaded`(
    key: String, text: String
  ) async throws {
    let store = try FetchStore.empty()
    try await store.write("Insert") { transaction in
      for number in 0..<1000 {
        var venue = Venue()
        (venue.id, venue.name) = ("f\(number)", "Far " + String(10_000 + number).dropFirst())
        venue.location.latitude = 40
        venue.location.longitude = -74
        _ = transaction.insert(venue)
      }
    }
    let app = try await AppHarness(store: store)
    for key in ["G", key] { app.driver.press(key) }
    await app.settle()
    let isBox = text.hasPrefix("╭")
    #expect(app.lines.contains { isBox ? $0.contains(text) : $0.hasPrefix(text) })
  }

  @Test func `the cursor moves by rows, half pages and pages`() async throws {
    let app = try await AppHarness()
    func position() -> String { String(app.lines[22].suffix(6)).filter { $0 != " " } }
    await app.press("ctrl-d")
    #expect(position() == "10/30")
    await app.press("ctrl-u", "pagedown")
    #expect(position() == "18/30")
    await app.press("ctrl-b", "end", "k", "up")
    #expect(position() == "28/30")
    await app.press("home")
    #expect(position() == "1/30")
  }

  @Test(arguments: [["g", "D", "u"], ["g", "space", "space", "space", "D", "u"]])
  func `an undone deletion at the top of the list is in sight`(keys: [String]) async throws {
    let app = try await AppHarness()
    let before = app.names
    await app.press(keys)
    #expect(app.names == before)
  }

  @Test func `an undone deletion above the first row is in sight`() async throws {
    let app = try await AppHarness(.small)
    await app.press("G", "k", "k", "k", "k", "k", "k", "k", "k", "k")
    let name = try #require(app.cursorLine)
    await app.press("D")
    #expect(!app.lines.contains(name))
    await app.press("u")
    #expect(app.lines.contains { $0.contains(name.dropFirst(4).prefix(20)) })
  }

  @Test func `totals that cannot be computed are not shown`() async throws {
    let app = try await AppHarness()
    #expect(app.lines[22].contains("30 venues"))
    var choices = FilterChoices()
    choices.condition = .comparison(.keyPath("nonsense"), .equal, .constant(1))
    app.finder.list.show(choices: choices)
    await app.settle()
    #expect(app.lines.last?.contains("error") == true)
    #expect(!app.lines[22].contains("30 venues"))
  }
}
