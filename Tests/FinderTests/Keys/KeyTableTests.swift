import Foundation
import TerminalKit
import TerminalTestSupport
import TestSupport
import Testing

@testable import Finder

@MainActor
@Suite struct KeyTableTests {
  @Test(arguments: [KeyContext.list, .filter, .detail, .statistics, .crawl, .explanation, .help])
  func `every screen that scrolls has pages and half pages`(context: KeyContext) {
    let pages: Set<Action> = [.pageUp, .pageDown, .halfPageUp, .halfPageDown]
    #expect(context.actions.isSuperset(of: pages))
  }

  /// The keys to each screen, one after the other from the list.
  private static let ways: [[String]] = [
    [], ["f"], ["f", "G", "enter"], ["s"], ["S"], ["C"], ["b"], ["m"], [":"], ["@"], ["enter"],
    ["?"], ["/"], ["!"], ["."], ["F"], ["w"], ["e"], ["U"], ["I"], ["E"], ["E", "enter"],
    ["S", "j", "enter", "'"], ["b", "enter"], ["space"], ["/", "z", "z"],
  ]

  /// Goes to a screen, calls `body` with what it offers, and comes back.
  private func forEachScreen(_ body: ([String], [Finder.KeyBinding], Keymap) throws -> Void)
    async throws
  {
    for keys in Self.ways {
      let app = try await AppHarness()
      await app.press(keys)
      let top = try #require(app.finder.stack.top)
      try body(keys, top.bindings, app.finder.context.keymap)
    }
    let app = try await AppHarness()
    await app.press("I")
    await app.type("data/slow.json")
    await app.pressMeanwhile("enter")
    await app.until(shows: "1,200 rows")
    for keys in [[], ["enter", "q"]] {
      for key in keys { await app.pressMeanwhile(key) }
      let top = try #require(app.finder.stack.top)
      try body(["I"] + keys, top.bindings, app.finder.context.keymap)
    }
    await app.pressMeanwhile("down")
    app.driver.press("enter")
    _ = await app.finder.leave()
  }

  @Test func `no key has two actions on any screen`() async throws {
    try await forEachScreen { keys, bindings, keymap in
      let enabled = bindings.filter(\.isEnabled)
      let presses = enabled.flatMap { keymap.keys(for: $0.action) }
      #expect(Set(presses).count == presses.count, "\(keys)")
      #expect(Set(enabled.map(\.action)).count == enabled.count, "\(keys)")
    }
  }

  @Test func `no key of a screen shadows a global one`() async throws {
    let everywhere = Action.allCases.filter { $0.group == .everywhere && $0 != .quit }
    try await forEachScreen { keys, bindings, keymap in
      let taken = Set(bindings.filter(\.isEnabled).flatMap { keymap.keys(for: $0.action) })
      for action in everywhere {
        #expect(taken.isDisjoint(with: keymap.keys(for: action)), "\(keys) \(action)")
      }
    }
  }

  @Test func `every action has a key and a screen`() async throws {
    var offered = Set(Action.allCases.filter { $0.group == .everywhere })
    try await forEachScreen { _, bindings, _ in offered.formUnion(bindings.map(\.action)) }
    #expect(Action.allCases.filter { !offered.contains($0) } == [])
    #expect(Action.allCases.filter { Keymap.standard.keys(for: $0).isEmpty } == [])
  }
}

@MainActor
@Suite struct KeysDocumentTests {
  @Test func `Keys.md lists the keys of the program`() throws {
    #expect(
      try GeneratedFile("Documentation/Keys.md").isCurrent { _ in KeysDocument.markdown(.standard) }
    )
  }

  @Test func `the README lists keys of the program`() throws {
    let marks = ["<!-- keys: made from the program's own table -->\n", "<!-- keys end -->\n"]
    let isCurrent = try GeneratedFile("README.md").isCurrent { text in
      let parts = text.components(separatedBy: marks[0])
      let rest = parts.last?.components(separatedBy: marks[1]).last ?? ""
      let table = KeysDocument.brief(.standard, Strings())
      return parts[0] + marks[0] + "\n" + table + "\n" + marks[1] + rest
    }
    #expect(isCurrent)
  }

  @Test func `Esc and a key that arrive together are two keys unless bound`() async throws {
    let app = try await AppHarness(capabilities: Capabilities(multiplexer: .tmux))
    await app.press("f", "alt-m")
    #expect(app.finder.stack.top is MapScreen)
    await app.press("alt-down")
    #expect(app.finder.stack.top is VenueListScreen)
    #expect(app.lines.joined().contains("2/30"))
    await app.press("/", "t", "e", "a", "space", "i", "alt-b", "x")
    #expect(app.lines[1].contains("tea xi"))
    await app.press("alt-j")
    #expect(app.finder.stack.top is VenueListScreen)
    #expect(!app.lines[1].contains("tea"))
  }

  @Test func `an unbound key with Alt does nothing`() async throws {
    let app = try await AppHarness()
    await app.press("*", "e", "t", "e", "a", "alt-u")
    #expect(app.finder.stack.top is Finder.PromptScreen)
    #expect(app.lines.contains { $0.contains("tea") })
    await app.press("esc")
    let before = app.lines
    await app.press("alt-m", "alt-u")
    #expect(app.finder.stack.top is VenueListScreen)
    #expect(app.lines.dropLast() == before.dropLast())
    #expect(app.message == "alt-u does nothing here; ? lists the keys")
  }
}
