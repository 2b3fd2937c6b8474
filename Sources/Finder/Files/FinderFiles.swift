public import FetchKit
public import VenueImport
public import Venues

/// What the finder wants of files: it opens none itself.
public nonisolated protocol FinderFiles: Sendable {
  /// What venues can be written as, such as `json` and `csv`.
  var exportFormats: [String] { get }
  /// The files and folders whose paths begin with a text, by name; folders end with a slash.
  func paths(beginning text: String) async -> [String]
  /// Whether there is something at a path.
  func exists(_ path: String) async -> Bool
  /// A path as it is told: whole, with `~` for the home folder.
  func told(_ path: String) -> String
  /// Imports files and the files of folders; `progress` is called on any thread.
  ///
  /// What overwrites more than can be kept for undoing it is refused unless that is allowed.
  func importVenues(
    from paths: [String], into store: Store, allowsUnrestorable: Bool,
    cancellation: ImportCancellation,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) async -> ImportReport
  /// Writes the venues of a request, and gives how many there were; `progress` gets how many there are
  /// so far, on any thread.
  ///
  /// Throws `CancellationError` when its task is cancelled; then, and after any other error, the path is
  /// as it was.
  func export(
    _ request: FetchRequest<Venue>, of store: Store, as format: String, to path: String,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> Int
}
