import TerminalKit
import TerminalTestSupport
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct NoteTests {
  @Test func `a note of several lines comes from the editor and returns to it`() async throws {
    let files = FakeFiles()
    let app = try await AppHarness(files: files)
    files.editedText = "less ice\n\nmore taro"
    await app.press("e")
    await app.type("less ice")
    #expect(app.lines.last?.contains("alt-e editor") == true)
    await app.press("alt-e")
    #expect(app.message == "Saved note on Boi Noodles")
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
}
