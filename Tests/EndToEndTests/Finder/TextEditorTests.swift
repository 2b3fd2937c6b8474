import Finder
import Foundation
import Testing

@testable import boba

/// What an editor can leave, without a terminal.
@MainActor
@Suite struct TextEditorTests {
  /// Edits a text with a function in place of the editor, which gets the path of the file.
  private func edit(_ text: String, _ body: (String) -> Int32) throws(EditorError) -> EditedText? {
    try TextEditor(environment: ["EDITOR": "my-editor"]).edit(text) { body($0.last ?? "") }
  }

  @Test(arguments: [0, 1] as [Int32])
  func `an editor that deletes the file leaves no text`(code: Int32) {
    var folder = ""
    let expected =
      code == 0
      ? EditorError.fileIsGone(editor: "my-editor")
      : .ended(editor: "my-editor", code: code, path: nil)
    #expect(throws: expected) {
      try edit("less ice") { path in
        folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        try? FileManager.default.removeItem(atPath: path)
        return code
      }
    }
    #expect(!folder.isEmpty && !FileManager.default.fileExists(atPath: folder))
  }

  @Test func `a text that is too long is kept`() throws {
    var path = ""
    do {
      _ = try edit("") {
        path = $0
        let text = Data(repeating: 0x61, count: (1 << 20) + 1)
        return FileManager.default.createFile(atPath: $0, contents: text) ? 0 : 1
      }
      Issue.record("the text was accepted")
    } catch {
      #expect(error == .tooLong(limit: 1 << 20, path: path))
    }
    #expect(FileManager.default.fileExists(atPath: path))
    try FileManager.default.removeItem(
      at: URL(filePath: path).deletingLastPathComponent())
  }
}
