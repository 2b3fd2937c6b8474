import TerminalKit
import Testing

@testable import Finder

@MainActor
@Suite struct HelpScreenTests {
  @Test func `typing narrows the help`() async throws {
    let app = try await AppHarness()
    await app.press("?")
    await app.type("select all")
    #expect(
      app.lines.prefix(5) == [
        " Help · Bubble Tea Finder", " select all", " Select and change", "  a  Select all or none",
        "",
      ])
    await app.press("ctrl-u")
    await app.type("ctrl-z")
    #expect(app.lines[3] == "  ctrl-z  Suspend; resume with fg")
    await app.press("ctrl-u")
    await app.type("/select all")
    #expect(app.lines[3] == "  a  Select all or none")
    await app.press("ctrl-u")
    await app.type("/")
    #expect(app.lines.contains("  /  Search while typing"))
    await app.type("nonsense")
    #expect(app.lines[2] == " No matches")
    await app.press("esc")
    #expect(app.lines[0].hasPrefix(" Bubble Tea Finder"))
  }

  @Test(arguments: [80, 90, 100, 110, 120, 140, 160, 200])
  func `no description is cut, whatever the width`(columns: Int) async throws {
    let app = try await AppHarness(Size(columns: columns, rows: 120))
    await app.press("?")
    #expect(app.lines.count { $0.contains("Copy as") } > 0)
    for line in app.lines { #expect(!line.contains("…"), "\(line)") }
  }

  @Test func `letters in order match and are highlighted`() async throws {
    let app = try await AppHarness()
    await app.press("?")
    await app.type("fltvns")
    #expect(app.lines[2...4] == [" Find venues", "  f  Filter venues", ""])
    let theme = app.finder.context.theme
    let marked = (0..<40).filter {
      app.screen[$0, 3].style == theme.settled(theme.match)
    }
    #expect(marked.map { app.screen[$0, 3].text }.joined().lowercased() == "fltvns")
  }

  @Test func `whole words come first, scattered letters match only without them`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("?")
    await app.type("cheapest")
    #expect(app.lines[2...4] == [" View", "  s  Sort venues", ""])
    await app.press("ctrl-u")
    await app.type("sort")
    #expect(
      app.lines.drop { $0 != " View" }.prefix { !$0.isEmpty } == [
        " View", "  s  Sort venues",
      ])
    await app.press("ctrl-u")
    await app.type("tglfv")
    #expect(
      app.lines.drop { $0 != " Select and change" }.prefix { !$0.isEmpty } == [
        " Select and change", "  *  Toggle favorite",
      ])
  }

  @Test func `help lists only what works on its screen`() async throws {
    let app = try await AppHarness(.large)
    for keys in [["f"], ["esc", "m"], ["esc", "b"], ["esc", "enter"]] {
      await app.press(keys)
      let top = try #require(app.finder.stack.top)
      await app.press("F1")
      let keymap = app.finder.context.keymap
      let enabled = top.bindings.filter(\.isEnabled)
      let used = Set(enabled.flatMap { keymap.keys(for: $0.action) })
      for binding in top.bindings
      where binding.isEnabled || !used.isSuperset(of: keymap.keys(for: binding.action)) {
        let title = binding.title ?? app.finder.context.strings.title(of: binding.action)
        #expect(app.lines.contains { $0.contains("  " + title) }, "\(keys) \(title)")
      }
      await app.press("esc")
    }
  }

  @Test func `help says what keys do on its screen, each key once`() async throws {
    let app = try await AppHarness(.large)
    await app.press("b", "F1")
    #expect(
      app.lines.contains { $0.contains("s  ") && $0.contains("Sort groups by the next column") })
    #expect(app.lines.contains { $0.contains("Switch between table and stacked bars") })
    #expect(app.lines.contains { $0.contains(#/esc  h  q  ← +Go back/#) })
    #expect(!app.lines.contains { $0.contains("Previous column") })
    await app.press("esc", "x", "3", "right", "F1")
    #expect(app.lines.contains { $0.contains(#/(h  ←|←  h) +Previous column/#) })
    #expect(app.lines.contains { $0.contains(#/esc  q +Go back/#) })
    await app.press("esc", "esc", "C", "F1")
    #expect(app.lines.contains { $0.contains(#/c +Reset columns/#) })
    #expect(!app.lines.contains { $0.contains("Clear filter") })
  }

  @Test(arguments: [["e"], ["@"], ["w"], ["/"]])
  func `the help of a text field lists no characters, which are text there`(
    keys: [String]
  ) async throws {
    let app = try await AppHarness(Size(columns: 100, rows: 40))
    await app.press(keys + ["F1"])
    #expect(app.lines[0].hasPrefix(" Help"))
    let rows = app.lines.dropFirst().dropLast(2)
    let first = Set(rows.compactMap { $0.split(separator: " ").first.map(String.init) })
    #expect(first.isDisjoint(with: ["q", "?", ":", "!", "M", "T"]))
    #expect(first.contains("F1") || rows.contains { $0.contains("F1") })
  }
}
