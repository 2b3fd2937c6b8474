import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct NumberKeyTests {
  @Test(arguments: [
    (["s", "4"], "price ▲  then name ▲"), (["s", "1"], "name ▲"),
    (["s", "3"], "distance ▼  then name ▲"),
  ])
  func `a digit chooses a sort order`(keys: [String], words: String) async throws {
    let trial = try await Trial()
    await trial.press(keys)
    #expect(trial.lines[1].hasSuffix(" " + words))
    #expect(trial.finder.stack.screens.count == 1)
  }

  @Test func `a digit chooses a grouping and an export format`() async throws {
    let trial = try await Trial()
    await trial.press("S", "2")
    #expect(trial.lines.contains { $0.hasPrefix(" $  27 venues") })
    await trial.press("E", "2")
    #expect(trial.lines.contains { $0.contains("venues.csv") })
  }

  @Test func `digits toggle the first filter rows, wherever the cursor is`() async throws {
    let trial = try await Trial()
    await trial.press("f", "G", "2", "5")
    #expect(trial.lines.contains { $0.hasPrefix("2 [x] $$ ") })
    #expect(trial.lines.contains { $0.hasPrefix("5▌[x] Offering a deal") })
    await trial.press("2", "9", "enter")
    #expect(trial.lines[1].hasPrefix(" offering a deal "))
  }

  @Test func `a digit without an item does nothing`() async throws {
    let trial = try await Trial()
    await trial.press("E", "9")
    #expect(trial.lines.contains { $0.contains("┌─ Export ") })
  }

  @Test func `a digit in a text field is text`() async throws {
    let trial = try await Trial()
    await trial.press("f", "G", "enter", "1", "enter")
    #expect(trial.lines.contains { $0.contains("Condition  1") })
  }

  @Test func `digits come from the key table`() async throws {
    var keymap = Keymap.standard
    try keymap.bind("pick", to: ["F5", "F6"])
    let trial = try await Trial(
      settings: FinderSettings(
        origin: .asImported(Origin.seed), reducesMotion: true, keymap: keymap))
    await trial.press("s", "F6")
    #expect(trial.lines[1].hasSuffix(" name ▼"))
  }
}
