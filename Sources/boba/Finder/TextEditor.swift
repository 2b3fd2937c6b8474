import FetchKit
import Finder
import Foundation

/// The user's editor: `$VISUAL`, `$EDITOR`, or one that is installed.
struct TextEditor {
  let environment: [String: String]

  /// The longest text that is read, in bytes.
  private static let limit = 1 << 20

  /// The command, which may have arguments and quotes as in a shell.
  var command: String {
    let own = ["VISUAL", "EDITOR"].compactMap { environment[$0] }
      .first { $0.contains { !$0.isWhitespace } }
    let path = ProgramPath(environment)
    return own ?? ["editor", "nano"].first { path.find($0) != nil } ?? "vi"
  }

  /// Edits a text in a private file; nil if it is unchanged. The file stays where something that was typed would be
  /// lost.
  @MainActor
  func edit(_ text: String, run: ([String]) -> Int32?) throws(EditorError) -> EditedText? {
    let file = try EditedFile(text)
    // The editor takes the place of the shell, which keys such as ctrl-c would end; `env` allows for `NAME=VALUE editor`.
    let script = "exec env \(command) \"$@\""
    let end = run(["/bin/sh", "-c", script, command, file.path])
    let contents = file.read(limit: Self.limit)
    let isUnchanged = contents == .text(EditedFile.trimmed(text))
    guard end == 0 else {
      throw failure(end, isUnchanged || contents == .none ? nil : file.path, file)
    }
    guard !isUnchanged else {
      file.remove()
      return nil
    }
    switch contents {
    case .text(let edited):
      return EditedText(text: edited, path: file.path, discard: file.remove)
    case .none:
      file.remove()
      throw .fileIsGone(editor: name)
    case .tooLong: throw .tooLong(limit: Self.limit, path: file.path)
    case .notText: throw .unreadable(path: file.path)
    }
  }

  /// The error of an editor that failed with an exit code, or nil if it was not started. Without a path the text is
  /// unchanged, and the file is deleted.
  private func failure(_ code: Int32?, _ path: String?, _ file: EditedFile) -> EditorError {
    if path == nil { file.remove() }
    // The last two are the exit codes of a shell that cannot execute or find a program.
    guard let code, path != nil || code != 126 && code != 127 else {
      return .notStarted(editor: name)
    }
    return .ended(editor: name, code: code, path: path)
  }

  /// The name of the program for messages.
  private var name: String {
    let quote = command.first.flatMap { "\"'".contains($0) ? $0 : nil }
    let program =
      quote.map { quote in command.dropFirst().prefix { $0 != quote } }
      ?? command.prefix { !$0.isWhitespace }
    return program.split(separator: "/").last.map(String.init) ?? command
  }
}

/// A file in a folder of its own, both readable only by the user.
private struct EditedFile {
  private let folder: String
  var path: String { folder + "/note.txt" }

  /// Creates the file with a text.
  init(_ text: String) throws(EditorError) {
    do throws(StoreError) {
      folder = try PrivateFolder.make(NSTemporaryDirectory() + "boba-")
    } catch {
      throw .noFile(reason: error.message)
    }
    do {
      let end = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
      try PrivateFiles.write(Data((text + end).utf8), to: path)
    } catch {
      remove()
      throw .noFile(reason: String(describing: error))
    }
  }

  /// What the editor left.
  enum Contents: Hashable {
    case text(String)
    /// No file.
    case none
    case tooLong
    /// A file that cannot be read, or is not UTF-8.
    case notText
  }

  /// The text of the file, which may have up to `limit` bytes.
  func read(limit: Int) -> Contents {
    guard FileManager.default.fileExists(atPath: path) else { return .none }
    guard let data = FileManager.default.contents(atPath: path) else { return .notText }
    guard data.count <= limit else { return .tooLong }
    return String(data: data, encoding: .utf8).map { .text(Self.trimmed($0)) } ?? .notText
  }

  /// Deletes the file, its folder and what the editor left there.
  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// A text with the line ends of Unix, without trailing white space.
  static func trimmed(_ text: String) -> String {
    let lines = text.replacing("\r\n", with: "\n")
    return String(lines.reversed().drop(while: \.isWhitespace).reversed())
  }
}
