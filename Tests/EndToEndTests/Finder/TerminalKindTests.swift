import Testing

@Suite(.enabled(if: TerminalSession.canRun, TerminalSession.whySkipped))
struct TerminalKindTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [
    "xterm-256color", "tmux-256color", "screen", "linux", "vt100", "unknown-terminal",
  ])
  func `the finder opens in a terminal of this kind`(kind: String) async throws {
    let finder = try await FinderSession(sandbox, environment: ["TERM": kind])
    #expect(try await finder.terminal.screen.names.first == "Boi Noodles")
    try await finder.press("Down", until: "2/30")
    try await finder.press("Up", until: "1/30")
    try await finder.terminal.press("q")
    try await finder.terminal.until(shows: "status 0")
  }

  @Test func `a dumb terminal gets the list`() async throws {
    let terminal = try await TerminalSession(
      sandbox, TerminalSize(columns: 80, rows: 40), environment: ["TERM": "dumb"])
    try await terminal.type("boba; echo status $?")
    let screen = try await terminal.until(shows: "status 0")
    let list = try await sandbox.run("list", environment: ["COLUMNS": "80"])
    #expect(Array(screen.rows[1...31]) == list.stdout.split(separator: "\n").map(String.init))
  }

  @Test(arguments: [["LANG": nil], ["LANG": "C"], ["LANG": "xx_YY.UTF-8"]] as [[String: String?]])
  func `names in Chinese are shown without a locale`(environment: [String: String?]) async throws {
    let finder = try await FinderSession(sandbox, environment: environment)
    #expect(try await finder.terminal.screen.names.contains("Chatime 日出茶太"))
  }

  @Test func `NO_COLOR leaves the colours of the terminal`() async throws {
    let plain = try await FinderSession(sandbox, environment: ["NO_COLOR": "1"])
    #expect(try await !plain.terminal.styledScreen.hasColors)
    let colourful = try await FinderSession(sandbox)
    #expect(try await colourful.terminal.styledScreen.hasColors)
  }

  @Test func `into a pipe goes the list and nothing else`() async throws {
    let terminal = try await TerminalSession(sandbox)
    try await terminal.type("boba | cat >out.txt; echo status $?")
    try await terminal.until(shows: "status 0")
    let list = try await sandbox.run("list")
    #expect(String(decoding: try sandbox.read("out.txt"), as: UTF8.self) == list.stdout)
  }

  @Test func `keys come from the terminal when the input is a pipe`() async throws {
    let terminal = try await TerminalSession(sandbox)
    try await terminal.type("echo ignored | boba; echo status $?")
    try await terminal.until(shows: "1/30")
    try await terminal.press("j")
    try await terminal.until(shows: "2/30")
    try await terminal.press("q")
    try await terminal.until(shows: "status 0")
  }
}
