import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

/// The detail beside the list, from 120 columns on.
@MainActor
@Suite struct StandingDetailTests {
  private nonisolated static let wide = Size(columns: 120, rows: 30)

  /// The first line of what stands at the right of the list; nil when nothing does.
  private func title(_ trial: Trial) -> String? {
    trial.lines[0].split(separator: "│").dropFirst().first.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  /// What stands at the left of the divider.
  private func list(_ trial: Trial) -> [Substring] {
    trial.lines.dropLast().map { $0.prefix { $0 != "│" } }
  }

  private func divider(_ trial: Trial) -> Int? {
    (0..<trial.screen.size.columns).first { trial.screen[$0, 0].text == "│" }
  }

  @Test func `from 120 columns the details are beside the list`() async throws {
    let trial = try await Trial(Size(columns: 119, rows: 30))
    #expect(title(trial) == nil)
    await trial.resize(to: Self.wide)
    #expect(title(trial) == "Boi Noodles")
    #expect(trial.lines[3].contains("Distance  Rating"))
    #expect(trial.lines[3].hasSuffix("│ 240 W 40th St. (btwn 7th & 8th Ave.)"))
    #expect(trial.lines.last?.contains("⏎ open") == true)
    await trial.resize(to: Size(columns: 119, rows: 30))
    #expect(title(trial) == nil)
  }

  @Test(arguments: Language.all)
  func `its key is in the hints if there is room`(language: Language) async throws {
    for columns in [120, 132, 200] {
      let trial = try await Trial(
        Size(columns: columns, rows: 30),
        settings: FinderSettings(origin: .asImported(Origin.seed), language: language))
      let strings = trial.finder.context.strings
      let hints = try #require(trial.lines.last)
      #expect(hints.contains(" i \(strings.hint(for: .detail))"))
      #expect(hints.contains(" : \(strings.hint(for: .palette))"))
      await trial.press("enter")
      for action in [Action.map, .filter] {
        let key = trial.finder.context.keymap.keys(for: action)[0].description
        #expect(trial.lines.last?.contains(" \(key) \(strings.hint(for: action))") == true)
      }
      await trial.resize(to: Size(columns: 119, rows: 30))
      await trial.press("esc")
      #expect(trial.lines.last?.contains(strings.hint(for: .detail)) == false)
    }
  }

  @Test func `it follows the cursor after a pause`() async throws {
    let trial = try await Trial(Self.wide)
    await trial.press("j")
    #expect(trial.cursorLine?.contains("CoCo Fresh") == true)
    #expect(title(trial) == "Boi Noodles")
    await trial.pass(.milliseconds(100))
    await trial.press("j")
    await trial.pass(.milliseconds(100))
    #expect(title(trial) == "Boi Noodles")
    await trial.pass(.milliseconds(50))
    #expect(title(trial) == "Smoocha")
    await trial.press("pagedown")
    await trial.pass(DetailScreen.pause)
    #expect(trial.cursorLine?.contains("Vivi Bubble Tea") == true)
    #expect(title(trial) == "Vivi Bubble Tea")
  }

  @Test func `it follows clicks, sorting, filters and searches`() async throws {
    let trial = try await Trial(Self.wide)
    for (way, venue) in [
      (["s", "g", "enter"], "Boba Life NYC"),
      (["f", "j", "j", "space", "enter"], "The Bao Shoppe"),
      (["c", "g", "enter", "esc"], "Boba Life NYC"),
    ] {
      await trial.press(way)
      await trial.pass(DetailScreen.pause)
      #expect(title(trial) == venue, "\(way)")
    }
    await trial.click(column: 10, row: 6)
    await trial.pass(DetailScreen.pause)
    #expect(trial.cursorLine?.contains("Bubbly Tea") == true)
    #expect(title(trial) == "Bubbly Tea")
    await trial.press("/")
    await trial.type("tbaar")
    await trial.pass(DetailScreen.pause)
    #expect(title(trial) == "Tbaar")
  }

  @Test func `it shows changes by other programs at once`() async throws {
    let trial = try await Trial(Self.wide)
    var venue = try trial.store.venue(named: "Boi Noodles")
    venue.name = "Boy Noodles"
    try await trial.store.write("Rename") { [venue] in $0.update(venue) }
    await trial.finder.settle()
    #expect(title(trial) == "Boy Noodles")
    let id = try #require(venue.objectID)
    try await trial.store.write("Delete") { $0.delete(id) }
    await trial.finder.settle()
    await trial.pass(DetailScreen.pause)
    #expect(title(trial) == "CoCo Fresh Tea & Juice")
  }

  @Test(arguments: [wide, Size(columns: 132, rows: 43), .large])
  func `Enter focuses it without moving anything`(size: Size) async throws {
    let trial = try await Trial(size)
    await trial.press("j", "j")
    await trial.pass(DetailScreen.pause)
    let (before, screen, column) = (list(trial), trial.screen, divider(trial))
    await trial.press("enter")
    #expect(list(trial) == before)
    #expect(divider(trial) == column)
    #expect(trial.lines[0].hasSuffix(" 3/30"))
    #expect(trial.lines.last?.contains("n next") == true)
    await trial.press("n")
    #expect(title(trial)?.hasPrefix("Gong Cha ") == true)
    await trial.press("p", "esc")
    #expect(trial.screen == screen)
  }

  /// A store whose nearest venue has many tips.
  private func talkative() async throws -> Store {
    let store = try Store.seeded()
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
    let trial = try await Trial(size, store: talkative())
    func text() -> [Substring] {
      trial.lines[3..<(size.rows - 1)].map { $0.drop { $0 != "│" } }
    }
    let columns = size.columns - 1 - (try #require(divider(trial)))
    let area = Rect(Size(columns: columns, rows: size.rows - 1))
    let frame = DetailFrame(area, hasMap: true)
    #expect(trial.lines[frame.text.bottom - 1].hasSuffix("↓"))
    let before = text()
    await trial.press("enter")
    #expect(text() == before)
    await trial.press("esc")
    await trial.post(.mouse(MouseEvent(.wheelDown, at: Point(column: size.columns - 9, row: 5))))
    #expect(trial.lines[3].hasSuffix("↑"))
  }

  @Test func `reopened, it starts at its first line`() async throws {
    let trial = try await Trial(Size(columns: 132, rows: 43), store: talkative())
    await trial.press("i", "enter")
    let before = trial.screen
    await trial.press("down", "down", "down")
    #expect(trial.screen != before)
    await trial.press("esc", "enter")
    #expect(trial.screen == before)
  }

  @Test func `focused or not, it keeps its scroll position`() async throws {
    let trial = try await Trial(Size(columns: 132, rows: 43), store: talkative())
    await trial.press("enter", "down", "down", "down")
    let before = trial.screen
    await trial.press("esc", "enter")
    #expect(trial.screen == before)
  }

  @Test func `the filter screen takes its place`() async throws {
    let trial = try await Trial(Self.wide)
    let column = divider(trial)
    await trial.press("f")
    #expect(title(trial)?.hasPrefix("Filters ") == true)
    #expect(divider(trial) == column)
  }

  @Test func `i hides and shows it, also in the next session`() async throws {
    let trial = try await Trial(Self.wide)
    await trial.press("i")
    #expect(title(trial) == nil)
    await trial.press("j", "enter")
    #expect(title(trial)?.hasPrefix("CoCo Fresh Tea & Juice ") == true)
    await trial.press("esc")
    #expect(title(trial) == nil)
    trial.driver.events.post(.key(.character("q")))
    #expect(await trial.finder.leave() == .quit)
    let next = try await Trial(Self.wide, store: trial.store)
    #expect(title(next) == nil)
    await next.press("i")
    #expect(title(next) == "CoCo Fresh Tea & Juice")
    next.driver.events.post(.key(.character("q")))
    #expect(await next.finder.leave() == .quit)
    let last = try await Trial(Self.wide, store: trial.store)
    #expect(title(last) == "CoCo Fresh Tea & Juice")
  }

  @Test func `i says if there is no room for it`() async throws {
    let trial = try await Trial()
    await trial.press("i")
    #expect(trial.lines.last == " Needs at least 120 columns")
    await trial.resize(to: Self.wide)
    #expect(title(trial) == "Boi Noodles")
  }

  @Test func `it is hidden beside an empty list`() async throws {
    let trial = try await Trial(Self.wide)
    await trial.press("/")
    await trial.type("zzz")
    #expect(title(trial) == nil)
    #expect(trial.lines.contains { $0.contains("No venues match") })
    await trial.press("esc")
    #expect(title(trial) == "Boi Noodles")
    let empty = try await Trial(Self.wide, store: .empty())
    #expect(title(empty) == nil)
  }

  @Test func `the mouse scrolls it and moves the focus`() async throws {
    let store = try Store.seeded()
    try await store.tellMore()
    let trial = try await Trial(Size(columns: 120, rows: 12), store: store)
    let top = trial.lines[3]
    await trial.post(.mouse(MouseEvent(.wheelDown, at: Point(column: 90, row: 5))))
    #expect(trial.lines[3] != top)
    #expect(trial.cursorLine?.contains("Boi Noodles") == true)
    await trial.click(column: 90, row: 5)
    #expect(trial.lines[0].hasSuffix(" 1/30"))
    await trial.click(column: 10, row: 5)
    #expect(trial.cursorLine?.contains("Smoocha") == true)
    #expect(!trial.lines[0].hasSuffix("/30"))
  }
}
