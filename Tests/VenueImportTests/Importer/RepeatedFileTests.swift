import FetchKit
import Foundation
import Testing
import Venues

@testable import VenueImport

/// Files that are imported again.
final class RepeatedFileTests {
  private let folder: String
  private let model = ManagedObjectModel(entities: [Venue.entity])
  private let path: String
  private let count = 12_000

  init() throws {
    folder = NSTemporaryDirectory() + "repeated-\(UUID().uuidString)"
    path = folder + "/v.sqlite"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var file: ImportSource { .file(folder + "/v.json") }

  private func write(name: String = "Tea", lastRow: String = "") throws {
    let rows = (0..<count).map {
      #"{"id":"\#($0)","name":"\#(name) \#($0)","location":{"address":"\#($0) Canal Street","city":"New York"}}"#
    }
    try Data((rows + [lastRow]).joined(separator: "\n").utf8).write(
      to: URL(fileURLWithPath: folder + "/v.json"))
  }

  private func run(_ options: ImportOptions = ImportOptions()) -> [Int] {
    let report = VenueImporter(path: path, model: model, options: options).run(file)
    let counts = report.counts
    #expect(report.error == nil)
    return [counts.inserted, counts.updated, counts.unchanged, counts.skipped]
  }

  private func receipts() throws -> [ImportReceipt] {
    let store = try FetchStore(path: path, model: model)
    return ImportReceipt.receipts(try store.metadata(forKey: ImportReceipt.metadataKey))
  }

  private func store() throws -> FetchStore { try FetchStore(path: path, model: model) }

  private func venue(_ id: String) throws -> Venue? {
    var request = FetchRequest<Venue>()
    request.predicate = try FetchPredicate(format: "id == %@", id)
    return try store().fetch(request).first
  }

  @Test func `a file that is imported again is not read as venues`() throws {
    try write()
    #expect(run() == [count, 0, 0, 0])
    let receipts = try receipts()
    #expect(receipts.map(\.rows) == [count])
    #expect(run() == [0, 0, count, 0])
    #expect(try store().history().count == 1)
    #expect(try self.receipts() == receipts)
  }

  @Test func `changed, deleted and restored venues are imported again`() throws {
    try write()
    #expect(run() == [count, 0, 0, 0])
    let venue = try #require(try venue("7"))
    let id = try #require(venue.objectID)
    try store().write("Delete") { $0.delete(id) }
    #expect(run() == [1, 0, count - 1, 0])
    #expect(run() == [0, 0, count, 0])
    #expect(try store().undo() != nil)
    #expect(run() == [1, 0, count - 1, 0])
  }

  @Test func `another file of the same size is read`() throws {
    try write()
    #expect(run() == [count, 0, 0, 0])
    try write(name: "Cha")
    #expect(run() == [0, count, 0, 0])
    #expect(try venue("3")?.name == "Cha 3")
    try write()
    #expect(run() == [0, count, 0, 0])
    #expect(try venue("3")?.name == "Tea 3")
  }

  @Test func `a file with anything to report is read again`() throws {
    try write(lastRow: #"{"id":"x"}"#)
    #expect(run() == [count, 0, 0, 1])
    #expect(try receipts().isEmpty)
    #expect(run() == [0, 0, count, 1])
  }

  @Test func `an import that replaces everything reads the file`() throws {
    try write()
    #expect(run() == [count, 0, 0, 0])
    let options = ImportOptions(rows: RowImportOptions(replacesEverything: true))
    #expect(run(options) == [0, 0, count, 0])
    #expect(run(ImportOptions(format: .v2)) == [0, 0, count, 0])
    #expect(try receipts().map(\.format) == [.v2])
  }

  @Test func `a dry run leaves no receipt`() throws {
    try write()
    _ = try FetchStore(path: path, model: model)
    #expect(run(ImportOptions(rows: RowImportOptions(isDryRun: true))) == [count, 0, 0, 0])
    #expect(try receipts().isEmpty)
    #expect(run() == [count, 0, 0, 0])
    #expect(run(ImportOptions(rows: RowImportOptions(isDryRun: true))) == [0, 0, count, 0])
  }

  @Test func `the digest does not depend on the sizes of the reads`() {
    var random = SystemRandomNumberGenerator()
    for length in [0, 1, 63, 64, 65, 1000, 4096] {
      let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      var whole = FileDigest()
      bytes.withUnsafeBytes { whole.combine($0) }
      for _ in 0..<20 {
        var (parts, rest) = (FileDigest(), bytes[...])
        while !rest.isEmpty {
          let part = rest.prefix(Int.random(in: 1...150, using: &random))
          part.withUnsafeBytes { parts.combine($0) }
          rest = rest.dropFirst(part.count)
        }
        #expect(parts.value == whole.value)
        #expect(parts.count == length)
      }
      guard length > 0 else { continue }
      var (changed, other) = (bytes, FileDigest())
      changed[length / 2] ^= 1
      changed.withUnsafeBytes { other.combine($0) }
      #expect(other.value != whole.value)
    }
  }
}
