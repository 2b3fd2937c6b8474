import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct DigitKeyTests {
  @Test(arguments: [
    (["s", "4"], "price ▲  then name ▲"), (["s", "1"], "name ▲"),
    (["s", "3"], "distance ▼  then name ▲"),
  ])
  func `a digit chooses a sort order`(keys: [String], words: String) async throws {
    let app = try await AppHarness()
    await app.press(keys)
    #expect(app.lines[1].hasSuffix(" " + words))
    #expect(app.finder.stack.screens.count == 1)
  }

  @Test func `a digit chooses a grouping and an export format`() async throws {
    let app = try await AppHarness()
    await app.press("S", "2")
    #expect(app.lines.contains { $0.hasPrefix(" $  27 venues") })
    await app.press("E", "2")
    #expect(app.lines.contains { $0.contains("venues.csv") })
  }

  @Test func `digits toggle the first filter rows, wherever the cursor is`() async throws {
    let app = try await AppHarness()
    await app.press("f", "G", "2", "5")
    #expect(app.lines.contains { $0.hasPrefix("2 [x] $$ ") })
    #expect(app.lines.contains { $0.hasPrefix("▌ [x] Offering a deal") })
    await app.press("2", "9", "enter")
    #expect(app.lines[1].hasPrefix(" offering a deal "))
  }

  @Test func `a digit without an item does nothing`() async throws {
    let app = try await AppHarness()
    await app.press("E", "9")
    #expect(app.lines.contains { $0.contains("╭─ Export ") })
  }

  @Test func `a digit in a text field is text`() async throws {
    let app = try await AppHarness()
    await app.press("f", "G", "enter", "1", "enter")
    #expect(app.lines.contains { $0.contains("Condition  1") })
  }

  @Test func `digits come from the key table`() async throws {
    var keymap = Keymap.standard
    try keymap.bind("pick", to: ["F5", "F6"])
    let app = try await AppHarness(
      settings: FinderSettings(
        origin: .asImported(Origin.seed), reducesMotion: true, keymap: keymap))
    await app.press("s", "F6")
    #expect(app.lines[1].hasSuffix(" name ▼"))
  }
}
