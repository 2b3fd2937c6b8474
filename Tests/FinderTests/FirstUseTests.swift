import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// Where people who had read nothing hesitated.
@MainActor
@Suite struct FirstUseTests {
  @Test func `sorting on the first row shows the new first row`()
    async throws
  {
    let trial = try await Trial()
    await trial.press("s", "8")
    #expect(trial.cursorLine?.contains("Kung Fu Tea 功夫茶") == true)
    #expect(trial.lines[22].hasSuffix(" 1/30"))
    await trial.press("s", "5")
    #expect(trial.cursorLine?.contains("Boba Life NYC") == true)
    #expect(trial.lines[22].hasSuffix(" 1/30"))
  }

  @Test func `sorting in the filter screen shows the new first row, too`() async throws {
    let trial = try await Trial()
    await trial.press(["f"] + Array(repeating: "j", count: 11) + ["space", "enter"])
    #expect(trial.lines[1].hasSuffix(" price ▲  then name ▲"))
    #expect(trial.cursorLine?.contains("Boba Life NYC") == true)
  }

  @Test func `sorting further down keeps the cursor on its venue`() async throws {
    let trial = try await Trial()
    await trial.press("j", "s", "8")
    #expect(trial.cursorLine?.contains("CoCo Fresh Tea & Juice") == true)
    #expect(trial.lines[22].hasSuffix(" 2/30"))
  }

  @Test func `canceling a sort keeps the venue on its line`()
    async throws
  {
    let trial = try await Trial()
    let before = trial.screen
    await trial.press("f", "j", "j", "j", "j", "j", "j", "j", "j", "j", "space")
    await trial.press("esc")
    #expect(trial.screen == before)
  }

  @Test(arguments: Language.all)
  func `the palette finds an action by its label and its name`(language: Language)
    async throws
  {
    let settings = FinderSettings(
      origin: .asImported(Origin.seed), reducesMotion: true, language: language)
    let strings = Strings(language)
    let trial = try await Trial(settings: settings)
    for action in [Action.importFile, .exportFile, .undo, .redo, .explain, .map, .savedFilters] {
      for word in [action.rawValue, strings.hint(for: action)] {
        await trial.press(":")
        await trial.post(.paste(word))
        let found = trial.lines.contains { $0.contains(strings.title(of: action)) }
        #expect(found, "\(action) by \(word)")
        await trial.press("esc")
      }
    }
  }

  @Test func `the message about a favorite names it and the undo key`() async throws {
    let trial = try await Trial()
    await trial.press("*")
    #expect(trial.lines.last == " Added Boi Noodles to favorites, u to undo")
    await trial.press("*")
    #expect(trial.lines.last == " Removed Boi Noodles from favorites, u to undo")
    await trial.press("u")
    #expect(
      trial.lines.last
        == " Undid: Remove Boi Noodles from favorites, ctrl-r to redo")
    await trial.press("space", "space", "*")
    #expect(trial.lines.last == " Added 2 venues to favorites, u to undo")
  }

  @Test(arguments: [
    (["b", "enter"], " $ "), (["b", "S", "2", "enter"], " neighborhood: Unknown "),
    (["b", "S", "3", "enter"], " Astoria "), (["b", "tab", "tab", "enter"], " Astoria "),
    (["b", "S", "4", "enter"], " Asian Restaurant "), (["b", "S", "5", "enter"], " name: B "),
    (["b", "S", "6", "enter"], " distance: 500 m to 1 km "),
    (["b", "S", "7", "enter"], " rating: Unknown "), (["b", "S", "8", "enter"], " tips: 1 to 5 "),
    (["b", "shift-tab", "enter"], " By chain: Unknown "),
  ])
  func `an opened group is named in the title`(keys: [String], title: String) async throws {
    let trial = try await Trial()
    await trial.press(keys)
    #expect(trial.lines[1].hasPrefix(title), "\(trial.lines[1])")
  }

  @Test func `an opened group is listed after the condition`() async throws {
    let trial = try await Trial()
    await trial.press("f", "G", "enter")
    await trial.type("stats.tipCount > 40")
    await trial.press("enter", "ctrl-s", "b", "S", "3", "enter")
    #expect(trial.lines[1].hasPrefix(" stats.tipCount > 40 AND location.city == "))
  }

  @Test func `typing replaces the proposed text`() async throws {
    let trial = try await Trial()
    await trial.press("@")
    await trial.type("40.7179, -74.0002")
    await trial.press("enter")
    #expect(trial.lines[0].hasSuffix("from 40.7179, -74.0002"))
    await trial.press("@", "backspace")
    #expect(!trial.lines.contains { $0.contains("│ 40.7179") })
    await trial.press("esc", "@", "left", "backspace")
    await trial.type("5")
    await trial.press("enter")
    #expect(trial.lines[0].hasSuffix("from 40.7179, -74.0052"))
    await trial.press("E", "enter")
    await trial.type("mine")
    await trial.press("enter")
    #expect(trial.lines.last == " Exported 30 venues to ~/tea/mine")
  }

  @Test func `every menu has hints for its keys`() async throws {
    let trial = try await Trial()
    await trial.press("C")
    #expect(
      trial.lines.last
        == " space choose  > wider  K move up  J move down  ⏎ accept  esc cancel  ? help")
    await trial.press("esc", "s")
    #expect(trial.lines.last == " ⏎ accept  space choose  x remove  esc cancel  ? help  : more")
    await trial.press("esc", "S")
    #expect(trial.lines.last == " ⏎ accept  esc cancel  ? help  : more")
    await trial.press("esc", "w")
    await trial.type("mine")
    await trial.press("enter", "F")
    #expect(trial.lines.last == " ⏎ open  x delete  esc cancel  ? help  : more")
  }
}
