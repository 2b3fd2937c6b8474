import FetchKit
import Foundation
import Testing
import Venues

@testable import VenueImport

/// Imports into a file: the first one fills it, the others change it.
final class ImportTargetTests {
  private let folder: String
  private let model = ManagedObjectModel(entities: [Venue.entity])

  private var path: String { folder + "/v.sqlite" }

  init() throws {
    folder = NSTemporaryDirectory() + "venues-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    _ = try FetchStore(path: path, model: model)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func counts(_ report: FileReport) -> [Int] {
    let counts = report.counts
    return [counts.rows, counts.inserted, counts.updated, counts.unchanged, counts.skipped]
  }

  private func names() throws -> [String] {
    var request = FetchRequest<Venue>()
    request.sortDescriptors = [FetchSortDescriptor("id")]
    return try FetchStore(path: path, model: model).fetch(request).map { "\($0.id) \($0.name)" }
  }

  private func source(_ text: String) -> ImportSource { .bytes(Array(text.utf8), name: "t") }

  @Test func `the report of a new store equals that of an existing one`() throws {
    let text = """
      {"id":"1","name":"A","tips":[{"text":"T"}]}
      {"id":"2","name":"B","categories":[{"name":"X"},{"name":"Y","primary":true}]}
      {"id":"1","name":"C"}
      {"id":"3"}
      """
    let importer = VenueImporter(path: path, model: model)
    let memory = VenueImporter(store: try FetchStore(path: ":memory:", model: model))
    for _ in 0..<3 {
      var (report, expected) = (importer.run(source(text)), memory.run(source(text)))
      (report.counts.seconds, expected.counts.seconds) = (0, 0)
      #expect(report == expected)
    }
    #expect(try names() == ["1 C", "2 B"])
  }

  @Test func `the next files see the first one's venues`() throws {
    let importer = VenueImporter(path: path, model: model)
    #expect(counts(importer.run(source("["))) == [0, 0, 0, 0, 0])
    #expect(counts(importer.run(source(#"[{"id":"1","name":"A"}]"#))) == [1, 1, 0, 0, 0])
    #expect(
      counts(importer.run(source(#"[{"id":"2","name":"B"},{"id":"1","name":"C"}]"#)))
        == [2, 1, 1, 0, 0])
    #expect(try names() == ["1 C", "2 B"])
  }

  @Test func `a reordered file with new venues changes only what differs`() throws {
    func lines(_ ids: [Int], _ name: String) -> String {
      ids.map { "{\"id\":\"\($0)\",\"name\":\"\(name)\($0 % 50 == 0 ? "!" : "")\"}" }
        .joined(separator: "\n")
    }
    let importer = VenueImporter(path: path, model: model)
    _ = importer.run(source(lines(Array(0..<100), "A")))
    let same = lines(Array(0..<100), "A")
    #expect(counts(importer.run(source(same))) == [100, 0, 0, 100, 0])
    #expect(counts(importer.run(source(lines((0..<100).reversed(), "A")))) == [100, 0, 0, 100, 0])
    #expect(
      counts(importer.run(source(lines([500, 0, 501, 1, 502, 2], "A"))))
        == [6, 3, 0, 3, 0])
    #expect(counts(importer.run(source(lines([3, 4, 3, 5, 503], "B")))) == [5, 1, 3, 0, 1])
    #expect(counts(importer.run(source(same))) == [100, 0, 3, 97, 0])
    #expect(try names().count == 104)
  }

  @Test func `a canceled import leaves the file empty and reports it`() throws {
    let importer = VenueImporter(path: path, model: model)
    let cancellation = ImportCancellation()
    cancellation.cancel()
    let report = importer.run(source(#"[{"id":"1","name":"A"}]"#), cancellation: cancellation)
    #expect(report.error?.kind == .cancelled)
    #expect(try names() == [])
  }

  @Test func `a commit in progress is not canceled`() throws {
    let cancellation = ImportCancellation()
    try cancellation.beginCommit()
    #expect(!cancellation.cancel())
    cancellation.beginInput()
    #expect(cancellation.cancel())
    #expect(throws: ImportFailure.self) { try cancellation.beginCommit() }
  }

  @Test func `canceling during a commit stops before the next file`() throws {
    let importer = VenueImporter(path: path, model: model)
    let cancellation = ImportCancellation()
    try cancellation.beginCommit()
    #expect(!cancellation.cancel())
    let report = importer.run(source(#"[{"id":"1","name":"A"}]"#), cancellation: cancellation)
    #expect(report.error?.kind == .cancelled)
    #expect(try names() == [])
  }

  @Test func `an import is not canceled before its report is complete`() throws {
    let cancellation = ImportCancellation()
    let importer = VenueImporter(path: path, model: model)
    let report = importer.run(source(#"[{"id":"1","name":"A"}]"#), cancellation: cancellation)
    #expect(!cancellation.cancel())
    #expect(report.counts.inserted == 1)
    #expect(cancellation.isCancelled)
  }

  @Test func `an import that overwrites too much needs a confirmation`() throws {
    let store = try FetchStore(
      path: path, model: model, undoLimits: UndoLimits(steps: 10, bytes: 20))
    _ = VenueImporter(store: store).run(source(#"[{"id":"1","name":"A"}]"#))
    let text = source(#"[{"id":"1","name":"B"}]"#)
    let report = VenueImporter(store: store).run(text)
    #expect(report.error?.kind == .store(.tooLargeToUndo))
    #expect(try names() == ["1 A"])
    let options = ImportOptions(rows: RowImportOptions(allowsUnrestorable: true))
    #expect(VenueImporter(store: store, options: options).run(text).counts.updated == 1)
    #expect(try store.history().map(\.isRestorable) == [false, true])
  }
}
