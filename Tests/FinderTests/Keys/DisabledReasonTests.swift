import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// A key that does nothing right now says why.
@MainActor
@Suite struct DisabledReasonTests {
  @Test(arguments: [
    (["c"], "No filter to clear"), (["esc"], "Nothing to go back to; q to quit"),
    (["f", "space", "enter", "esc"], "The filter is still active; c to clear"),
    (["backspace"], "No previous filter to restore"),
    (["]"], "The list has no sections; S to group"),
    (["'"], "The list has no sections; S to group"),
    (["/", "z", "z", "enter", "enter"], "The list is empty"),
    (["enter", "p"], "This is the first venue"),
    (["G", "enter", "n"], "This is the last venue"), (["m", "p"], "This is the first venue"),
    (["/", "=zzz", "enter", "m", "L"], "The list is empty"),
    (["/", "=zzz", "enter", "m", "c"], "The list is empty"),
    (["/", "=zzz", "enter", "m", "n"], "The list is empty"),
    (["/", "=zzz", "enter", "m", "p"], "The list is empty"),
    (["F", "x"], "Nothing to choose"),
    (["f", "G", "k", "enter", "tab"], "Nothing to complete"),
    (["?", "F1"], "Help is already open"), (["I", "=zzz", "tab"], "Nothing to complete"),
  ])
  func `a disabled key says why`(keys: [String], reason: String) async throws {
    let app = try await AppHarness()
    for key in keys {
      if key.hasPrefix("=") {
        await app.type(String(key.dropFirst()))
      } else {
        await app.press(key)
      }
    }
    #expect(app.message == reason)
    await app.press("up")
    #expect(app.lines.last != " " + reason)
  }

  @Test func `on a map of imported venues your location is not set`() async throws {
    let app = try await AppHarness(settings: FinderSettings(reducesMotion: true))
    await app.press("m", "@")
    #expect(app.message == "Your location is not set")
  }

  @Test(arguments: [
    ([], "; / to search"), (["f"], "; / to search"), (["m"], ""), (["b"], ""), (["enter"], ""),
    (["space", "j", "space", "W"], ""),
  ])
  func `a paste without a text field says where text goes`(keys: [String], remedy: String)
    async throws
  {
    let app = try await AppHarness()
    await app.press(keys)
    let before = app.lines.dropLast()
    await app.post(.paste("kung fu"))
    #expect(app.lines.dropLast() == before)
    #expect(app.message == "No text field to paste into" + remedy)
  }

  @Test func `a confirmation needs an answer`() async throws {
    let app = try await AppHarness(store: .seeded(undoLimits: UndoLimits(bytes: 20)))
    await app.press("a", "D", "q")
    #expect(app.message == "Answer the question first")
  }

  @Test func `disabled reasons are not in the message log`() async throws {
    let app = try await AppHarness()
    await app.press("c", "!")
    #expect(app.lines.contains { $0.contains("No messages") })
  }

  @Test(arguments: [
    (Language.chinese, "已在最上层；按 q 退出", "列表没有分组；按 S 分组"),
    (
      .russian, "Возвращаться некуда; q — выйти",
      "В списке нет разделов; S — сгруппировать"
    ),
  ])
  func `the reason is in the user's language`(language: Language, esc: String, jump: String)
    async throws
  {
    let app = try await AppHarness(
      settings: FinderSettings(
        origin: .asImported(Origin.seed), reducesMotion: true, language: language))
    await app.press("esc")
    #expect(app.message == esc)
    await app.press("'")
    #expect(app.message == jump)
  }
}
