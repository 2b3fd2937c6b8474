import Foundation
import Glibc
import Testing

@Suite(.enabled(if: TerminalSession.canRun, TerminalSession.whySkipped))
struct ExitTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129), (SIGQUIT, 131)])
  func `a signal restores the terminal`(signal: Int32, status: Int) async throws {
    let finder = try await FinderSession(sandbox)
    kill(try finder.process, signal)
    try await finder.expectRestored(status)
  }

  @Test(arguments: [SIGABRT, SIGSEGV])
  func `a crash restores the terminal and names the log`(signal: Int32) async throws {
    let finder = try await FinderSession(sandbox)
    kill(try finder.process, signal)
    let screen = try await finder.expectRestored()
    #expect(
      screen.rows[1...2].joined().hasPrefix(
        "The program crashed. See \(sandbox.folder)/state/boba/boba.log"))
  }

  @Test(arguments: [("q", 0), ("C-c", 130)])
  func `q restores the terminal`(key: String, status: Int) async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.terminal.press(key)
    try await finder.expectRestored(status)
  }

  @Test func `the saved state is private`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.terminal.press("q")
    try await finder.expectRestored(0)
    try await expect(
      sandbox.shell("cd state && stat -c '%A %n' boba boba/*"),
      is: .output(
        """
        drwx------ boba
        -rw------- boba/boba.log
        -rw------- boba/finder.json

        """))
  }

  /// A VT100 has no alternate screen, and neither has screen as it comes.
  @Test func `without an alternate screen the prompt gets a clean line`() async throws {
    let finder = try await FinderSession(sandbox, environment: ["TERM": "vt100"])
    try await finder.terminal.press("q")
    let screen = try await finder.terminal.untilPrompt()
    #expect(screen.shows("12 deals") && screen.rows.contains("status 0"))
  }

  @Test func `without an alternate screen a crash message has its own line`() async throws {
    let finder = try await FinderSession(sandbox, environment: ["TERM": "vt100"])
    kill(try finder.process, SIGABRT)
    try await finder.terminal.until(shows: "status 134")
    let screen = try await finder.terminal.untilPrompt()
    #expect(screen.shows("12 deals") && !screen.shows("q quit"))
    #expect(screen.rows.contains { $0.hasPrefix("The program crashed. See ") })
  }

  @Test func `quitting at once leaves no terminal reply at the prompt`() async throws {
    let terminal = try await TerminalSession(sandbox)
    for _ in 1...3 {
      try await terminal.type("clear; boba")
      try await terminal.until(shows: "Bubble Tea Finder")
      try await terminal.press("q")
      try await terminal.untilPrompt()
    }
    try await terminal.type("echo done")
    try await terminal.until("what was typed, and nothing else") {
      $0.rows.prefix(2) == ["\(TerminalSession.prompt) echo done", "done"]
    }
  }

  @Test func `a session is restored unless options override it`()
    async throws
  {
    let config = "radius = 400\n"
    try sandbox.makeFolder("config/boba")
    try sandbox.write(config, to: "config/boba/config.toml")
    let finder = try await FinderSession(sandbox)
    try await finder.press("f", "Space", "j", "j", "j", "j", "Space", until: "6 of 30 venues match")
    try await finder.press("Enter", "j", "j", until: "3/6")
    let before = try await finder.terminal.until(shows: "6 of 30 venues · 12 deals").names
    try await finder.terminal.press("q")
    try await finder.terminal.until(shows: "status 0")
    try await finder.terminal.type("boba")
    let screen = try await finder.terminal.until(shows: "restored from last session · c to clear")
    try await finder.terminal.until("the list as before") { $0.names == before && $0.shows("3/6") }
    #expect(screen.rows[1].hasPrefix(" $ · offering a deal · restored from last session"))
    try await finder.terminal.press("q")
    try await finder.terminal.untilPrompt()
    try await finder.terminal.type("boba --price 2")
    let overridden = try await finder.terminal.until(shows: "1/2")
    #expect(!overridden.shows("restored from last session"))
    // What is remembered is no setting: the config file is the user's own.
    #expect(String(decoding: try sandbox.read("config/boba/config.toml"), as: UTF8.self) == config)
  }

  @Test func `the finder can be suspended and resumed`() async throws {
    let terminal = try await TerminalSession(sandbox)
    try await terminal.type("boba")
    try await terminal.until(shows: "1/30")
    try await terminal.press("j", "j")
    let before = try await terminal.until(shows: "3/30")
    try await terminal.press("C-z")
    try await terminal.until(shows: "Stopped")
    try await terminal.untilPrompt()
    let stopped = try await terminal.flags
    #expect(stopped.cursor && !stopped.alternate)
    try await terminal.type("fg")
    try await terminal.until("the list as before") { $0 == before }
    try await terminal.press("k")
    try await terminal.until(shows: "2/30")
    try await terminal.press("q")
    let screen = try await terminal.untilPrompt()
    #expect(
      screen.rows.filter { !$0.isEmpty }.suffix(3) == [
        "\(TerminalSession.prompt) fg", "boba", TerminalSession.prompt,
      ])
  }
}

extension FinderSession {
  /// Expects the shell's screen, the mode of the terminal and the cursor to be back.
  @discardableResult
  fileprivate func expectRestored(_ status: Int? = nil) async throws -> Screen {
    try await terminal.until(shows: "status \(status.map(String.init) ?? "")")
    let screen = try await terminal.untilPrompt()
    #expect(screen.rows.first?.hasPrefix(TerminalSession.prompt) == true)
    #expect(!screen.shows("Bubble Tea Finder"))
    let flags = try await terminal.flags
    #expect(flags.cursor && !flags.alternate)
    let modes = try ["mode-before", "mode-after"].map { name in
      String(decoding: try sandbox.read(name), as: UTF8.self)
    }
    #expect(modes[0] == modes[1])
    #expect(modes[0].contains(" echo "))
    return screen
  }
}
