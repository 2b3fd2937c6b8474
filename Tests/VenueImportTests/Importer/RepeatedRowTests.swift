import FetchKit
import Foundation
import Testing
import TestSupport
import Venues

@testable import VenueImport

/// A file that repeats ids does what the file with only the last row of each id does.
final class RepeatedRowTests {
  private let folder: String
  private let model = ManagedObjectModel(entities: [Venue.entity])

  init() throws {
    folder = NSTemporaryDirectory() + "repeated-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The destination of an import.
  enum Target: CaseIterable {
    /// No file yet.
    case newFile
    /// A file without rows.
    case emptyFile
    /// A store in memory without rows.
    case memory
    /// A store with rows that were imported, edited and marked.
    case filled
  }

  /// A line of a file, and the id on it; nil for a line that is no venue.
  private struct Line {
    let id: String?
    let text: String
  }

  /// The report and the result of an import.
  private struct Result {
    var report: FileReport
    var contents: [Venue]
    var history: [String]
  }
}

// MARK: - Random files

extension RepeatedRowTests {
  private func lines(_ random: inout SeededRandom, count: Int, ids: Int) -> [Line] {
    (0..<count).map { _ in
      let id = "\(Int.random(in: 0..<ids, using: &random))"
      return Int.random(in: 0..<12, using: &random) == 0
        ? Line(id: nil, text: "{\"id\":\"\(id)\"}") : Line(id: id, text: venue(id, &random))
    }
  }

  /// A venue as `boba export` writes it, with each key there or not.
  private func venue(_ id: String, _ random: inout SeededRandom) -> String {
    var members = [
      "\"id\":\"\(id)\"", "\"name\":\"Tea \(Int.random(in: 0...1, using: &random))\"",
      "\"specialCount\":\(Int.random(in: 0...1, using: &random))",
    ]
    let choices = [
      "\"favorite\":true", "\"favorite\":false", "\"note\":\"mine\"", "\"note\":\"ours\"",
      "\"verified\":false", "\"verified\":true",
      "\"categories\":[\"K\"]", "\"categories\":[\"K\",\"L\"]", "\"tips\":[{\"text\":\"T\"}]",
      "\"openNow\":true,\"openNowAt\":\"2026-01-02T00:00:00Z\"",
      "\"openNow\":true,\"openNowAt\":\"2026-01-03T00:00:00Z\"",
    ]
    var keys: Set<Substring> = []
    for choice in choices.shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random)) {
      let key = choice.dropFirst().prefix { $0 != "\"" }
      if keys.insert(key).inserted { members.append(choice) }
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// The lines without those whose id comes again.
  private func lastOnly(_ lines: [Line]) -> [Line] {
    lines.enumerated().filter { index, line in !isRepeated(index, lines) }.map(\.element)
  }

  private func isRepeated(_ index: Int, _ lines: [Line]) -> Bool {
    lines[index].id.map { id in lines[(index + 1)...].contains { $0.id == id } } ?? false
  }
}

// MARK: - Importing

extension RepeatedRowTests {
  private func importer(_ target: Target, _ name: String, _ options: ImportOptions) throws
    -> (importer: VenueImporter, open: () throws -> FetchStore)
  {
    let (path, model) = ("\(folder)/\(name).sqlite", model)
    let memory = try target == .memory ? FetchStore(path: ":memory:", model: model) : nil
    if let memory { return (VenueImporter(store: memory, options: options), { memory }) }
    if target == .emptyFile { _ = try FetchStore(path: path, model: model) }
    return (
      VenueImporter(path: path, model: model, options: options),
      { try FetchStore(path: path, model: model) }
    )
  }

  private func source(_ lines: [Line]) -> ImportSource {
    .bytes(Array(lines.map(\.text).joined(separator: "\n").utf8), name: "v.ndjson")
  }

  private func run(_ lines: [Line], _ importer: VenueImporter) -> FileReport {
    var report = importer.run(source(lines))
    (report.counts.seconds, report.counts.bytes) = (0, 0)
    return report
  }

  /// The rows in the order of the store.
  private func contents(_ store: FetchStore) throws -> [Venue] {
    try store.fetch(FetchRequest<Venue>())
      .sorted { ($0.objectID?.rowID ?? 0) < ($1.objectID?.rowID ?? 0) }
      .map { venue in
        var venue = venue
        venue.objectID = nil
        return venue
      }
  }

  /// Imports and edits that are the same for the same seed.
  private func fill(_ store: FetchStore, seed: UInt64) throws {
    var random = SeededRandom(seed: seed &+ 1000)
    _ = run(lines(&random, count: 20, ids: 12), VenueImporter(store: store))
    for var venue in try store.fetch(FetchRequest<Venue>()) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: venue.favorite.toggle()
      case 1: venue.note = "edited"
      case 2: venue.name += "!"
      case 3: venue.tips = []
      default: continue
      }
      try store.write("Edit \(venue.id)") { [venue] in $0.update(venue) }
    }
  }

  private func imported(
    _ lines: [Line], _ target: Target, _ name: String, seed: UInt64,
    _ options: ImportOptions = ImportOptions()
  ) throws -> Result {
    if target == .filled {
      try fill(FetchStore(path: "\(folder)/\(name).sqlite", model: model), seed: seed)
    }
    let (importer, open) = try importer(target, name, options)
    let report = run(lines, importer)
    let store = try open()
    return Result(
      report: report, contents: try contents(store), history: try store.history().map(\.name))
  }

  /// Counts besides the rows of the file.
  private func changes(_ report: FileReport) -> [Int] {
    let counts = report.counts
    return [counts.inserted, counts.updated, counts.unchanged, report.restored, report.deleted]
  }
}

