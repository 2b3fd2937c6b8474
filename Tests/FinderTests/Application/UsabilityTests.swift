import TerminalTestSupport
import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// Common complaints about terminal programs that no other suite covers.
@MainActor
@Suite struct UsabilityTests {
  @Test(arguments: [["e"], ["@"], ["I"], ["w"], ["*", "E", "enter"]])
  func `the text of a prompt is below its title`(keys: [String]) async throws {
    let app = try await AppHarness()
    await app.press(keys)
    let row = try #require(app.lines.firstIndex { $0.contains("╭─ ") })
    let corner = try #require(app.lines[row].firstIndex(of: "╭"))
    let left = app.lines[row].distance(from: app.lines[row].startIndex, to: corner)
    await app.press("ctrl-u")
    #expect(app.driver.cursor == Point(column: left + 3, row: row + 1))
  }

  @Test(arguments: Language.all)
  func `an error shortens the path of the store, not the reason`(language: Language) async throws {
    var settings = FinderSettings(origin: .asImported(Origin.seed), reducesMotion: true)
    settings.language = language
    let app = try await AppHarness(settings: settings)
    let path = "/tmp/a-long-folder-name/another-long-folder-name/of-some-project/venues.sqlite"
    let locked = ErrorMessage(
      "store.locked", "\(path) is locked by another program, try again later")
    app.finder.context.report(TestError(errorMessage: locked))
    let line = try #require(app.lines.last)
    #expect(line.contains("…/venues.sqlite"))
    #expect(!line.contains("of-some-project"))
    #expect(app.finder.context.messages.last?.text.contains(path) == true)
  }

  private struct TestError: DescribedError { let errorMessage: ErrorMessage }

  @Test func `clearing the filter keeps grouping, columns and the cursor's venue`() async throws {
    let app = try await AppHarness()
    await app.press("S", "j", "enter", "B", "j", "j")
    let before = app.screen
    let name = app.cursorLine?.prefix(30)
    await app.press("f", "j", "j", "j", "j", "j", "j", "space", "enter", "c")
    #expect(app.cursorLine?.prefix(30) == name)
    #expect(app.screen == before)
  }

