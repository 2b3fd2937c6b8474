import TerminalTestSupport
import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

/// The detail beside the list, from 120 columns on.
@MainActor
@Suite struct DetailPaneTests {
  private nonisolated static let wide = Size(columns: 120, rows: 30)

  /// The first line of the pane beside the list; nil without one.
  private func title(_ app: AppHarness) -> String? {
    app.lines[0].split(separator: "│").dropFirst().first.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// The text to the left of the divider.
  private func list(_ app: AppHarness) -> [Substring] {
    app.lines.dropLast().map { $0.prefix { $0 != "│" } }
  }

  private func divider(_ app: AppHarness) -> Int? {
    (0..<app.screen.size.columns).first { app.screen[$0, 0].text == "│" }
  }

  @Test func `from 120 columns the details are beside the list`() async throws {
    let app = try await AppHarness(Size(columns: 119, rows: 30))
    #expect(title(app) == nil)
    await app.resize(to: Self.wide)
    #expect(title(app) == "Boi Noodles")
    #expect(app.lines[3].contains("Distance ▲  Rating"))
    #expect(app.lines[3].hasSuffix("│ 240 W 40th St. (btwn 7th & 8th Ave.)"))
    #expect(app.lines.last?.contains("⏎ open") == true)
    await app.resize(to: Size(columns: 119, rows: 30))
    #expect(title(app) == nil)
  }

  @Test(arguments: Language.all)
  func `its key is in the hints if there is room`(language: Language) async throws {
    for columns in [120, 132, 200] {
      let app = try await AppHarness(
        Size(columns: columns, rows: 30),
        settings: FinderSettings(origin: .asImported(Origin.seed), language: language))
      let strings = app.finder.context.strings
      let hints = try #require(app.lines.last)
      #expect(hints.contains(" i \(strings.hint(for: .detail))"))
      #expect(hints.contains(" : \(strings.hint(for: .palette))"))
      await app.press("enter")
      for action in [Action.map, .filter] {
        let key = app.finder.context.keymap.keys(for: action)[0].description
        #expect(app.lines.last?.contains(" \(key) \(strings.hint(for: action))") == true)
      }
      await app.resize(to: Size(columns: 119, rows: 30))
      await app.press("esc")
      #expect(app.lines.last?.contains(strings.hint(for: .detail)) == false)
    }
  }

  @Test func `it follows the cursor after a pause`() async throws {
    let app = try await AppHarness(Self.wide)
    await app.press("j")
    #expect(app.cursorLine?.contains("CoCo Fresh") == true)
    #expect(title(app) == "Boi Noodles")
    await app.pass(.milliseconds(100))
    await app.press("j")
    await app.pass(.milliseconds(100))
    #expect(title(app) == "Boi Noodles")
    await app.pass(.milliseconds(50))
    #expect(title(app) == "Smoocha")
    await app.press("pagedown")
    await app.pass(DetailScreen.pause)
    #expect(app.cursorLine?.contains("Vivi Bubble Tea") == true)
    #expect(title(app) == "Vivi Bubble Tea")
  }

  @Test func `it follows clicks, sorting, filters and searches`() async throws {
    let app = try await AppHarness(Self.wide)
    for (way, venue) in [
      (["s", "g", "enter"], "Boba Life NYC"),
      (["f", "j", "j", "space", "enter"], "The Bao Shoppe"),
      (["c", "g", "enter", "esc"], "Boba Life NYC"),
    ] {
      await app.press(way)
      await app.pass(DetailScreen.pause)
      #expect(title(app) == venue, "\(way)")
    }
    await app.click(column: 10, row: 6)
    await app.pass(DetailScreen.pause)
    #expect(app.cursorLine?.contains("Bubbly Tea") == true)
    #expect(title(app) == "Bubbly Tea")
    await app.press("/")
    await app.type("tbaar")
    await app.pass(DetailScreen.pause)
    #expect(title(app) == "Tbaar")
  }

  @Test func `it shows changes by other programs at once`() async throws {
    let app = try await AppHarness(Self.wide)
    var venue = try app.store.venue(named: "Boi Noodles")
    venue.name = "Boy Noodles"
    try await app.store.write("Rename") { [venue] in $0.update(venue) }
    await app.settle()
    #expect(title(app) == "Boy Noodles")
    let id = try #require(venue.objectID)
    try await app.store.write("Delete") { $0.delete(id) }
    await app.settle()
    await app.pass(DetailScreen.pause)
    #expect(title(app) == "CoCo Fresh Tea & Juice")
  }

  @Test(arguments: [wide, Size(columns: 132, rows: 43), .large])
  func `Enter focuses it without moving anything`(size: Size) async throws {
    let app = try await AppHarness(size)
    await app.press("j", "j")
    await app.pass(DetailScreen.pause)
    let (before, screen, column) = (list(app), app.screen, divider(app))
    await app.press("enter")
    #expect(list(app) == before)
    #expect(divider(app) == column)
    #expect(app.lines[0].hasSuffix(" 3/30"))
    #expect(app.lines.last?.contains("n next") == true)
    await app.press("n")
    #expect(title(app)?.hasPrefix("Gong Cha ") == true)
    await app.press("p", "esc")
    #expect(app.screen == screen)
  }

  /// A store whose nearest venue has many tips.
  private func talkative() async throws -> FetchStore {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.tips = (1...60).map { number in
      var tip = Tip()
      tip.text = "Tip \(number)"
      return tip
    }
    try await store.write("Tell") { [venue] in $0.update(venue) }
    return store
  }

  @Test(arguments: [Size(columns: 132, rows: 43), .large])
  func `a long text fills all lines, and Enter changes none of them`(size: Size) async throws {
    let app = try await AppHarness(size, store: talkative())
    func text() -> [Substring] {
      app.lines[3..<(size.rows - 1)].map { $0.drop { $0 != "│" } }
    }
    let columns = size.columns - 1 - (try #require(divider(app)))
    let area = Rect(Size(columns: columns, rows: size.rows - 1))
    let frame = DetailFrame(area, hasMap: true)
    #expect(app.lines[frame.text.bottom - 1].hasSuffix("↓"))
    let before = text()
    await app.press("enter")
    #expect(text() == before)
    await app.press("esc")
    await app.post(.mouse(MouseEvent(.wheelDown, at: Point(column: size.columns - 9, row: 5))))
    #expect(app.lines[3].hasSuffix("↑"))
  }

  @Test func `reopened, it starts at its first line`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 43), store: talkative())
    await app.press("i", "enter")
    let before = app.screen
    await app.press("down", "down", "down")
    #expect(app.screen != before)
    await app.press("esc", "enter")
    #expect(app.screen == before)
  }

  @Test func `focused or not, it keeps its scroll position`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 43), store: talkative())
    await app.press("enter", "down", "down", "down")
    let before = app.screen
    await app.press("esc", "enter")
    #expect(app.screen == before)
  }

  @Test func `the filter screen takes its place`() async throws {
    let app = try await AppHarness(Self.wide)
    let column = divider(app)
    await app.press("f")
    #expect(title(app)?.hasPrefix("Filters ") == true)
    #expect(divider(app) == column)
  }

  @Test func `i hides and shows it, also in the next session`() async throws {
    let app = try await AppHarness(Self.wide)
    await app.press("i")
    #expect(title(app) == nil)
    await app.press("j", "enter")
    #expect(title(app)?.hasPrefix("CoCo Fresh Tea & Juice ") == true)
    await app.press("esc")
    #expect(title(app) == nil)
    app.driver.events.post(.key(.character("q")))
    #expect(await app.finder.leave() == .quit)
    let next = try await AppHarness(Self.wide, store: app.store)
    #expect(title(next) == nil)
    await next.press("i")
    #expect(title(next) == "CoCo Fresh Tea & Juice")
    next.driver.events.post(.key(.character("q")))
    #expect(await next.finder.leave() == .quit)
    let last = try await AppHarness(Self.wide, store: app.store)
    #expect(title(last) == "CoCo Fresh Tea & Juice")
  }

  @Test func `without the focus it follows the cursor again after its venue left the list`()
    async throws
  {
    let app = try await AppHarness(Self.wide)
    await app.press("space", "space", "*", "esc", "f", "8", "enter", "enter", "*")
    #expect(title(app) == "Boi Noodles")
    await app.press("esc")
    await app.pass(DetailScreen.pause)
    #expect(title(app)?.hasPrefix("CoCo Fresh Tea & Juice") == true)
  }

  @Test func `i says if there is no room for it`() async throws {
    let app = try await AppHarness()
    await app.press("i")
    #expect(app.message == "Needs a terminal of at least 120 columns")
    await app.resize(to: Self.wide)
    #expect(!app.lines.joined().contains("Needs a terminal"))
    #expect(title(app) == "Boi Noodles")
  }

  @Test func `it is hidden beside an empty list`() async throws {
    let app = try await AppHarness(Self.wide)
    await app.press("/")
    await app.type("zzz")
    #expect(title(app) == nil)
    #expect(app.lines.contains { $0.contains("No venues match") })
    await app.press("esc")
    #expect(title(app) == "Boi Noodles")
    let empty = try await AppHarness(Self.wide, store: .empty())
    #expect(title(empty) == nil)
  }

  @Test func `the mouse scrolls it and moves the focus`() async throws {
    let store = try FetchStore.seeded()
    try await store.tellMore()
    let app = try await AppHarness(Size(columns: 120, rows: 12), store: store)
    let top = app.lines[3]
    await app.post(.mouse(MouseEvent(.wheelDown, at: Point(column: 90, row: 5))))
    #expect(app.lines[3] != top)
    #expect(app.cursorLine?.contains("Boi Noodles") == true)
    await app.click(column: 90, row: 5)
    #expect(app.lines[0].hasSuffix(" 1/30"))
    await app.click(column: 10, row: 5)
    #expect(app.cursorLine?.contains("Smoocha") == true)
    #expect(!app.lines[0].hasSuffix("/30"))
  }
}