// MARK: - Tests

extension RepeatedRowTests {
  @Test(arguments: Target.allCases, 1...6)
  func `the last row of an id wins, as if it were the only one`(target: Target, seed: UInt64) throws
  {
    var random = SeededRandom(seed: seed)
    let lines = lines(&random, count: Int.random(in: 1...60, using: &random), ids: 16)
    let options = ImportOptions(rows: RowImportOptions(replacesEverything: seed.isMultiple(of: 4)))
    let all = try imported(lines, target, "all", seed: seed, options)
    let last = try imported(lastOnly(lines), target, "last", seed: seed, options)
    #expect(all.contents == last.contents)
    #expect(changes(all.report) == changes(last.report))
    #expect(all.history == last.history)
    #expect(all.report.counts.rows == lines.count)
    #expect(
      all.report.counts.skipped - last.report.counts.skipped
        == lines.count - lastOnly(lines).count)
    #expect(
      all.report.skippedRows.map { "\($0.location.line): \($0.reason)" } == expectedSkips(lines))
  }

  private func expectedSkips(_ lines: [Line]) -> [String] {
    let skips = lines.indices.compactMap { index -> String? in
      if lines[index].id == nil { return "\(index + 1): no name" }
      return isRepeated(index, lines) ? "\(index + 1): repeated id" : nil
    }
    return Array(skips.prefix(20))
  }

  @Test(arguments: [Target.memory, .emptyFile, .filled], 1...6)
  func `a dry run counts the same, a second import changes nothing`(target: Target, seed: UInt64)
    throws
  {
    var random = SeededRandom(seed: seed)
    let lines = lines(&random, count: Int.random(in: 1...60, using: &random), ids: 16)
    let dry = try imported(
      lines, target, "dry", seed: seed, ImportOptions(rows: RowImportOptions(isDryRun: true)))
    let all = try imported(lines, target, "all", seed: seed)
    #expect(dry.report == all.report)
    guard target != .memory else { return }
    let store = try FetchStore(path: "\(folder)/all.sqlite", model: model)
    let again = run(lines, VenueImporter(store: store))
    #expect(changes(again) == [0, 0, all.report.counts.rows - all.report.counts.skipped, 0, 0])
    #expect(try contents(store) == all.contents)
    #expect(try store.history().map(\.name) == all.history)
  }

  @Test(arguments: 1...6)
  func `undo reverts a file with repeated ids`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let lines = lines(&random, count: Int.random(in: 1...60, using: &random), ids: 16)
    let store = try FetchStore(path: ":memory:", model: model)
    try fill(store, seed: seed)
    let (before, history) = (try contents(store), try store.history())
    let report = run(
      lines,
      VenueImporter(
        store: store,
        options: ImportOptions(rows: RowImportOptions(replacesEverything: seed.isMultiple(of: 3)))))
    let after = try contents(store)
    guard changes(report) != [0, 0, report.counts.unchanged, 0, 0] else {
      #expect(after == before)
      #expect(try store.history() == history)
      return
    }
    try store.undo()
    #expect(try contents(store) == before)
    try store.redo()
    #expect(try contents(store) == after)
    #expect(try store.problems() == [])
  }

  @Test func `rows without a net change keep the redo history`() throws {
    let store = try FetchStore(path: ":memory:", model: model)
    let first = Line(id: "1", text: #"{"id":"1","name":"A","specialCount":0}"#)
    let other = Line(id: "1", text: #"{"id":"1","name":"B","specialCount":0}"#)
    let second = Line(id: "2", text: #"{"id":"2","name":"C","specialCount":0}"#)
    _ = run([first], VenueImporter(store: store))
    _ = run([second], VenueImporter(store: store))
    try store.undo()
    let report = run([other, first], VenueImporter(store: store))
    #expect(changes(report) == [0, 0, 1, 0, 0])
    try store.redo()
    #expect(try contents(store).map(\.name) == ["A", "C"])
  }

  @Test func `an export of the store imports as unchanged`() throws {
    let store = try FetchStore(path: ":memory:", model: model)
    let plain = Line(id: "1", text: #"{"id":"1","name":"A","specialCount":0}"#)
    let spelled = Line(
      id: "1",
      text: #"{"id":"1","name":"A","specialCount":0,"favorite":false,"verified":false,"note":null}"#
    )
    _ = run([plain], VenueImporter(store: store))
    #expect(changes(run([spelled], VenueImporter(store: store))) == [0, 0, 1, 0, 0])
    #expect(changes(run([plain], VenueImporter(store: store))) == [0, 0, 1, 0, 0])
  }

  @Test func `repeats are counted also when the import cannot be undone`() throws {
    let store = try FetchStore(
      path: ":memory:", model: model, undoLimits: UndoLimits(steps: 10, bytes: 20))
    let options = ImportOptions(rows: RowImportOptions(allowsUnrestorable: true))
    let names = { (name: String) in
      (0..<11_000).map { Line(id: "\($0)", text: "{\"id\":\"\($0)\",\"name\":\"\(name)\"}") }
    }
    _ = run(names("A"), VenueImporter(store: store))
    let back = Line(id: "3", text: #"{"id":"3","name":"A"}"#)
    let other = Line(id: "4", text: #"{"id":"4","name":"C"}"#)
    let report = run(
      names("B") + [back, other, back, other], VenueImporter(store: store, options: options))
    #expect(changes(report) == [0, 10_999, 1, 0, 0])
    #expect(report.counts.skipped == 4)
    #expect(try contents(store).map(\.name)[2...5] == ["B", "A", "C", "B"])
  }
}
