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
  /// Imports a file, or the files of a folder; `progress` is called on any thread.
  func importVenues(
    from path: String, into store: Store, cancellation: ImportCancellation,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) async -> ImportReport
  /// Writes the venues of a request, and gives how many there were.
  func export(
    _ request: FetchRequest<Venue>, of store: Store, as format: String, to path: String
  ) async throws -> Int
}
