import Foundation
import Glibc
import Testing

/// A shell in a terminal of a private tmux.
final class TerminalSession: Sendable {
  /// Without tmux the tests are skipped, except in continuous integration, where they fail.
  static let canRun =
    Program.installed("tmux") != nil || ProcessInfo.processInfo.environment["CI"] != nil

  static let whySkipped: Comment = "tmux is not installed; Scripts/test installs it"

  /// Ends every line that the shell waits on.
  static let prompt = "boba-test$"

  private let sandbox: Sandbox
  private let socket: String
  private let server: pid_t

  /// A screen that was waited for and never came.
  struct NeverShown: Error, CustomStringConvertible {
    let what: String
    let screen: Screen

    var description: String { "never on the screen: \(what)\n\(screen)" }
  }

  /// Opens a terminal of a size with a shell in it.
  init(
    _ sandbox: Sandbox, _ size: TerminalSize = .usual, term: String = "tmux-256color",
    environment changes: [String: String?] = [:]
  ) async throws {
    self.sandbox = sandbox
    socket = "\(sandbox.folder)/.runs/tmux-\(UUID().uuidString.prefix(8))"
    try sandbox.write(
      """
      set -g default-terminal \(term)
      set -s escape-time 0
      set -g status off
      """, to: ".tmux.conf")
    try sandbox.write("PS1='\(Self.prompt) '\nset +o history\n", to: ".bashrc")
    let shell = "exec env \(Self.words(changes)) bash --noprofile --rcfile .bashrc -i"
    let started = try await sandbox.execute(
      Self.tmux(socket) + [
        "-f", sandbox.folder + "/.tmux.conf", "new-session", "-d", "-P", "-F", "#{pid}", "-x",
        "\(size.columns)", "-y", "\(size.rows)", shell,
      ])
    guard let process = pid_t(started.stdout.trimmingCharacters(in: .newlines)) else {
      throw ChildProcess.Failed(message: "tmux: \(started)")
    }
    server = process
    try await until("the shell's prompt") { $0.rows.first == Self.prompt }
  }

  deinit { kill(server, SIGTERM) }

  /// Changes of the environment as arguments of `env`.
  private static func words(_ changes: [String: String?]) -> String {
    changes.sorted { $0.key < $1.key }
      .map { name, value in value.map { "\(name)='\($0)'" } ?? "-u \(name)" }
      .joined(separator: " ")
  }

  private static func tmux(_ socket: String) -> [String] {
    [Program.installed("tmux") ?? "/usr/bin/tmux", "-S", socket]
  }

  private func tmux(_ arguments: String...) async throws -> String {
    let outcome = try await sandbox.execute(Self.tmux(socket) + arguments)
    guard outcome.status == 0 else { throw ChildProcess.Failed(message: "tmux: \(outcome)") }
    return outcome.stdout
  }
}

// MARK: - Doing

extension TerminalSession {
  /// Types a line into the shell.
  func type(_ line: String) async throws {
    _ = try await tmux("send-keys", "-l", line)
    try await press("Enter")
  }

  /// Presses keys, by the names that tmux has for them.
  func press(_ keys: String...) async throws {
    for key in keys { _ = try await tmux("send-keys", key) }
  }

  /// Types characters at once, as one write.
  func press(literally text: String) async throws { _ = try await tmux("send-keys", "-l", text) }

  /// The number of bytes that the terminal receives during an operation.
  func bytesSent(during body: () async throws -> Void) async throws -> Int {
    try await sent(during: body).utf8.count
  }

  /// The output in the terminal during an operation.
  func sent(during body: () async throws -> Void) async throws -> String {
    let (sent, done) = (".runs/sent", ".runs/sent-done")
    for name in [sent, done] where sandbox.exists(name) { try sandbox.remove(name) }
    _ = try await tmux("pipe-pane", "cat >\(sandbox.folder)/\(sent); : >\(sandbox.folder)/\(done)")
    try await until(exists: sent)
    try await body()
    _ = try await tmux("pipe-pane")
    try await until(exists: done)
    return String(decoding: try sandbox.read(sent), as: UTF8.self)
  }

  /// Pastes text, bracketed if the program enabled that.
  func paste(_ text: String) async throws {
    _ = try await tmux("set-buffer", text)
    _ = try await tmux("paste-buffer", "-p", "-r")
  }

  /// Closes the terminal, as a window or a line to another machine is closed.
  func close() async throws { _ = try await tmux("kill-pane") }

  /// Waits for a file in the sandbox.
  func until(exists name: String) async throws {
    _ = try await until("the file \(name)") { _ in sandbox.exists(name) }
  }

  func resize(_ size: TerminalSize) async throws {
    _ = try await tmux("resize-window", "-x", "\(size.columns)", "-y", "\(size.rows)")
  }
}

// MARK: - Seeing

extension TerminalSession {
  var screen: Screen {
    get async throws { Screen(try await tmux("capture-pane", "-p")) }
  }

  var styledScreen: StyledScreen {
    get async throws { StyledScreen(try await tmux("capture-pane", "-p", "-e")) }
  }

  /// The buffer that programs copy to.
  var buffer: String { get async throws { try await tmux("show-buffer") } }

  /// Whether the cursor is visible, and whether the alternate screen is on.
  var flags: (cursor: Bool, alternate: Bool) {
    get async throws {
      let text = try await tmux("display", "-p", "#{cursor_flag} #{alternate_on}")
      let words = text.split(whereSeparator: \.isWhitespace)
      return (words.first == "1", words.last == "1")
    }
  }

  /// Waits until the screen is as it should be, and gives it; throws when that does not come.
  @discardableResult
  func until(
    _ what: String, within limit: Duration = .seconds(20), _ condition: (Screen) -> Bool
  ) async throws -> Screen {
    let deadline = ContinuousClock.now + limit
    while true {
      let isLate = ContinuousClock.now > deadline
      let screen = try await screen
      if condition(screen) { return screen }
      if isLate { throw NeverShown(what: what, screen: screen) }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Waits until the screen and its styles are these.
  func until(styled expected: StyledScreen, _ what: String) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while true {
      let isLate = ContinuousClock.now > deadline
      let screen = try await styledScreen
      if screen == expected { return }
      if isLate {
        let rows = expected.differences(from: screen)
        throw NeverShown(what: "\(what)\n\(rows)", screen: try await self.screen)
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// The screen with its styles, once it is the same three times in turn.
  var settledScreen: StyledScreen {
    get async throws {
      var last = try await styledScreen
      var count = 1
      while count < 3 {
        try await Task.sleep(for: .milliseconds(50))
        let next = try await styledScreen
        count = next == last ? count + 1 : 1
        last = next
      }
      return last
    }
  }

  /// Waits until a text is on the screen.
  @discardableResult
  func until(shows text: String) async throws -> Screen {
    try await until("'\(text)'") { $0.shows(text) }
  }

  /// Waits until the shell asks for the next line.
  @discardableResult
  func untilPrompt() async throws -> Screen {
    try await until("the shell's prompt") { screen in
      screen.rows.last { !$0.isEmpty } == Self.prompt
    }
  }
}
