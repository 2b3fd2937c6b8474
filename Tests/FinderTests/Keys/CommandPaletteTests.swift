import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct CommandPaletteTests {
  private nonisolated static let words: [(Language, [(String, Action)])] = [
    (
      .english,
      [
        ("f", .filter), ("F", .savedFilters), ("filter", .filter), ("save-filter", .saveFilter),
        ("svf", .saveFilter), ("near", .location), ("cheap", .filter), ("star", .favorite),
        ("exit", .quit), ("clms", .columns), ("undo", .undo), ("*", .favorite),
        ("imprt", .importFile),
        ("stats", .statistics), ("csv", .importFile),
      ]
    ),
    (.chinese, [("附近", .location), ("导出", .exportFile), ("统计", .statistics), ("sort", .sort)]),
    (
      .russian,
      [("рядом", .location), ("эксп", .exportFile), ("статист", .statistics), ("sort", .sort)]
    ),
  ]

  @Test(arguments: words.flatMap { language, words in words.map { (language, $0.0, $0.1) } })
  func `the palette ranks the best match first`(language: Language, text: String, action: Action)
    async throws
  {
    let app = try await AppHarness(
      settings: FinderSettings(
        origin: .asImported(Origin.seed), reducesMotion: true, language: language))
    await app.press(":")
    await app.type(text)
    let title = app.finder.context.strings.title(of: action)
    let first = app.lines.first { $0.contains("│▌") }
    #expect(first?.contains(title) == true, "\(first ?? "nothing")")
  }

  @Test func `matched letters are highlighted`() async throws {
    let app = try await AppHarness()
    await app.press(":")
    await app.type("svf")
    let row = try #require(app.lines.firstIndex { $0.contains("Save filter") })
    let line = app.lines[row]
    let start = try #require(line.range(of: "Save filter"))
    let column = line.distance(from: line.startIndex, to: start.lowerBound)
    let match = app.finder.context.theme.match
    let found = (0..<15).filter {
      app.screen[column + $0, row].style.attributes.isSuperset(of: match.attributes)
    }
    #expect(found == [0, 2, 5])
  }

  @Test func `without a query nothing is highlighted`() async throws {
    let app = try await AppHarness()
    await app.press(":")
    let before = app.screen
    await app.type("sv")
    #expect(app.screen != before)
    await app.press("ctrl-u")
    #expect(app.screen == before)
  }

  @Test func `Enter in the palette runs the first match`() async throws {
    let app = try await AppHarness()
    await app.press(":")
    await app.type("clms")
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("╭─ Columns ") })
  }

  @Test func `the palette finds and runs an action`() async throws {
    let app = try await AppHarness()
    await app.press(":")
    try Dump.expect(app.screen, is: "palette-80x24")
    await app.type("zzz")
    #expect(app.lines.contains { $0.contains("No matches") })
    await app.press("ctrl-u")
    await app.type("favorite")
    await app.press("enter")
    #expect(app.cursorLine?.hasPrefix(" ▌★") == true)
  }

  @Test func `the palette toggles every toggle filter`() async throws {
    for toggle in ToggleFilter.allCases {
      let app = try await AppHarness()
      await app.press(":")
      await app.type(Strings().title(of: toggle).lowercased())
      await app.press("enter")
      let words = Strings().chosen(toggle, radius: FilterChoices().radius)
      #expect(app.lines[1].hasPrefix(" " + words), "\(app.lines[1])")
    }
  }

  @Test(arguments: [("12", 12), ("1", 1), ("30", 30), ("120", 30), ("99999999999999999", 30)])
  func `a number in the palette jumps to the row`(text: String, row: Int) async throws {
    let app = try await AppHarness()
    await app.press(":")
    await app.type(text)
    let title = Int(text) == row ? "Go to row \(row)" : "Go to the bottom"
    #expect(app.lines.contains { $0.contains("▌ \(title) ") && $0.contains("\(row)/30") })
    await app.press("enter")
    #expect(app.lines[22].hasSuffix(" \(row)/30"))
    await app.press("enter")
    #expect(app.lines[0].hasSuffix(" \(row)/30"))
  }

  @Test(arguments: ["0", "-3", "1.5", "999999999999999999999"])
  func `a number without a row jumps nowhere`(text: String) async throws {
    let app = try await AppHarness()
    await app.press(":")
    await app.type(text)
    #expect(!app.lines.contains { $0.contains("Go to row") })
    #expect(app.lines.contains { $0.contains("No matches") })
  }

  @Test func `a number in the palette keeps the order of the actions`() async throws {
    let app = try await AppHarness(settings: FinderSettings(reducesMotion: true))
    await app.press(":")
    await app.type("1")
    await app.press("backspace")
    await app.type("favorite")
    await app.press("enter")
    #expect(app.cursorLine?.hasPrefix(" ▌★") == true)
  }
}
