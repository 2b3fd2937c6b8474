import TerminalTestSupport
import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct SearchTests {
  private static let kungFu = [
    "Kung Fu Tea", "Kung Fu Tea 功夫茶", "Kung Fu Tea (功夫茶)", "Kung Fu Tea 功夫茶",
  ]

  @Test func `the hints of a search name no key that is text, and the cursor is in it`()
    async throws
  {
    let app = try await AppHarness(Size(columns: 120, rows: 40))
    await app.press("/")
    await app.type("kung")
    #expect(app.lines.last == " esc cancel  ⏎ keep  tab similar words")
    #expect(app.driver.cursor == Point(column: 6, row: 1))
  }

  @Test func `typing a search narrows the list, and Esc restores it`() async throws {
    let app = try await AppHarness()
    await app.press("j", "j", "j", "j", "j")
    let before = app.screen
    await app.press("/")
    await app.type("kung")
    #expect(app.names == Self.kungFu)
    #expect(app.lines[22].hasPrefix(" 4 of 30 venues"))
    await app.press("esc")
    #expect(app.screen == before)
    #expect(app.driver.cursor == nil)
  }

  @Test(arguments: [
    ("smoocha", "Smoocha"), ("chrystie", "Red Bubble"), ("vietnamese", "Boi Noodles"),
    ("astoria", "The Bao Shoppe"),
  ])
  func `a search matches any column`(words: String, name: String) async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.type(words)
    #expect(app.names.contains(name), "\(app.names)")
    #expect(app.names.count < 5)
  }

  @Test func `Enter keeps the search, and Esc in the list clears it`() async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.type("KÜNG 功")
    await app.press("enter")
    #expect(app.names.count == 3)
    #expect(app.lines[1].hasPrefix(" “KÜNG 功” "))
    await app.press("esc")
    #expect(app.names.count == 17)
  }

  @Test func `Esc restores the previous search`() async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.type("kung")
    await app.press("enter", "G")
    let before = app.screen
    await app.press("/", "ctrl-u")
    #expect(app.names.count == 17)
    await app.type("boi")
    #expect(app.names == ["Boi Noodles"])
    await app.press("esc")
    #expect(app.screen == before)
  }

  @Test func `pasted text is inserted as one line`() async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.post(.paste("kung\nfu\u{1B}"))
    #expect(app.lines[1] == " /kung fu")
    #expect(app.names == Self.kungFu)
  }

  @Test func `letters that are commands elsewhere are text`() async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.type("q?*")
    #expect(app.lines[1] == " /q?*")
    #expect(app.lines.contains { $0.contains("No venues match") })
    await app.press("backspace", "backspace", "backspace", "enter")
    #expect(app.names.count == 17)
  }
}
