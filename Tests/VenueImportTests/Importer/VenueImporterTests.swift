import FetchKit
import JSONStream
import Foundation
import Synchronization
import Testing
import Venues

@testable import VenueImport

struct VenueImporterTests {
  private let store: FetchStore

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
  }

  private func run(_ text: String, _ options: ImportOptions = ImportOptions()) -> FileReport {
    VenueImporter(store: store, options: options).run(.bytes(Array(text.utf8), name: "test.json"))
  }

  private func names() throws -> [String] {
    var request = FetchRequest<Venue>()
    request.sortDescriptors = [FetchSortDescriptor("id")]
    return try store.fetch(request).map { "\($0.id) \($0.name)" }
  }

  private func json(_ report: ImportReport) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    return String(decoding: try encoder.encode(report), as: UTF8.self)
  }

  private let text = """
    [{"id":"1","name":"A","location":{"distance":7}},{"id":"2","name":"B"},
    {"id":"1","name":"C"},{"id":"3"},{"id":"4","name":"D","rating":"x"}]
    """

  @Test func `a report compares the store before with the store after`() throws {
    var report = ImportReport(files: [run(text), run(text)])
    for index in report.files.indices { report.files[index].counts.seconds = 0 }
    let problems = """
      "skippedRows" : [
              {
                "column" : 2,
                "line" : 1,
                "reason" : "repeated id"
              },
              {
                "column" : 23,
                "line" : 2,
                "reason" : "no name"
              }
            ]
      """
    let warnings = """
      "warnings" : [
              {
                "column" : 64,
                "line" : 2,
                "message" : "rating: not a valid number",
                "offset" : 135
              }
            ]
      """
    func file(inserted: Int, unchanged: Int) -> String {
      """
      {
            "bytes" : 140,
            "format" : "v2",
            "inserted" : \(inserted),
            "path" : "test.json",
            "rows" : 5,
            "seconds" : 0,
            "skipped" : 2,
            \(problems),
            "unchanged" : \(unchanged),
            "updated" : 0,
            \(warnings)
          }
      """
    }
    #expect(
      try json(report) == """
        {
          "files" : [
            \(file(inserted: 3, unchanged: 0)),
            \(file(inserted: 0, unchanged: 3))
          ],
          "total" : {
            "bytes" : 280,
            "inserted" : 3,
            "rows" : 10,
            "seconds" : 0,
            "skipped" : 4,
            "unchanged" : 3,
            "updated" : 0
          }
        }
        """)
    #expect(try names() == ["1 C", "2 B", "4 D"])
  }

  @Test func `a failed file is reported and leaves the store unchanged`() throws {
    _ = run(text)
    var report = run(#"[{"id":"9","name":"Z"},{"id":"8","name":"Y"]"#)
    report.counts.seconds = 0
    #expect(
      report.error
        == ImportFailure(
          .syntax(.unexpected(UInt8(ascii: "]"), expected: .commaOrBrace)),
          at: InputLocation(offset: 43, line: 1, column: 44)))
    #expect(report.error?.message == "expected ',' or '}', found ']'")
    #expect(report.error?.kind == .badData)
    #expect(report.counts.rows == 0)
    #expect(try names() == ["1 C", "2 B", "4 D"])
    #expect(try json(ImportReport(files: [report])).contains("\"offset\" : 43"))
  }

  @Test func `a missing file cannot be opened`() {
    let report = VenueImporter(store: store).run(.file("/nowhere/v.json"))
    #expect(report.error?.kind == .cannotOpen)
    #expect(report.error?.message == "cannot open /nowhere/v.json: no such file or directory")
    #expect(VenueImporter(store: store).run(.file("/")).error?.kind == .cannotOpen)
  }

  @Test func `a dry run tells what would happen`() throws {
    let report = run(text, ImportOptions(rows: RowImportOptions(isDryRun: true)))
    #expect(report.counts.inserted == 3)
    #expect(try names() == [])
  }

  @Test func `replacing deletes venues missing from the file`() throws {
    _ = run(text)
    let report = run(
      #"[{"id":"2","name":"B"},{"id":"7","name":"X"}]"#,
      ImportOptions(rows: RowImportOptions(replacesEverything: true)))
    #expect(report.deleted == 2)
    #expect(report.counts.inserted == 1)
    #expect(report.counts.unchanged == 1)
    #expect(try names() == ["2 B", "7 X"])
  }

  @Test func `a canceled import leaves the store unchanged`() throws {
    let report = VenueImporter(store: store).run(.bytes(Array(text.utf8), name: "t")) { _ in false }
    #expect(report.error?.kind == .cancelled)
    #expect(try names() == [])
  }

  @Test func `an import whose store cannot be opened does not wait for its input`() throws {
    let folder = NSTemporaryDirectory() + "venues-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let pipe = folder + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let writer = open(pipe, O_RDWR | O_CLOEXEC)
    defer { close(writer) }
    let importer = VenueImporter(path: folder, model: store.model)
    let report = Mutex<FileReport?>(nil)
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let result = importer.run(.file(pipe))
      report.withLock { $0 = result }
      end.signal()
    }
    #expect(end.wait(timeout: .now() + 10) == .success)
    #expect(report.withLock { $0 }?.error?.kind == .store(.cannotOpen))
  }

  @Test func `every attribute reaches its column`() throws {
    let report = run(
      """
      {"id":"1","name":"A","contact":{"phone":"2"},"url":"u","menu":{"url":"m"},"verified":true,
      "specials":{"count":3},"closed":true,"date_closed":"2020-01-02","createdAt":5,"rating":7.5,
      "ratingSignals":4,"ratingColor":"00FF00","hours":{"status":"Open"},"photos":{"count":6},
      "venueChains":[{"name":"C"}],"location":{"address":"a","crossStreet":"x","neighborhood":"h","city":"c",
      "state":"s","postalCode":"p","country":"Land","cc":"LA","lat":1.5,"lng":-2.5,"distance":8},
      "price":{"currency":"$$$"},"stats":{"checkinsCount":10,"usersCount":11,"tipCount":12},
      "categories":[{"id":"k1","name":"K"},{"id":"l1","name":"L","primary":true}],
      "tips":{"groups":[{"items":[{"text":"T","createdAt":13,"agreeCount":14}]}]},
      "boba":{"favorite":true,"note":"N"}}
      """)
    #expect(report.warnings == [])
    let venue = try #require(try store.fetch(FetchRequest<Venue>()).first)
    #expect(venue.id + venue.name == "1A")
    #expect([venue.phone, venue.url, venue.menuURL] == ["2", "u", "m"])
    #expect(venue.verified && venue.closed && venue.favorite)
    #expect(venue.note == "N" && venue.chain == "C" && venue.hours == "Open")
    #expect(venue.closedAt == Date(timeIntervalSince1970: 1_577_923_200))
    #expect(venue.createdAt == Date(timeIntervalSince1970: 5))
    #expect(venue.rating == 7.5 && venue.ratingSignals == 4 && venue.ratingColor == "00FF00")
    #expect(venue.specialCount == 3 && venue.photoCount == 6)
    let place = venue.location
    #expect(
      [place.address, place.crossStreet, place.city, place.state, place.postalCode, place.country]
        == ["a", "x", "c", "s", "p", "Land"])
    #expect(place.countryCode == "LA" && place.latitude == 1.5 && place.longitude == -2.5)
    #expect(place.distance == 8 && place.neighborhood == "h")
    #expect(venue.priceInfo.tier == 3 && venue.priceInfo.priceCategory == "$$$")
    #expect(venue.stats.checkinsCount == 10 && venue.stats.usersCount == 11)
    #expect(venue.stats.tipCount == 12)
    #expect(venue.category == Category(name: "L", categoryID: "l1"))
    #expect(
      venue.categories
        == [Category(name: "K", categoryID: "k1"), Category(name: "L", categoryID: "l1")])
    #expect(venue.tips.map(\.text) == ["T"])
    #expect(venue.tips.first?.createdAt == Date(timeIntervalSince1970: 13))
    #expect(venue.tips.first?.agreeCount == 14)
  }

  @Test func `a neighborhood without a list is in the list of neighborhoods`() throws {
    _ = run("id,name,neighborhood\n1,A,SoHo\n")
    _ = run("id,name,neighborhood,neighborhoods\n2,B,SoHo,SoHo; NoHo\n3,C,SoHo,\n")
    _ = run(#"{"id":"4","name":"D","tier":2,"neighborhood":"SoHo"}"#)
    var request = FetchRequest<Venue>()
    request.sortDescriptors = [FetchSortDescriptor("id")]
    #expect(
      try store.fetch(request).map(\.neighborhoods) == [
        ["SoHo"], ["SoHo", "NoHo"], ["SoHo"], ["SoHo"],
      ])
  }

  @Test func `events routed through the store keep their order`() {
    let places = [
      InputLocation(offset: 0, line: 1, column: 1), .init(offset: 0, line: 1, column: 1 << 40),
      .init(offset: 0, line: 2, column: 1), .init(offset: 0, line: 2, column: 9),
      .init(offset: 0, line: 1 << 33, column: 1),
    ]
    #expect(places.map { InputLocation(packed: $0.packed) } == places)
    #expect(places.map(\.packed) == places.map(\.packed).sorted())
  }
}

// MARK: Large and repeated

extension VenueImporterTests {
  /// Concatenated responses of the search API.
  private func downloads(rows: Int, ids: Int) -> String {
    let answers = stride(from: 0, to: rows, by: 30).map { start in
      let venues = (start..<min(start + 30, rows)).map { row in
        #"{"id":"\#(row * 7 % ids)","name":"Tea \#(row % 11)","location":{"distance":\#(row)}}"#
      }
      return """
        {"meta":{"code":200},"response":{"venues":[\(venues.joined(separator: ","))]}}
        """
    }
    return "{\"results\":[\(answers.joined(separator: ",\n"))]}"
  }

  @Test func `many rows of few venues are counted as repeated`() throws {
    let text = downloads(rows: 3090, ids: 590)
    for expected in [[3090, 590, 0, 0, 2500], [3090, 0, 0, 590, 2500]] {
      let report = run(text)
      let counts = report.counts
      #expect(
        [counts.rows, counts.inserted, counts.updated, counts.unchanged, counts.skipped]
          == expected)
      #expect(report.skippedRows.count == 20)
      #expect(report.skippedRows.allSatisfy { $0.message == "repeated id" })
    }
    #expect(try names().count == 590)
    #expect(try store.history().count == 1)
  }
}
