import Foundation
import Testing

/// What the user typed, copied or configured is never lost silently.
@Suite(.enabled(if: TerminalSession.canRun, TerminalSession.whySkipped))
struct NothingLostTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `an invalid condition keeps the filter open`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("f", until: "30 of 30 venues match")
    try await finder.press("G", "Enter", until: "name  distance  price")
    for key in ["t", "i", "p", "s", "Space", ">"] { try await finder.terminal.press(key) }
    try await finder.press("Enter", "g", "Enter", until: "unexpected end of predicate")
    for key in ["Space", "4", "0"] { try await finder.terminal.press(key) }
    try await finder.press("Enter", until: "4 of 30 venues ·")
  }

  @Test func `a copy arrives in the buffer of tmux`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("y", until: "Copied 1 venue with tmux")
    #expect(try await finder.terminal.buffer == "Boi Noodles\t240 W 40th St.\tNew York\t2125750088")
  }

  @Test func `after a filter without the cursor's venue the first one is selected`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("G", until: "30/30")
    try await finder.press("f", until: "30 of 30 venues match")
    try await finder.press("5", until: "6 of 30 venues match")
    try await finder.press("Enter", until: "1/6")
  }

  @Test func `the finder starts with the valid settings and reports the others`() async throws {
    try sandbox.makeFolder("config/boba")
    try sandbox.write(
      "radius = 'far'\nunits = 'imperial'\n[keys]\nfiltr = 'x'\nsort = 'Q'\n",
      to: "config/boba/config.toml")
    let finder = try await FinderSession(sandbox)
    let screen = try await finder.terminal.until(shows: "0.4 mi")
    #expect(screen.shows("2 problems in the config file · ! for details"))
    try await finder.press("Q", until: "Sort by")
    // The path of the file may be long.
    try await finder.terminal.resize(.wide)
    try await finder.press("Escape", "!", until: "there is no action 'filtr")
  }

  @Test func `a dumb terminal is told about plain mode`() async throws {
    let terminal = try await TerminalSession(sandbox)
    try await terminal.type("TERM=dumb boba --price 2")
    try await terminal.until(shows: "`boba --plain` works line by line")
  }

  @Test func `keys that arrive together with a search without a match wait for its list`()
    async throws
  {
    let finder = try await FinderSession(sandbox)
    try await finder.terminal.press(literally: "/kugn\rG*")
    try await finder.terminal.until(shows: "Added Kung Fu Tea 功夫茶 to favorites")
    try await finder.terminal.until(shows: "4/4")
  }
}
