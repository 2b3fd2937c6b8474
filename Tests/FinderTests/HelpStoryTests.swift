import TerminalKit
import Testing

@testable import Finder

@MainActor
@Suite struct HelpStoryTests {
  @Test func `typing narrows the help`() async throws {
    let trial = try await Trial()
    await trial.press("?")
    await trial.type("select all")
    #expect(
      trial.lines.prefix(5) == [
        " Help · Bubble Tea Finder", " select all", " This screen", "  a  Select all or none", "",
      ])
    await trial.press("ctrl-u")
    await trial.type("ctrl-z")
    #expect(trial.lines[3] == "  ctrl-z  Suspend; resume with fg")
    await trial.type("nonsense")
    #expect(trial.lines[2] == " No matches")
    await trial.press("esc")
    #expect(trial.lines[0].hasPrefix(" Bubble Tea Finder"))
  }

  @Test func `letters in order match and are highlighted`() async throws {
    let trial = try await Trial()
    await trial.press("?")
    await trial.type("fltvns")
    #expect(trial.lines[2...4] == [" This screen", "  f  Filter venues", ""])
    let marked = (0..<40).filter {
      trial.screen[$0, 3].style == trial.finder.context.theme.match
    }
    #expect(marked.map { trial.screen[$0, 3].text }.joined().lowercased() == "fltvns")
  }

  @Test func `whole words come first, scattered letters match only without them`()
    async throws
  {
    let trial = try await Trial()
    await trial.press("?")
    await trial.type("cheapest")
    #expect(trial.lines[2...4] == [" This screen", "  s  Sort venues", ""])
    await trial.press("ctrl-u")
    await trial.type("sort")
    #expect(
      trial.lines.drop { $0 != " This screen" }.prefix { !$0.isEmpty } == [
        " This screen", "  s  Sort venues",
      ])
    await trial.press("ctrl-u")
    await trial.type("tglfv")
    #expect(
      trial.lines.drop { $0 != " This screen" }.prefix { !$0.isEmpty } == [
        " This screen", "  *  Toggle favorite",
      ])
  }

  @Test func `help lists only what works on its screen`() async throws {
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
