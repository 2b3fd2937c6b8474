import Testing

@Suite(.enabled(if: TerminalSession.canRun, TerminalSession.whySkipped))
struct TerminalTypeTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [
    "xterm-256color", "tmux-256color", "screen", "linux", "vt100", "unknown-terminal",
  ])
  func `the finder opens in this terminal type`(kind: String) async throws {
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
    #expect(screen.rows[1].contains("boba --plain"))
    let rows = list.stdout.split(separator: "\n").map(String.init)
    #expect(Array(screen.rows[2...32]) == rows)
  }

  @Test(arguments: [["LANG": nil], ["LANG": "C"], ["LANG": "xx_YY.UTF-8"]] as [[String: String?]])
  func `names in Chinese are shown without a locale`(environment: [String: String?]) async throws {
    let finder = try await FinderSession(sandbox, environment: environment)
    #expect(try await finder.terminal.screen.names.contains("Chatime 日出茶太"))
  }

  @Test func `NO_COLOR leaves the colors of the terminal`() async throws {
    let plain = try await FinderSession(sandbox, environment: ["NO_COLOR": "1"])
    #expect(try await !plain.terminal.styledScreen.hasColors)
    let colorful = try await FinderSession(sandbox)
    #expect(try await colorful.terminal.styledScreen.hasColors)
  }

  @Test func `COLORTERM enables colors that TERM does not have`()
    async throws
  {
    // As ncurses-term has it; small systems do without that.
    try sandbox.write(
      #"""
      xterm-direct|xterm with all colors,
        colors#0x1000000, pairs#0x7FFF, RGB,
        setab=\E[%?%p1%{8}%<%t4%p1%d%e48:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m,
        setaf=\E[%?%p1%{8}%<%t3%p1%d%e38:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m,
        use=xterm-256color,
      """#, to: "direct.src")
    let made = try await sandbox.shell("tic -x -o .terminfo direct.src")
    #expect(made.status == 0, "\(made)")
    let direct = ["COLORTERM": "truecolor", "TERM": "xterm-256color"]
    #expect(try await sent("--theme dark", direct).contains("38:2::135:199:255m"))
    #expect(try await !sent("--theme terminal", direct).contains("38:2"))
    #expect(try await !sent("--theme mono", direct).contains("38:2"))
    let refused = direct.merging(["NO_COLOR": "1"]) { $1 }
    #expect(try await !sent("--theme dark", refused).contains("38"))
    try sandbox.remove(".terminfo")
    let indexed = ["COLORTERM": "24bit", "TERM": "xterm"]
    let hasDirect = try await sandbox.shell("infocmp xterm-direct").status == 0
    let accent = hasDirect ? "38:2::135:199:255m" : "38;5;117m"
    #expect(try await sent("--theme dark", indexed).contains(accent))
    #expect(try await !sent("--theme dark", ["TERM": "xterm"]).contains("38;5"))
  }

  /// The output of the finder for an environment, from the first frame to the end.
  private func sent(_ arguments: String, _ environment: [String: String]) async throws -> String {
    let terminal = try await TerminalSession(sandbox, environment: environment)
    return try await terminal.sent {
      try await terminal.type("boba \(arguments); echo status $?")
      try await terminal.until(shows: "12 deals")
      try await terminal.press("q")
      try await terminal.until(shows: "status 0")
    }
  }

  @Test func `a pipe gets only the list`() async throws {
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
