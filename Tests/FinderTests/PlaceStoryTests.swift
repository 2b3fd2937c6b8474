import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// The cursor stays on its venue, whatever happens to the list.
@MainActor
@Suite struct PlaceStoryTests {
  @Test func `the cursor stays on its venue when filter or sort order change`() async throws {
    let trial = try await Trial()
    await trial.press("j", "j")
    #expect(trial.cursorLine?.contains("Smoocha") == true)
    await trial.press("f", "j", "j", "j", "j", "space", "enter")
    #expect(trial.cursorLine?.contains("Smoocha") == true)
    await trial.press("s", "g", "enter", "c")
    #expect(trial.cursorLine?.contains("Smoocha") == true)
  }

  @Test func `if the filter hides the cursor's venue the cursor moves to the next one`()
    async throws
  {
    let trial = try await Trial()
    await trial.press("j")
    #expect(trial.cursorLine?.contains("CoCo") == true)
    await trial.press("f", "j", "j", "j", "j", "space", "enter")
    #expect(trial.cursorLine?.contains("Smoocha") == true)
  }

  @Test func `if another program deletes the cursor's venue the cursor moves to its neighbor`()
    async throws
  {
    let trial = try await Trial()
    await trial.press("j", "j")
    let smoocha = try #require(try trial.store.venue(named: "Smoocha").objectID)
    try await trial.store.write("Delete") { $0.delete(smoocha) }
    await trial.finder.settle()
    #expect(trial.cursorLine?.contains("Gong Cha") == true)
    #expect(trial.lines[0].contains("29 venues"))
    #expect(trial.lines[22].hasPrefix(" 29 venues · 9 deals · 517 tips"))
  }

  @Test func `a row inserted above leaves the cursor on its venue and line`() async throws {
    let trial = try await Trial()
    await trial.press("G")
    let line = trial.lines.firstIndex { $0.hasPrefix(" ▌") }
    var venue = Venue()
    venue.id = "new"
    venue.name = "Next Door"
    venue.location.distance = 1
    try await trial.store.write("Insert") { [venue] in _ = $0.insert(venue) }
    await trial.finder.settle()
    #expect(trial.lines[0].contains("31 venues"))
    #expect(trial.lines[22].hasSuffix("31/31"))
    #expect(trial.lines.firstIndex { $0.hasPrefix(" ▌") } == line)
    await trial.press("g")
    #expect(trial.names.first == "Next Door")
  }

  @Test(arguments: [["j", "j", "j", "j", "j", "j", "j", "j", "j", "j"], ["G"], ["f", "G"], ["s"]])
  func `a resized list equals a fresh one`(keys: [String]) async throws {
    let trial = try await Trial(.large)
    for key in keys { await trial.press(key) }
    for size in [Size.usual, .small, .usual, .large, .small] {
      await trial.resize(to: size)
      let fresh = try await Trial(size)
      for key in keys { await fresh.press(key) }
      #expect(trial.screen == fresh.screen)
    }
  }

  @Test func `a terminal that was too small continues when it grows`() async throws {
    let trial = try await Trial()
    await trial.press("j", "j")
    let before = trial.screen
    await trial.resize(to: Size(columns: 20, rows: 5))
    await trial.press("j", "f")
    await trial.resize(to: .usual)
    #expect(trial.screen == before)
  }

  @Test func `next and previous in the details follow the filtered list`() async throws {
    let trial = try await Trial()
    await trial.press("f", "j", "space", "enter", "enter")
    #expect(trial.lines[0].hasPrefix(" CoCo Fresh Tea & Juice") && trial.lines[0].hasSuffix("1/2"))
    await trial.press("n")
    #expect(trial.lines[0].hasPrefix(" Chatime") && trial.lines[0].hasSuffix("2/2"))
    await trial.press("n", "p", "h")
    #expect(trial.cursorLine?.contains("CoCo") == true)
  }

  @Test func `keys that arrive together act on the row they lead to`() async throws {
    let trial = try await Trial()
    for key in ["j", "j", "V"] { trial.driver.press(key) }
    await trial.finder.settle()
    for key in ["G", "V"] { trial.driver.press(key) }
    await trial.finder.settle()
    #expect(trial.lines[22].contains(" 28 selected "))
  }

  @Test(arguments: [
    ("enter", " Far 0999"), ("e", "┌─ Note on Far 0999"),
    ("H", " Measuring distances from Far 0999"),
  ])
  func `an action waits until its row is loaded`(
    key: String, text: String
  ) async throws {
    let store = try Store.empty()
    try await store.write("Insert") { transaction in
      for number in 0..<1000 {
        var venue = Venue()
        (venue.id, venue.name) = ("f\(number)", "Far " + String(10_000 + number).dropFirst())
        venue.location.latitude = 40
        venue.location.longitude = -74
        _ = transaction.insert(venue)
      }
    }
    let trial = try await Trial(store: store)
    for key in ["G", key] { trial.driver.press(key) }
    await trial.finder.settle()
    let isBox = text.hasPrefix("┌")
    #expect(trial.lines.contains { isBox ? $0.contains(text) : $0.hasPrefix(text) })
  }

  @Test func `the cursor moves by rows, half pages and pages`() async throws {
    let trial = try await Trial()
    func position() -> String { String(trial.lines[22].suffix(6)).filter { $0 != " " } }
    await trial.press("ctrl-d")
    #expect(position() == "10/30")
    await trial.press("ctrl-u", "pagedown")
    #expect(position() == "18/30")
    await trial.press("ctrl-b", "end", "k", "up")
    #expect(position() == "28/30")
    await trial.press("home")
    #expect(position() == "1/30")
  }
}
