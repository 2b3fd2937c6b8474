public import FetchKit
public import VenueImport
public import Venues

/// The finder's access to files.
public nonisolated protocol FinderFiles: Sendable {
  /// The export formats, such as `json` and `csv`.
  var exportFormats: [String] { get }
  /// The files and folders whose paths start with a text, by name; folders end with a slash.
  func paths(beginning text: String) async -> [String]
  /// Whether a file exists.
  func exists(_ path: String) async -> Bool
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
