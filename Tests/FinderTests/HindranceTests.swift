import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// A key that does nothing right now says why.
@MainActor
@Suite struct HindranceTests {
  @Test(arguments: [
    (["c"], "nothing is filtered"), (["esc"], "nothing to go back from; q quits"),
    (["f", "space", "enter", "esc"], "the filter stays; c clears it"),
    (["backspace"], "there is no other filter to go back to"),
    (["]"], "the list has no sections; S makes some"),
    (["'"], "the list has no sections; S makes some"),
    (["/", "z", "z", "enter", "enter"], "the list is empty"),
    (["enter", "p"], "this is the first one"),
    (["G", "enter", "n"], "this is the last one"), (["m", "p"], "this is the first one"),
    (["F", "x"], "there is nothing to choose"),
    (["f", "G", "k", "enter", "tab"], "there is nothing to complete"),
    (["?", "F1"], "the help is open"), (["I", "=zzz", "tab"], "there is nothing to complete"),
  ])
  func `a key that does nothing says why`(keys: [String], reason: String) async throws {
    let trial = try await Trial()
    for key in keys {
      if key.hasPrefix("=") {
        await trial.type(String(key.dropFirst()))
      } else {
        await trial.press(key)
      }
    }
    #expect(trial.lines.last == " " + reason)
    await trial.press("up")
    #expect(trial.lines.last != " " + reason)
  }

  @Test func `on an imported map nobody knows where you are`() async throws {
    let trial = try await Trial(settings: FinderSettings(reducesMotion: true))
    await trial.press("m", "@")
    #expect(trial.lines.last == " nobody knows where you are")
  }

  @Test func `a question wants an answer`() async throws {
    let trial = try await Trial(store: .seeded(undoLimits: UndoLimits(bytes: 20)))
    await trial.press("a", "D", "q")
    #expect(trial.lines.last == " the question wants an answer first")
  }

  @Test func `why a key does nothing is not kept among the messages`() async throws {
    let trial = try await Trial()
    await trial.press("c", "!")
    #expect(trial.lines.contains { $0.contains("nothing has been said") })
  }

  @Test(arguments: [
    (Language.chinese, " 没有可返回的；按 q 退出", " 列表没有分组；按 S 分组"),
    (
      .russian, " возвращаться не из чего; q завершит программу",
      " в списке нет разделов; S создаст их"
    ),
  ])
  func `it says so in the user's language`(language: Language, esc: String, jump: String)
    async throws
  {
    let trial = try await Trial(
      settings: FinderSettings(
        origin: .asImported(Origin.seed), reducesMotion: true, language: language))
    await trial.press("esc")
    #expect(trial.lines.last == esc)
    await trial.press("'")
    #expect(trial.lines.last == jump)
  }
}
