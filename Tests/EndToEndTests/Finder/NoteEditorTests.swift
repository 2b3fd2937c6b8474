import Foundation
import Testing

/// Notes in an editor that has the terminal to itself.
@Suite(.enabled(if: TerminalSession.canRun, TerminalSession.whySkipped))
struct NoteEditorTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Opens a finder with a script as the editor; `$1` is the file.
  private func finder(editor script: String) async throws -> FinderSession {
    try sandbox.write("#!/bin/sh\n\(script)\n", to: "my editor")
    chmod(sandbox.folder + "/my editor", 0o755)
    try sandbox.makeFolder("tmp")
    return try await FinderSession(
      sandbox,
      environment: [
        "EDITOR": #""\#(sandbox.folder)/my editor""#, "TMPDIR": sandbox.folder + "/tmp",
      ])
  }

  private var note: String {
    get async throws {
      try await sandbox.sql("SELECT note FROM venue WHERE name = 'Boi Noodles'").stdout
    }
  }

  private var leftFiles: [String] {
    FileManager.default.enumerator(atPath: sandbox.folder + "/tmp")?.compactMap { $0 as? String }
      .filter { $0.hasSuffix("note.txt") } ?? []
  }

  @Test func `a note of several lines is written in the editor, shown and undone`() async throws {
    let finder = try await finder(
      editor: """
        stat -c '%a' "$1" "$(dirname "$1")" >modes
        stty -a | grep -o ' -\\?icanon' >tty
        test -t 0 && test -t 1 && test -t 2 && echo terminal >>tty
        printf 'ask for\\nless ice\\n\\n' >>"$1"
        trap '' INT QUIT
        printf 'Press a key '
        read key
        echo "$key" >key
        """)
    try await finder.press("e", until: "⏎ accept")
    try await finder.press("t", "r", "y", "Space", "M-e", until: "Press a key")
    try await finder.press("q", "C-c", "C-\\", "Enter", until: "Saved note on Boi Noodles")
    try await finder.press("Enter", until: "Note       try")
    let screen = try await finder.terminal.until(shows: "less ice")
    #expect(screen.shows("           ask for"))
    #expect(try await note == "try \nask for\nless ice\n")
    #expect(String(decoding: try sandbox.read("modes"), as: UTF8.self) == "600\n700\n")
    #expect(String(decoding: try sandbox.read("tty"), as: UTF8.self) == " icanon\nterminal\n")
    #expect(leftFiles == [])
    try await finder.press("u", until: "Undid: Edit note on Boi Noodles")
    #expect(try await note == "\n")
    try await finder.press("Escape", "q", until: "status 0")
    #expect(try sandbox.read("mode-before") == (try sandbox.read("mode-after")))
  }

  @Test func `an editor that changes nothing or fails leaves the note alone`() async throws {
    let finder = try await finder(
      editor: """
        test -e broken || exit 0
        test -e late && echo unsaved >>"$1"
        kill -SEGV $$
        """)
    try await finder.press("M-e", until: "Note unchanged")
    try sandbox.write("", to: "broken")
    try await finder.press("M-e", until: "my editor ended with code 139, note unchanged")
    #expect(leftFiles == [])
    try sandbox.write("", to: "late")
    let failed = try await finder.press("M-e", until: "~/tmp/boba-")
    #expect(failed.rows.suffix(2).joined().contains("code 139; your text is in ~/tmp/boba-"))
    #expect(leftFiles.count == 1)
    #expect(try await note == "\n")
    try sandbox.remove("my editor")
    try await finder.press("e", until: "⏎ accept")
    try await finder.press("t", "M-e", until: "cannot start the editor my editor")
    let screen = try await finder.press("e", "a", until: "│  tea")
    #expect(screen.shows("Edit note on Boi Noodles"))
  }

  @Test func `what the editor wrote is kept if it is not text`() async throws {
    let finder = try await finder(editor: #"printf '\377\n' >"$1""#)
    try await finder.press("M-e", until: "what the editor wrote is not text")
    #expect(leftFiles.count == 1)
    #expect(try await note == "\n")
  }

  @Test func `ctrl-z in the editor stops both, and fg resumes both`() async throws {
    let finder = try await finder(
      editor: "printf 'Press a key '\nread key\necho \"$key\" >\"$1\"")
    try await finder.press("M-e", until: "Press a key")
    try await finder.terminal.press("C-z")
    try await finder.terminal.until("the shell's prompt") {
      $0.rows.contains { $0.contains("Stopped") }
    }
    try await finder.terminal.type("fg")
    try await finder.terminal.type("later")
    try await finder.terminal.until(shows: "Saved note on Boi Noodles")
    #expect(try await note == "later\n")
  }
}
