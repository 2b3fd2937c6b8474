public import FetchKit
public import VenueImport
public import Venues

/// The finder's access to files.
public nonisolated protocol FinderFiles: Sendable {
  /// The export formats, such as `json` and `csv`.
  var exportFormats: [String] { get }
  /// The files and folders whose paths start with a text, by name; folders end with a slash.
  func paths(beginning text: String) async -> [String]
  /// What a new file would meet at a path.
  func target(at path: String) async -> FileTarget
  /// The absolute path for messages, with `~` for the home folder.
  func displayPath(of path: String) -> String
  /// Imports files and the files of folders; `progress` is called on any thread.
  ///
  /// A file that overwrites too much to be undone is refused unless `allowsUnrestorable` is set.
  func importVenues(
    from paths: [String], into store: FetchStore, allowsUnrestorable: Bool,
    cancellation: ImportCancellation,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) async -> ImportReport
  /// Lets the user edit a text in their editor, a program that `run` runs in the terminal; nil if it is unchanged.
  ///
  /// Throws an `EditorError`.
  @MainActor func edit(
    _ text: String, run: (_ command: [String]) -> Int32?
  ) throws(EditorError) -> EditedText?
  /// Writes a text to a file; after an error the file is unchanged.
  func write(_ text: String, to path: String) async throws
  /// Writes the venues of a request and returns their number; `progress` gets the number so far, on any thread.
  ///
  /// Throws `CancellationError` if its task is canceled. After an error the file is unchanged.
  func export(
    _ request: FetchRequest<Venue>, of store: FetchStore, as format: String, to path: String,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> Int
}

/// What is at the path of a file to write.
public nonisolated enum FileTarget: Hashable, Sendable {
  case free
  /// A file that would be replaced.
  case file
  /// A folder, which cannot be replaced.
  case folder
  /// The folder does not exist.
  case missingFolder(String)
}

/// A text that was edited in the user's editor, in a private file until it is saved elsewhere.
public struct EditedText {
  /// The text without trailing white space.
  public let text: String
  /// The path of the file.
  public let path: String
  /// Deletes the file.
  public let discard: () -> Void

  public init(text: String, path: String, discard: @escaping () -> Void) {
    self.text = text
    self.path = path
    self.discard = discard
  }
}

/// Why a text could not be edited.
public nonisolated enum EditorError: Error, Hashable {
  /// There is no private file for the text.
  case noFile(reason: String)
  /// The editor does not exist or cannot be started.
  case notStarted(editor: String)
  /// The editor failed; with the path of the file if it has changed.
  case ended(editor: String, code: Int32, path: String?)
  /// The editor deleted or renamed the file.
  case fileIsGone(editor: String)
  /// The text is longer than a number of bytes.
  case tooLong(limit: Int, path: String)
  /// The file cannot be read, or is not text.
  case unreadable(path: String)
}
