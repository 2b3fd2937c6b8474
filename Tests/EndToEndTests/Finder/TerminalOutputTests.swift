import Foundation
import Glibc
import Testing

/// Output and cost of the finder.
@Suite(.enabled(if: TerminalSession.canRun, TerminalSession.whySkipped))
struct TerminalOutputTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [
    TerminalSize.usual, TerminalSize(columns: 132, rows: 43), TerminalSize(columns: 200, rows: 60),
  ])
  func `a move of the cursor sends less than three kilobytes`(size: TerminalSize) async throws {
    let finder = try await FinderSession(sandbox, size)
    let places = [("j", "2/30"), ("j", "3/30"), ("k", "2/30")]
    for (key, place) in places {
      let sent = try await finder.terminal.bytesSent {
        try await finder.press(key, until: place)
      }
      #expect((1..<3072).contains(sent), "\(key) sent \(sent) bytes")
    }
  }

  @Test func `an idle finder sends and computes nothing`() async throws {
    let finder = try await FinderSession(sandbox)
    let process = try finder.process
    // On a busy machine polling can cost a tick more.
    var spent: [Int] = []
    while spent.count < 10, spent.last.map({ $0 > 1 }) ?? true {
      let before = try ticks(of: process)
      let sent = try await finder.terminal.bytesSent {
        for _ in 1...3 { _ = try await sandbox.run("count") }
      }
      #expect(sent == 0)
      spent.append(try ticks(of: process) - before)
    }
    #expect(spent.contains { $0 <= 1 }, "ticks: \(spent)")
  }

  @Test func `a frame is shown in one piece`() async throws {
    let finder = try await FinderSession(sandbox)
    let sent = try await finder.terminal.sent {
      try await finder.press("f", until: "Most popular")
    }
    let start = try #require(sent.range(of: "\u{1B}[?2026h"))
    let end = try #require(sent.range(of: "\u{1B}[?2026l"))
    #expect(sent[start.upperBound..<end.lowerBound].contains("Most popular"))
    #expect(sent[..<start.lowerBound].contains("Most popular") == false)
  }

  @Test func `a move of the cursor needs no synchronized update`() async throws {
    let finder = try await FinderSession(sandbox)
    let sent = try await finder.terminal.sent { try await finder.press("j", until: "2/30") }
    #expect(sent.contains("2026") == false)
  }

  @Test func `in screen the mouse is off by default, because it delays Esc`()
    async throws
  {
    let mouse = "\u{1B}[?1002h"
    let terminal = try await TerminalSession(sandbox, environment: ["STY": "1.tty.host"])
    let sent = try await terminal.sent {
      try await terminal.type("boba")
      try await terminal.until(shows: "1/30")
    }
    #expect(!sent.contains(mouse))
    let wanted = try await terminal.sent {
      try await terminal.press("M")
      try await terminal.until(shows: "Mouse on")
    }
    #expect(wanted.contains(mouse))
    try await terminal.press("q")
    try await terminal.untilPrompt()
    let again = try await terminal.sent {
      try await terminal.type("env -u STY boba")
      try await terminal.until(shows: "1/30")
    }
    #expect(again.contains(mouse))
  }

  @Test func `mouse, focus and paste reporting is enabled, and disabled on exit`() async throws {
    let terminal = try await TerminalSession(sandbox)
    let sent = try await terminal.sent {
      try await terminal.type("boba")
      try await terminal.until(shows: "1/30")
      try await terminal.press("q")
      try await terminal.until("the shell") { !$0.shows("1/30") }
    }
    for mode in ["1002", "1006", "1004", "2004", "1049"] {
      let on = try #require(sent.range(of: "\u{1B}[?\(mode)h"), "\(mode)")
      let off = try #require(sent.range(of: "\u{1B}[?\(mode)l", options: .backwards), "\(mode)")
      #expect(on.upperBound < off.lowerBound)
    }
  }

  @Test func `pasted text is not run as commands`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("/", until: "keep")
    try await finder.terminal.paste("kung\nfu")
    try await finder.terminal.until(shows: "4 of 30 venues")
    try await finder.press("Escape", until: "30 venues · 12 deals")
    try await finder.terminal.paste("Dqqq")
    try await finder.press("j", until: "2/30")
  }

  @Test func `the finder exits when the terminal is closed`() async throws {
    // The finder has the pipe open for writing: when it and its script are gone, the pipe hangs up.
    let path = sandbox.folder + "/held"
    try #require(mkfifo(path, 0o600) == 0)
    let pipe = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(pipe) }
    let finder = try await FinderSession(sandbox, arguments: "9> held")
    try? await finder.terminal.close()
    var hangup = pollfd(fd: pipe, events: 0, revents: 0)
    #expect(poll(&hangup, 1, 20_000) == 1)
  }

  @Test func `a key from the config file works`() async throws {
    try sandbox.write("[keys]\nfilter = ['x']\nquit = ['Q', 'F10']\n", to: "keys.toml")
    let finder = try await FinderSession(sandbox, arguments: "--config keys.toml")
    try await finder.press("x", until: "Most popular")
    try await finder.press("Escape", until: "x filter")
    try await finder.press("Q", until: "status 0")
  }

  @Test(arguments: [
    ("filtr = 'x'", "there is no action 'filtr', did you mean 'filter'?"),
    ("filter = 's'", "'s' cannot be both filter and sort, which are on the same screen"),
    ("filter = 3", "filter takes a list of texts"),
  ])
  func `an invalid key is reported with its line`(line: String, message: String) async throws {
    try sandbox.write("ascii = true\n\n[keys]\n\(line)\n", to: "keys.toml")
    let outcome = try await sandbox.run("--plain", "--config", "keys.toml")
    #expect(outcome.stderr == "warning: keys.toml:4: \(message)\n")
    #expect(outcome.status == 0)
  }

  @Test func `o opens the map in BROWSER`() async throws {
    try sandbox.write("#!/bin/sh\necho \"$1\" >part; mv part opened\n", to: "browser.sh")
    let finder = try await FinderSession(
      sandbox, environment: ["BROWSER": "sh browser.sh", "SSH_TTY": "/dev/pts/9"])
    try await finder.press("Enter", until: "Boi Noodles")
    try await finder.press("o", until: "Opened https://www.openstreetmap.org/")
    try await finder.terminal.until(exists: "opened")
    let address = String(decoding: try sandbox.read("opened"), as: UTF8.self)
    #expect(address.hasPrefix("https://www.openstreetmap.org/?mlat=40.7"))
  }

  @Test func `over ssh the address of the map is shown`() async throws {
    let finder = try await FinderSession(
      sandbox, environment: ["SSH_TTY": "/dev/pts/9", "DISPLAY": ":0", "BROWSER": nil])
    try await finder.press("Enter", until: "Boi Noodles")
    let screen = try await finder.press("o", until: " https://www.openstreetmap.org/")
    #expect(!screen.shows("Opened"))
  }

  @Test func `the map shows the list, and a click selects`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("m", until: "Map · 30 venues")
    try await finder.press("n", until: "2/30")
    try await finder.press("Enter", until: "CoCo Fresh Tea & Juice")
    try await finder.press("Escape", until: "Map · 30 venues")
    try await finder.press("Escape", until: "12 deals")
  }

  @Test(arguments: ["full", "reduced"])
  func `a changed row is highlighted, unless motion is reduced`(
    motion: String
  ) async throws {
    try sandbox.write("motion = '\(motion)'\n", to: "motion.toml")
    let finder = try await FinderSession(sandbox, arguments: "--config motion.toml")
    let sent = try await finder.terminal.sent {
      try await finder.press("*", until: "▌★ Boi Noodles")
    }
    // A highlighted row is sent again, otherwise only its star.
    #expect(sent.contains("567 m") == (motion == "full"), "\(sent.debugDescription)")
  }

  @Test func `the theme is restored unless the config file sets one`()
    async throws
  {
    let finder = try await FinderSession(sandbox, arguments: "--theme mono")
    try await finder.press("q", until: "status 0")
    try await finder.terminal.type("boba")
    try await finder.press("T", "T", "T", "T", "T", "T", until: "Theme: mono")
    try await finder.press("q", until: TerminalSession.prompt)
    try await finder.terminal.type("boba")
    try await finder.terminal.until(shows: "12 deals")
    #expect(try await !finder.terminal.styledScreen.hasColors)
    try await finder.press("q", until: TerminalSession.prompt)
    try sandbox.makeFolder("config/boba")
    try sandbox.write("theme = 'dark'\n", to: "config/boba/config.toml")
    try await finder.terminal.type("boba")
    try await finder.terminal.until(shows: "12 deals")
    #expect(try await finder.terminal.styledScreen.hasColors)
  }

  @Test(arguments: ["dark", "light", "high-contrast", "color-blind", "mono"])
  func `--theme selects a theme`(theme: String) async throws {
    let finder = try await FinderSession(sandbox, arguments: "--theme \(theme)")
    let hasColors = try await finder.terminal.styledScreen.hasColors
    #expect(hasColors == (theme != "mono"))
  }

  @Test func `ASCII mode draws with ASCII only`() async throws {
    let finder = try await FinderSession(sandbox, arguments: "--ascii")
    let letters = try await finder.terminal.screen.rows.joined()
    #expect(letters.filter { !$0.isASCII } == "")
  }

  /// The time that a process has computed, in hundredths of a second.
  private func ticks(of process: pid_t) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }
}
