import Foundation
import Testing

/// A finder in a terminal.
struct FinderSession {
  let sandbox: Sandbox
  let terminal: TerminalSession

  /// A shell that is not interactive leaves the mode of the terminal alone. Signals of keys end programs in it, not itself.
  private static let script = """
    trap : INT QUIT
    stty -a >mode-before
    sh -c 'echo $$ >pid; exec boba "$@"' boba "$@"
    echo status $?
    stty -a >mode-after
    """

  /// Opens the finder on the bundled venues, and waits for them.
  init(
    _ sandbox: Sandbox, _ size: TerminalSize = .usual, arguments: String = "",
    environment: [String: String?] = [:]
  ) async throws {
    self.sandbox = sandbox
    try sandbox.write(Self.script, to: "start")
    terminal = try await TerminalSession(sandbox, size, environment: environment)
    try await terminal.type("sh start \(arguments)")
    try await terminal.until("rows and totals") { $0.shows("1/30") && $0.shows("12 deals") }
  }

  /// Presses keys one after the other, and waits for a text.
  @discardableResult
  func press(_ keys: String..., until text: String) async throws -> Screen {
    for key in keys { try await terminal.press(key) }
    return try await terminal.until(shows: text)
  }

  /// Waits until the list is as it should be: its rows come apart from the totals.
  @discardableResult
  func until(_ what: String, names condition: ([String]) -> Bool) async throws -> Screen {
    try await terminal.until(what) { condition($0.names) }
  }

  /// The process of the finder.
  var process: pid_t {
    get throws {
      let text = String(decoding: try sandbox.read("pid"), as: UTF8.self)
      // 0 would be every process of the tests.
      return try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
  }
}

extension Screen {
  /// The names in the list, which is as wide as the screen.
  var names: [String] {
    let first = rows.firstIndex { $0.contains("Name ") }.map { $0 + 1 } ?? rows.endIndex
    let marks = ["    ", " ▌  ", " >  "]
    return rows[first...].prefix { marks.contains(String($0.prefix(4))) }.map { row in
      row.dropFirst(4).components(separatedBy: "  ").first ?? ""
    }
  }
}
