import FetchKit
import Foundation
import Resources
import Finder
import Synchronization
import VenueImport
import Venues

/// A folder with a few files that are not on the disk.
final class FakeFiles: FinderFiles {
  /// The names of the venues that were written, by path.
  private let written = Mutex<[String: [String]]>([:])
  /// The texts that were written, by path.
  private let texts = Mutex<[String: String]>([:])

  private static let contents: [String: String] = [
    "data/new.json": #"[{"id":"n1","name":"New Leaf","location":{"lat":40.7,"lng":-74}}]"#,
    "data/broken.json": "[{\"id\":\"n2\",\n\"name\":}]",
    "data/other.json": #"[{"id":"n5","name":"Other Leaf","location":{"lat":40.7,"lng":-74}}]"#,
    "odd.json": #"[{"id":"n4","name":"Odd Leaf","rating":"x"}]"#,
    "data/slow.json": #"[{"id":"n3","name":"Slow Leaf","location":{"lat":40.7,"lng":-74}}]"#,
    "notes.txt": "",
  ]

  /// Whether files with the name `slow.json` are read and written until that is stopped or released.
  private let hasSlow: Bool
  private let gate = Gate()

  init(hasSlow: Bool = true) { self.hasSlow = hasSlow }

  private func isSlow(_ path: String) -> Bool { hasSlow && path.hasSuffix("/slow.json") }

  /// Lets what takes its time come to its end.
  func release() { gate.open() }

  /// Makes the next slow operation wait until it is released, too.
  func hold() { gate.close() }

  let exportFormats = ["json", "csv"]

  /// The names of the venues in a file that was written; nil without one.
  func names(in path: String) -> [String]? { written.withLock { $0[path] } }

  /// The text in a file that was written; nil without one.
  func text(in path: String) -> String? { texts.withLock { $0[path] } }

  /// The editor replaces the text by this one; nil leaves it unchanged.
  @MainActor var editedText: String?
  /// The texts that were edited.
  @MainActor private(set) var editedTexts: [String] = []

  @MainActor
  func edit(_ text: String, run: ([String]) -> Int32?) throws(EditorError) -> EditedText? {
    editedTexts.append(text)
    guard run(["editor"]) == 0 else { throw .notStarted(editor: "editor") }
    return editedText.map { EditedText(text: $0, path: "note.txt") {} }
  }

  func write(_ text: String, to path: String) async throws { texts.withLock { $0[path] = text } }

  func paths(beginning text: String) async -> [String] {
    let all =
      Self.contents.keys.filter { hasSlow || !$0.hasSuffix("/slow.json") }
      + written.withLock { $0.keys.map(\.self) }
    let depth = text.split(separator: "/", omittingEmptySubsequences: false).count
    let found = all.filter { $0.hasPrefix(text) }.map { path in
      let parts = path.split(separator: "/")
      return parts.prefix(depth).joined(separator: "/") + (parts.count > depth ? "/" : "")
    }
    return Set(found).sorted()
  }

  func target(at path: String) async -> FileTarget {
    if path.hasPrefix("missing/") { return .missingFolder("missing") }
    if path == "data" { return .folder }
    return Self.contents[path] != nil || names(in: path) != nil ? .file : .free
  }

  func displayPath(of path: String) -> String { "~/tea/\(path)" }

  func importVenues(
    from paths: [String], into store: FetchStore, allowsUnrestorable: Bool,
    cancellation: ImportCancellation, progress: @escaping @Sendable (ImportProgress) -> Void
  ) async -> ImportReport {
    var report = ImportReport()
    let files = paths == ["data"] ? Self.contents.keys.filter { $0.hasPrefix("data/") } : paths
    for path in files.sorted() where !isSlow(path) || paths != ["data"] {
      if isSlow(path) {
        progress(ImportProgress(bytes: 500_000, totalBytes: 2_000_000, rows: 1200))
        await gate.wait()
      }
      report.files.append(importFile(path, into: store, allowsUnrestorable, cancellation))
    }
    return report
  }

  private func importFile(
    _ path: String, into store: FetchStore, _ allowsUnrestorable: Bool,
    _ cancellation: ImportCancellation
  ) -> FileReport {
    let bytes = Array((Self.contents[path] ?? "").utf8)
    let options = ImportOptions(
      rows: RowImportOptions(
        allowsUnrestorable: allowsUnrestorable, metadata: Origin.metadataAfterImports))
    return VenueImporter(store: store, options: options)
      .run(.bytes(bytes, name: path), cancellation: cancellation)
  }

  func export(
    _ request: FetchRequest<Venue>, of store: FetchStore, as format: String, to path: String,
    progress: @escaping @Sendable (Int) -> Void
  ) async throws -> Int {
    if isSlow(path) {
      progress(10)
      await gate.wait()
      try Task.checkCancellation()
    }
    let names = try await store.fetch(request).map(\.name)
    written.withLock { $0[path] = names }
    return names.count
  }
}
