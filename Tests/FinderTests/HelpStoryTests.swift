import TerminalKit
import Testing

@testable import Finder

@MainActor
@Suite struct HelpStoryTests {
  @Test func `letters narrow the help`() async throws {
    let trial = try await Trial()
    await trial.press("?")
    await trial.type("mark all")
    #expect(
      trial.lines.prefix(6) == [
        " Help · Bubble Tea Finder", " mark all", " Here", "  esc  take all marks away",
        "  a    mark all, or none", "",
      ])
    await trial.press("ctrl-u")
    await trial.type("ctrl-z")
    #expect(trial.lines[3] == "  ctrl-z  stop; fg goes on")
    await trial.type("nonsense")
    #expect(trial.lines[2] == " nothing found")
    await trial.press("esc")
    #expect(trial.lines[0].hasPrefix(" Bubble Tea Finder"))
  }

  @Test func `letters in order are enough, and are marked`() async throws {
    let trial = try await Trial()
    await trial.press("?")
    await trial.type("chwhsh")
    #expect(trial.lines[2...4] == [" Here", "  f  choose what is shown", ""])
    let marked = (0..<40).filter {
      trial.screen[$0, 3].style == trial.finder.context.theme.match
    }
    #expect(marked.map { trial.screen[$0, 3].text }.joined() == "chwhsh")
  }

  @Test func `what has the words whole comes alone, letters apart are found when nothing has`()
    async throws
  {
    let trial = try await Trial()
    await trial.press("?")
    await trial.type("cheapest")
    #expect(trial.lines[2...4] == [" Here", "  s  choose the order", ""])
    await trial.press("ctrl-u")
    await trial.type("sort")
    #expect(
      trial.lines.drop { $0 != " Here" }.prefix { !$0.isEmpty } == [
        " Here", "  s  choose the order",
      ])
    await trial.press("ctrl-u")
    await trial.type("mrkfv")
    #expect(
      trial.lines.drop { $0 != " Here" }.prefix { !$0.isEmpty } == [
        " Here", "  *  mark as a favorite, or unmark",
      ])
  }

  @Test func `the help tells what works on its screen, and nothing else`() async throws {
    let trial = try await Trial(.large)
    for keys in [["f"], ["esc", "m"], ["esc", "b"], ["esc", "enter"]] {
      await trial.press(keys)
      let top = try #require(trial.finder.stack.top)
      await trial.press("F1")
      for binding in top.bindings {
        let title = trial.finder.context.strings.title(of: binding.action)
        #expect(trial.lines.contains { $0.hasSuffix("  " + title) }, "\(keys) \(title)")
      }
      await trial.press("esc")
    }
  }
}
