import FetchKit
import Foundation
import Testing
import TestSupport
import Venues

@testable import VenueImport

/// Properties of any import into any store, checked with random ones.
struct ImportPropertyTests {
  private static let model = ManagedObjectModel(entities: [Venue.entity])

  private let store: FetchStore

  init() throws { store = try FetchStore(path: ":memory:", model: Self.model) }

  /// Some lines, with names that repeat and lines that are no venues.
  private func lines(_ random: inout SeededRandom) -> [UInt8] {
    let count = Int.random(in: 0...30, using: &random)
    let lines = (0..<count).map { _ in line(&random) }
    return Array(lines.joined(separator: "\n").utf8)
  }

  private func line(_ random: inout SeededRandom) -> String {
    let id = Int.random(in: 0..<20, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return "{\"id\":\"\(id)\"}"
    case 1: return "{\"name\":\"Nameless \(id % 3)\",\"location\":{\"lat\":1,\"lng\":\(id % 2)}}"
    default:
      let tips = (0..<Int.random(in: 0...3, using: &random)).map { "{\"text\":\"T\($0)\"}" }
      let kinds = (0..<Int.random(in: 0...2, using: &random)).map { "{\"name\":\"K\($0)\"}" }
      return """
        {"id":"\(id)","name":"Tea \(Int.random(in: 0...2, using: &random))",\
        "location":{"distance":\(Int.random(in: 0...2, using: &random))},\
        "categories":[\(kinds.joined(separator: ","))],"tips":[\(tips.joined(separator: ","))]}
        """
    }
  }

  private func venues() throws -> [Venue] {
    var request = FetchRequest<Venue>()
    request.sortDescriptors = [FetchSortDescriptor("id")]
    return try store.fetch(request)
  }

  private func run(_ bytes: [UInt8], isReplacing: Bool, isDry: Bool = false) -> FileReport {
    let options = ImportOptions(
      rows: RowImportOptions(replacesEverything: isReplacing, isDryRun: isDry))
    var report = VenueImporter(store: store, options: options).run(.bytes(bytes, name: "v"))
    report.counts.seconds = 0
    return report
  }

  /// Imports, favorites, notes, other edits and deletions.
  private func makeHistory(_ random: inout SeededRandom) throws {
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      _ = run(lines(&random), isReplacing: Bool.random(using: &random))
      for venue in try venues() { try touch(venue, &random) }
    }
  }

  private func touch(_ venue: Venue, _ random: inout SeededRandom) throws {
    var venue = venue
    switch Int.random(in: 0..<8, using: &random) {
    case 0: venue.favorite.toggle()
    case 1: venue.note = "note \(venue.id)"
    case 2: venue.name += "!"
    case 3: venue.tips = []
    case 4:
      try store.write("Delete") { work in venue.objectID.map { work.delete($0) } }
      return
    default: return
    }
    try store.write("Touch") { [venue] in $0.update(venue) }
  }

  /// The counted values of an import: without the user's data and the key of the row.
  private func imported(_ venues: [Venue]) -> [String: Venue] {
    var imported: [String: Venue] = [:]
    for var venue in venues {
      (venue.objectID, venue.favorite, venue.note) = (nil, false, nil)
      imported[venue.id] = venue
    }
    return imported
  }

  private func check(_ report: FileReport, _ before: [Venue], _ after: [Venue]) {
    let (old, new, counts) = (imported(before), imported(after), report.counts)
    #expect(counts.inserted == new.keys.count { old[$0] == nil })
    #expect(counts.updated == new.count { old[$0.key] != nil && old[$0.key] != $0.value })
    #expect(report.deleted == old.keys.count { new[$0] == nil })
    #expect(
      counts.rows == counts.inserted + counts.updated + counts.unchanged + counts.skipped)
    for venue in after {
      guard let earlier = before.first(where: { $0.id == venue.id }) else { continue }
      #expect(venue.favorite == earlier.favorite && venue.note == earlier.note)
      #expect(venue.objectID == earlier.objectID)
    }
  }

  @Test(arguments: 1...16)
  func `a dry run predicts the import, and undo reverts it`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try makeHistory(&random)
    let (before, bytes) = (try venues(), lines(&random))
    let isReplacing = Bool.random(using: &random)
    let steps = try store.history()
    let dry = run(bytes, isReplacing: isReplacing, isDry: true)
    #expect(try venues() == before)
    #expect(try store.history() == steps)
    let report = run(bytes, isReplacing: isReplacing)
    #expect(report == dry)
    let after = try venues()
    check(report, before, after)
    let again = run(bytes, isReplacing: isReplacing)
    #expect(again.counts.inserted + again.counts.updated + again.deleted == 0)
    #expect(try venues() == after)
    guard report.counts.inserted + report.counts.updated + report.deleted > 0 else { return }
    try store.undo()
    #expect(try venues() == before)
    try store.redo()
    #expect(try venues() == after)
    #expect(try store.problems() == [])
  }

  /// Some white space, or none.
  private static func space(_ random: inout SeededRandom) -> String {
    ["", "", " ", "\n", "\r\n", "\n\t"].randomElement(using: &random) ?? ""
  }

  /// A venue with white space anywhere, and what is around it in the answer to an explore request, or nothing.
  private static func venue(
    _ random: inout SeededRandom
  ) -> (before: String, venue: String, after: String) {
    func space() -> String { Self.space(&random) }
    let name = ["Tea", "Café", "茶🧋", "\\u0436"].randomElement(using: &random) ?? ""
    let venue = "{\(space())\"名\":\(space())\"é\",\(space())\"name\":\"\(name)\"\(space())}"
    guard Bool.random(using: &random) else { return (space(), venue, space()) }
    return (
      "\(space()){\"é\":\(space())\"ö\",\(space())\"venue\":\(space())", venue,
      ",\"a\":[\(space())\"ü\"]}\(space())"
    )
  }

  /// The location after a text.
  private static func end(of text: String) -> InputLocation {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    return InputLocation(
      offset: text.utf8.count, line: lines.count, column: (lines.last?.count ?? 0) + 1)
  }

  @Test(arguments: 1...50)
  func `rows have the line and column of their first byte`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (text, locations) = ("[", [InputLocation]())
    for index in 0..<20 {
      let (before, venue, after) = Self.venue(&random)
      text += index == 0 ? before : "," + before
      locations.append(Self.end(of: text))
      text += venue + after
    }
    #expect(Reading(text + "]", windowSize: 256).locations == locations)
  }
}
