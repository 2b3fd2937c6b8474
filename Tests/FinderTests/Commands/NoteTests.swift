import FetchKit
import TerminalKit
import TerminalTestSupport
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct NoteTests {
  /// A finder in which the note "mine" is typed, while another program has saved "theirs".
  private func typingWhileAnotherWrites() async throws -> AppHarness {
    let app = try await AppHarness()
    await app.press("e")
    await app.type("mine")
    var venue = try app.store.venue(named: "Boi Noodles")
    venue.note = "theirs"
    try await app.store.write("Change") { [venue] in $0.update(venue) }
    return app
  }

  @Test func `a note of several lines comes from the editor and returns to it`() async throws {
    let files = FakeFiles()
    let app = try await AppHarness(files: files)
    files.editedText = "less ice\n\nmore taro"
    await app.press("e")
    await app.type("less ice")
    #expect(app.lines.last?.contains("alt-e editor") == true)
    await app.press("alt-e")
    #expect(app.message == "Saved note on Boi Noodles, u to undo")
    #expect(app.driver.programs == [["editor"]])
    #expect(try app.store.venue(named: "Boi Noodles").note == "less ice\n\nmore taro")
    await app.press("enter")
    let note = try #require(app.lines.firstIndex { $0.hasPrefix(" Note       less ice") })
    #expect(app.lines[note + 2].hasPrefix("            more taro"))
    files.editedText = nil
    await app.press("e")
    #expect(files.editedTexts == ["less ice", "less ice\n\nmore taro"])
    await app.press("u")
    #expect(try app.store.venue(named: "Boi Noodles").note == nil)
  }

  @Test func `an empty note on a venue without one is no change`() async throws {
    let app = try await AppHarness()
    let before = try await app.store.history()
    await app.press("e", "enter")
    #expect(app.message == "Note unchanged")
    #expect(try await app.store.history() == before)
  }

  @Test func `a discarded note comes back with Up, also after another one`() async throws {
    let app = try await AppHarness()
    await app.press("e")
    await app.type("less ice")
    await app.press("esc")
    #expect(
      app.message == "Discarded the text; to get it back, open this again and press ↑")
    await app.press("j", "e")
    #expect(app.lines.last?.contains("↑") == false)
    await app.press("esc", "k", "e", "up", "enter")
    #expect(app.message == "Saved note on Boi Noodles, u to undo")
    #expect(try app.store.venue(named: "Boi Noodles").note == "less ice")
  }

  @Test func `a discarded note does not replace one that is being typed`() async throws {
    let app = try await AppHarness()
    await app.press("e")
    await app.type("less ice")
    await app.press("esc", "e")
    await app.type("no sugar")
    await app.press("up", "enter")
    #expect(try app.store.venue(named: "Boi Noodles").note == "no sugar")
    await app.press("e", "ctrl-u", "up", "enter")
    #expect(try app.store.venue(named: "Boi Noodles").note == "less ice")
  }

  @Test func `a note that another program changed meanwhile is replaced on request only`()
    async throws
  {
    let app = try await typingWhileAnotherWrites()
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("Another program changed it to “theirs”.") })
    await app.press("enter")
    #expect(try app.store.venue(named: "Boi Noodles").note == "theirs")
    // The prompt is open again, with the typed text.
    #expect(app.lines.contains { $0.contains("mine") })
    await app.press("enter", "j", "enter")
    #expect(app.message == "Saved note on Boi Noodles")
    #expect(try app.store.venue(named: "Boi Noodles").note == "mine")
  }

  @Test func `the key that quits does not discard a text in a terminal that is too small`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("e")
    await app.type("less ice")
    await app.resize(to: Size(columns: 30, rows: 6))
    await app.press("q")
    await app.resize(to: Size(columns: 80, rows: 24))
    #expect(app.lines.contains { $0.contains("│  less ice ") })
  }

  @Test(arguments: [
    (EditorError.fileIsGone(editor: "vi"), "the editor vi left no file, note unchanged"),
    (
      .tooLong(limit: 1 << 20, path: "~/note.txt"),
      "the note is longer than 1,048,576 bytes; your text is in ~/note.txt"
    ),
    (
      .unreadable(path: "~/note.txt"),
      "what the editor wrote is not text; your text is in ~/note.txt"
    ),
  ])
  func `an error of the editor says what happened`(error: EditorError, text: String) {
    #expect(Strings().editorFailed(error) { $0 } == text)
  }

  @Test func `without a change or an editor the note stays, and typed text is not lost`()
    async throws
  {
    let files = FakeFiles()
    let app = try await AppHarness(files: files)
    await app.press("alt-e")
    #expect(app.message == "Note unchanged")
    app.driver.exitCode = nil
    await app.press("e")
    await app.type("tea")
    await app.press("alt-e")
    #expect(
      app.lines.last
        == " error: cannot start the editor editor: set EDITOR to the one you use")
    #expect(app.lines.contains { $0.contains("│  tea ") })
    #expect(try app.store.venue(named: "Boi Noodles").note == nil)
  }

  @Test func `a note that comes back because it could not be saved is kept when it is discarded`()
    async throws
  {
    let app = try await typingWhileAnotherWrites()
    await app.press("enter", "enter")
    #expect(app.lines.contains { $0.contains("│  mine ") })
    try await expectDraft(in: app)
  }

  @Test func `a note of a venue that was deleted meanwhile is kept when it is discarded`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("e")
    await app.type("mine")
    let id = try #require(try app.store.venue(named: "Boi Noodles").objectID)
    try await app.store.write("Delete") { $0.delete(id) }
    await app.press("enter")
    #expect(app.lines.contains { $0.contains("│  mine ") })
    try await expectDraft(in: app)
  }

  @Test func `a note whose editor cannot start is kept when it is discarded`() async throws {
    let app = try await AppHarness()
    app.driver.exitCode = nil
    await app.press("e")
    await app.type("mine")
    await app.press("alt-e")
    #expect(app.lines.contains { $0.contains("│  mine ") })
    try await expectDraft(in: app)
    await app.press("e", "up")
    #expect(app.lines.contains { $0.contains("│  mine ") })
  }

  @Test func `a discarded note belongs to its venue, whatever its name is`() async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.type("vivi")
    await app.press("enter", "e")
    await app.type("for this one")
    await app.press("esc", "j", "e", "up")
    #expect(!app.lines.contains { $0.contains("for this one") })
    await app.press("esc", "k", "e", "up")
    #expect(app.lines.contains { $0.contains("for this one") })
  }

  /// Expects that the typed text survives the end of the program and Esc.
  private func expectDraft(in app: AppHarness) async throws {
    let (name, text) = try #require(app.finder.context.unsavedTexts.first)
    #expect(name.hasPrefix("Edit note on Boi Noodles ") && text == "mine")
    await app.press("esc")
    #expect(app.message == "Discarded the text; to get it back, open this again and press ↑")
    #expect(app.finder.context.draft(of: name) == "mine")
  }
}
