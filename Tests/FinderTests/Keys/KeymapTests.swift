import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct KeymapTests {
  private func rebound(_ keys: [(String, [String])]) throws -> Keymap {
    var keymap = Keymap.standard
    for (name, keys) in keys { try keymap.bind(name, to: keys) }
    for (name, _) in keys { try keymap.check(name) }
    return keymap
  }

  private func app(_ keymap: Keymap = .standard) async throws -> AppHarness {
    try await AppHarness(
      settings: FinderSettings(
        origin: .asImported(Origin.seed), reducesMotion: true, keymap: keymap))
  }

  @Test func `a rebound key works and is shown in hints and help`() async throws {
    let app = try await app(rebound([("filter", ["x", "F5"]), ("quit", ["Q"])]))
    await app.press("f")
    #expect(app.finder.stack.screens.count == 1)
    #expect(app.message == "f does nothing here; ? lists the keys")
    await app.press("j")
    #expect(app.lines.last?.contains("x filter") == true)
    await app.press("F5")
    #expect(app.lines.first?.contains("Filters") == true)
    await app.press("esc", "?")
    #expect(app.lines.contains { $0.hasPrefix("  x  F5 ") })
  }

  @Test func `two actions can swap their keys`() throws {
    let keymap = try rebound([("filter", ["s"]), ("sort", ["f"])])
    #expect(keymap.keys(for: .filter) == [.character("s")])
  }

  @Test func `an action can be disabled`() async throws {
    let app = try await app(rebound([("delete", [])]))
    await app.press("D")
    #expect(app.lines.last?.contains("deleted") == false)
  }

  @Test(arguments: [
    ("filtr", ["x"], "there is no action 'filtr', did you mean 'filter'?"),
    (
      "sort", ["ctrl-"],
      "there is no key 'ctrl-'; valid are characters such as x, and names such as space, ctrl-d or F2"
    ),
    ("sort", ["m"], "'m' cannot be both sort and map, which are on the same screen"),
    ("zoom-in", ["q"], "'q' cannot be both zoom-in and close, which are on the same screen"),
    ("suspend", ["enter"], "'enter' cannot be both suspend and open, which are on the same screen"),
    (
      "accept", ["x"], "accept needs a key that does not type text, such as enter"
    ),
    ("quit-at-once", [], "quit-at-once needs a key"),
    ("back", [], "back needs a key"),
    ("cancel", [], "cancel needs a key"),
    ("close", [], "close needs a key"),
    ("give-up", [], "give-up needs a key"),
  ])
  func `an invalid binding is refused`(name: String, keys: [String], message: String) {
    let error = #expect(throws: KeymapError.self) { try rebound([(name, keys)]) }
    #expect(error?.description == message)
  }

  @Test func `the default keys have no conflicts`() throws {
    for action in Action.allCases { try Keymap.standard.check(action.rawValue) }
  }

  @Test func `every action is in the table of a screen`() {
    let reachable = KeyContext.allCases.reduce(into: Set<Action>()) { $0.formUnion($1.actions) }
    #expect(Set(Action.allCases).subtracting(reachable).isEmpty)
  }

  @Test(
    arguments: [
      (KeyContext.list, []), (.search, ["/"]), (.filter, ["f"]),
      (.filterField, ["f", "G", "enter"]), (.detail, ["enter"]), (.map, ["m"]), (.menu, ["s"]),
      (.menu, ["C"]), (.menu, ["S"]), (.menu, ["*", "U"]),
      (.typedMenu, ["S", "j", "j", "enter", "'"]), (.prompt, ["e"]),
      (.typedMenu, [":"]), (.location, ["@"]), (.menu, ["F"]), (.menu, ["!"]), (.menu, ["E"]),
      (.menu, ["W"]), (.crawl, ["W", "enter"]), (.path, ["I"]), (.path, ["E", "enter"]),
      (.statistics, ["b"]),
      (.explanation, ["."]),
      (.help, ["?"]),
    ] as [(KeyContext, [String])])
  func `a screen offers the actions of its key table`(
    context: KeyContext, keys: [String]
  ) async throws {
    let app = try await app()
    await app.press(keys)
    let offered = Set(app.finder.offered.map(\.action))
    #expect(offered.subtracting(context.actions).isEmpty)
    if context != .menu { #expect(context.actions.subtracting(offered).isEmpty) }
  }
}