  @Test func `the selection survives sorting, trying a filter and changes by other programs`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("space", "j", "space", "s", "g", "enter")
    await app.press("f", "j", "j", "j", "j", "space", "esc")
    let venue = try app.store.venue(named: "Gong Cha")
    try await app.store.setFavorite(true, ofVenue: venue.id)
    await app.settle()
    let list = try #require(app.finder.stack.top as? VenueListScreen)
    let marked = try await app.store.objects(
      with: Array(list.state.selection.ids), as: Venue.self)
    #expect(Set(marked.map(\.name)) == ["Boi Noodles", "Smoocha"])
  }

  /// A app whose first venue has more tips than the detail has room for.
  private func talkative() async throws -> AppHarness {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.tips = (1...40).map { number in
      var tip = Tip()
      tip.text = "tip \(number)"
      return tip
    }
    try await store.write("Talk") { [venue] in $0.update(venue) }
    return try await AppHarness(store: store)
  }

  @Test func `a changed venue keeps the scroll position of its details`() async throws {
    let app = try await talkative()
    await app.press("enter", "ctrl-f", "j")
    #expect(!app.lines[3...].joined().contains("240 W 40th St."))
    var venue = try app.store.venue(named: "Boi Noodles")
    venue.favorite = true
    try await app.store.write("Like") { [venue] in $0.update(venue) }
    await app.settle()
    #expect(app.lines[0].contains("★"))
    #expect(!app.lines[3...].joined().contains("240 W 40th St."))
    await app.press("o", "esc", "enter")
    #expect(app.lines[3...].joined().contains("240 W 40th St."))
  }

  @Test func `the next venue is shown from its first line`() async throws {
    let app = try await talkative()
    await app.press("enter", "G", "n", "p")
    #expect(app.lines[3...].joined().contains("240 W 40th St."))
  }

  @Test func `clearing a search keeps the current row`() async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.type("kung")
    await app.press("enter", "j", "j")
    let name = app.cursorLine?.prefix(40)
    await app.press("esc")
    #expect(app.names.count == 17)
    #expect(app.cursorLine?.prefix(40) == name)
  }

  @Test(arguments: [
    ["enter", "n", "p", "esc"], ["m", "n", "p", "enter", "esc", "esc"], ["b", "tab", "esc"],
    ["?", "esc"], [".", "esc"], ["F", "esc"], ["E", "esc"], ["s", "esc"], ["f", "esc"],
  ])
  func `opening another screen keeps filter and cursor`(keys: [String]) async throws {
    let app = try await AppHarness()
    await app.press("f", "j", "j", "j", "j", "space", "enter", "j", "j")
    let before = app.screen
    await app.press(keys)
    #expect(app.screen == before)
  }

  @Test func `actions on a deleted venue are disabled`() async throws {
    let app = try await AppHarness()
    await app.press("enter")
    try await app.store.perform(BatchDeleteRequest(entity: Venue.entity, where: nil))
    await app.settle()
    let before = app.lines.dropLast()
    #expect(before[3] == " This venue no longer exists")
    let changes = try await app.store.history()
    for key in ["*", "e", "D", "y", "Y", "o", "H", "n", "p", "j", "k", "G", "g"] {
      await app.press(key)
      #expect(app.lines.dropLast() == before, "after \(key)")
    }
    #expect(try await app.store.history() == changes)
    #expect(app.driver.escapes == [] && app.links == [])
  }

  @Test func `actions on a venue are disabled in an empty list`() async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.post(.paste("no such place"))
    await app.press("enter")
    let before = app.lines.dropLast()
    for key in [
      "enter", "*", "space", "V", "a", "e", "D", "y", "Y", "o", "H", "E", "n", "p", "j", "k", "G",
      "g",
      "ctrl-d", "ctrl-u", "]", "[", "'",
    ] {
      await app.press(key)
      #expect(app.lines.dropLast() == before, "after \(key)")
    }
    #expect(try await app.store.history().count == 1)
  }

  @Test func `no action needs a key that multiplexers or terminals use`() {
    let taken = ["ctrl-a", "ctrl-b", "ctrl-h", "ctrl-j", "ctrl-k", "ctrl-l", "ctrl-s", "ctrl-q"]
      .compactMap { KeyPress($0) }
    let bare = Action.allCases.filter { action in
      Keymap.standard.keys(for: action).allSatisfy(taken.contains)
    }
    // `redraw` only repairs the screen; on most rows Enter applies the filter, too.
    #expect(bare == [.redraw, .applyAnyway])
  }

  @Test(arguments: [Size.small, .usual, .large])
  func `the list has hints for filter, search and help`(size: Size) async throws {
    let app = try await AppHarness(size)
    let hints = try #require(app.lines.last)
    for hint in ["f filter", "/ search", "? help", "q quit"] { #expect(hints.contains(hint)) }
  }

  @Test(arguments: [
    ([], []), (["f"], ["f"]), (["m"], ["m"]), (["b"], ["b"]), (["?"], ["?"]),
    // These boxes close.
    (["s"], []), (["@"], []), (["I"], []),
  ])
  func `a click outside of all screens does not quit`(keys: [String], left: [String]) async throws {
    let (app, expected) = (try await AppHarness(), try await AppHarness())
    await app.press(keys)
    await expected.press(left)
    for point in [(0, 500), (-1, -1)] {
      await app.click(column: point.0, row: point.1)
      #expect(app.finder.exit == nil)
      #expect(app.screen == expected.screen)
    }
  }

  @Test(arguments: [["@"], ["I"], ["w"], ["?"], ["."], ["F"], ["b"], ["E"], [":"], ["!"]])
  func `an open box fits the resized terminal`(keys: [String]) async throws {
    let app = try await AppHarness(.large)
    await app.press(keys)
    for size in [Size.small, .usual] {
      await app.resize(to: size)
      let fresh = try await AppHarness(size)
      await fresh.press(keys)
      // Replaces times, which vary.
      #expect(
        app.lines.filter { !$0.hasSuffix(" ms") } == fresh.lines.filter { !$0.hasSuffix(" ms") })
    }
  }

  @Test func `a key without effect in a prompt does not name a key that is text there`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("w", "tab")
    #expect(app.message == "tab does nothing here; F1 lists the keys")
    await app.press("esc", "F9")
    #expect(app.message.hasSuffix("; ? lists the keys"))
  }

  @Test func `without venues, filter and map say the same as the list`() async throws {
    let app = try await AppHarness(store: try .empty())
    #expect(app.lines.contains { $0.contains("No venues yet") })
    await app.press("f")
    #expect(app.lines.contains { $0.contains(#/Category .* no data$/#) })
    #expect(!app.lines.contains { $0.contains("No matches") })
    await app.press("esc", "m")
    #expect(app.lines.contains { $0.contains("No venues yet") })
    #expect(!app.lines.contains { $0.contains("No venues match") })
  }
}
