import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct SearchStoryTests {
  private static let kungFu = [
    "Kung Fu Tea", "Kung Fu Tea 功夫茶", "Kung Fu Tea (功夫茶)", "Kung Fu Tea 功夫茶",
  ]

  @Test func `typing a search narrows the list, and Esc restores it`() async throws {
    let trial = try await Trial()
    await trial.press("j", "j", "j", "j", "j")
    let before = trial.screen
    await trial.press("/")
    await trial.type("kung")
    #expect(trial.names == Self.kungFu)
    #expect(trial.lines[22].hasPrefix(" 4 of 30 venues"))
    await trial.press("esc")
    #expect(trial.screen == before)
    #expect(trial.driver.cursor == nil)
  }

  @Test(arguments: [
    ("smoocha", "Smoocha"), ("chrystie", "Red Bubble"), ("vietnamese", "Boi Noodles"),
    ("astoria", "The Bao Shoppe"),
  ])
  func `a search matches any column`(words: String, name: String) async throws {
    let trial = try await Trial()
    await trial.press("/")
    await trial.type(words)
    #expect(trial.names.contains(name), "\(trial.names)")
    #expect(trial.names.count < 5)
  }

  @Test func `Enter keeps the search, and Esc in the list clears it`() async throws {
    let trial = try await Trial()
    await trial.press("/")
    await trial.type("KÜNG 功")
    await trial.press("enter")
    #expect(trial.names.count == 3)
    #expect(trial.lines[1].hasPrefix(" “KÜNG 功” "))
    await trial.press("esc")
    #expect(trial.names.count == 17)
  }

  @Test func `Esc restores the previous search`() async throws {
    let trial = try await Trial()
    await trial.press("/")
    await trial.type("kung")
    await trial.press("enter", "G")
    let before = trial.screen
    await trial.press("/", "ctrl-u")
    #expect(trial.names.count == 17)
    await trial.type("boi")
    #expect(trial.names == ["Boi Noodles"])
    await trial.press("esc")
    #expect(trial.screen == before)
  }

  @Test func `pasted text is inserted as one line`() async throws {
    let trial = try await Trial()
    await trial.press("/")
    await trial.post(.paste("kung\nfu\u{1B}"))
    #expect(trial.lines[1] == " /kung fu")
    #expect(trial.names == Self.kungFu)
  }

  @Test func `letters that are commands elsewhere are text`() async throws {
    let trial = try await Trial()
    await trial.press("/")
    await trial.type("q?*")
    #expect(trial.lines[1] == " /q?*")
    #expect(trial.lines.contains { $0.contains("No venues match") })
    await trial.press("backspace", "backspace", "backspace", "enter")
    #expect(trial.names.count == 17)
  }
}
