import Foundation
import GRDB
import Testing
import TestSupport

@testable import FetchKit

/// An object with dates in each place that a store keeps them.
private struct Event: FetchableEntity, Equatable {
  struct Visit: DescribedValue, Equatable {
    var date: Date?

    static let entity = EntityDescription(
      Visit.self, name: "Visit", properties: [.attribute("date", \.date)])
  }

  var objectID: ObjectID?
  var name = ""
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var end: Date?
  var visits: [Visit] = []

  static let entity = EntityDescription(
    Event.self, name: "Event",
    properties: [
      .attribute("name", \.name), .attribute("date", \.date), .attribute("end", \.end),
      .toMany("visits", \.visits, table: "event_visit"),
    ], identifier: "name", indexes: [["date"]])

  static func == (left: Event, right: Event) -> Bool {
    (left.name, left.date, left.end) == (right.name, right.date, right.end)
      && left.visits == right.visits
  }
}

@Suite struct DateTests {
  private static let model = ManagedObjectModel(entities: [Event.entity])
  private let temporary: TemporaryStore

  init() throws { temporary = try TemporaryStore() }

  /// Dates of random bits between the distant past and the distant future, and dates of today.
  ///
  /// `FETCHKIT_FUZZ_DATES=1000000` for a long run.
  private static func dates() -> [Date] {
    let count = ProcessInfo.processInfo.environment["FETCHKIT_FUZZ_DATES"].flatMap { Int($0) }
    let limits =
      Date.distantPast
      .timeIntervalSinceReferenceDate...Date.distantFuture.timeIntervalSinceReferenceDate
    var random = SeededRandom(seed: 1)
    return (0..<(count ?? 3000)).map { number in
      guard !number.isMultiple(of: 4) else { return Date() }
      guard !number.isMultiple(of: 3) else {
        return Date(timeIntervalSinceReferenceDate: .random(in: 0...2e9, using: &random))
      }
      while true {
        let seconds = Double(bitPattern: random.next())
        if seconds.isFinite, limits.contains(seconds) {
          return Date(timeIntervalSinceReferenceDate: seconds)
        }
      }
    }
  }

  private static func events(_ dates: [Date]) -> [Event] {
    dates.enumerated().map { number, date in
      Event(
        name: "\(number)", date: date, end: number.isMultiple(of: 2) ? date : nil,
        visits: [Event.Visit(date: date)])
    }
  }

  private static func isSame(_ found: [Date?], _ expected: [Date]) -> Bool {
    found.map { $0?.timeIntervalSinceReferenceDate.bitPattern }
      == expected.map { $0.timeIntervalSinceReferenceDate.bitPattern }
  }

  @Test(arguments: [true, false])
  @MainActor func `dates survive a round trip bit for bit`(inMemory: Bool) async throws {
    let store = try FetchStore(path: inMemory ? ":memory:" : temporary.path, model: Self.model)
    let dates = Self.dates()
    let events = Self.events(dates)
    try await store.write("Add") { for event in events { $0.insert(event) } }

    func check(_ found: [Event]) {
      #expect(Self.isSame(found.map(\.date), dates))
      #expect(Self.isSame(found.map { $0.visits.first?.date }, dates))
      #expect(found == events)
    }
    let request = FetchRequest<Event>()
    check(try await store.fetch(request))
    var sorted = request
    sorted.sortDescriptors = [FetchSortDescriptor("date")]
    let controller = FetchedResultsController(sorted, store: store)
    try await controller.performFetch()
    #expect(try controller.fetchedObjects.map(\.date) == dates.sorted())
    let rows = try await store.dictionaries(request)
    #expect(Self.isSame(rows.map { $0["date"]?.dateValue }, dates))

    try await store.perform(
      BatchUpdateRequest(
        entity: Event.entity, set: ["date": .constant(.date(.distantFuture))]))
    #expect(try await store.fetch(request).allSatisfy { $0.date == .distantFuture })
    try await store.undo()
    check(try await store.fetch(request))
    for date in dates.prefix(100) {
      var equal = request
      equal.predicate = try FetchPredicate(
        format: "date == %@ AND date IN %@ AND ANY visits.date == %@", date, [date], date)
      let same = try await store.fetch(equal)
      #expect(!same.isEmpty && same.allSatisfy { $0.date == date })
      let nextAfter = Date(
        timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.nextUp)
      equal.predicate = try FetchPredicate(format: "date < %@ AND date >= %@", nextAfter, date)
      #expect(try await store.count(equal) == same.count)
    }
  }

  /// The dates of a store as earlier versions wrote them: seconds since 1970.
  private func makeStoreOfFormat1(_ events: [Event]) throws {
    let store = try temporary.open(Event.entity)
    try store.write("Add") { for event in events { $0.insert(event) } }
    try store.perform(BatchUpdateRequest(entity: Event.entity, set: ["end": .constant(.null)]))
    try store.close()
    let queue = try DatabaseQueue(path: temporary.path)
    try queue.write { database in
      for table in ["event", "event_visit", "fetchkit_undo_event"] {
        let names = try database.columns(in: table).map(\.name)
        for name in names where ["date", "end"].contains(name) {
          try database.execute(
            sql: "UPDATE \(table) SET \"\(name)\" = \"\(name)\" + 978307200.0")
        }
      }
      try database.execute(
        sql: """
          UPDATE fetchkit_step SET date = date + 978307200.0;
          UPDATE event SET content_hash = 7; PRAGMA user_version = 1
          """)
    }
    try queue.close()
  }

  private static let whole = events((0..<20).map { Date(timeIntervalSince1970: Double($0) * 5e7) })

  @Test func `an earlier store shows the same dates`() throws {
    try makeStoreOfFormat1(Self.whole)
    for _ in 0..<2 {
      let store = try temporary.open(Event.entity)
      var expected = Self.whole
      for index in expected.indices { expected[index].end = nil }
      #expect(try store.fetch(FetchRequest<Event>()) == expected)
      #expect(try store.problems() == [])
      let (hashes, flat) = try store.database.read { database in
        (
          try Int.fetchOne(database, sql: "SELECT COUNT(content_hash) FROM event"),
          try String.fetchOne(database, sql: "SELECT date FROM event_flat WHERE name = '1'")
        )
      }
      #expect(hashes == 0)
      #expect(flat == "1971-08-02T16:53:20Z")
      try store.close()
    }
    let store = try temporary.open(Event.entity)
    try store.undo()
    #expect(try store.fetch(FetchRequest<Event>()) == Self.whole)
    let step = try #require(try store.history().last)
    #expect(abs(step.date.timeIntervalSinceNow) < 600)
  }

  @Test func `a migration reads the dates of an earlier store`() throws {
    try makeStoreOfFormat1(Self.whole)
    let entity = EntityDescription(
      name: "Event",
      attributes: Event.entity.attributes.map {
        $0.keyPath == "date" ? AttributeDescription("date", .integer, isOptional: false) : $0
      }, toMany: Event.entity.toMany, identifier: "name")
    let store = try FetchStore(
      path: temporary.path, model: ManagedObjectModel(entities: [entity]),
      migrations: [
        .converting("date", in: "Event") {
          .integer(Int64($0.dateValue?.timeIntervalSince1970 ?? -1))
        }
      ])
    let found = try store.fetch(FetchRequest<FetchValue>(entityName: "Event"))
    let dates = found.map { $0.value(forKeyPath: "date") }
    #expect(dates == (0..<20).map { (index: Int64) in .integer(index * 50_000_000) })
  }

  @Test func `a damaged earlier store keeps its dates`() throws {
    try makeStoreOfFormat1(Self.whole)
    _ = try FetchStore.salvage(at: temporary.path, model: Self.model)
    let store = try temporary.open(Event.entity)
    #expect(try store.fetch(FetchRequest<Event>()).map(\.date) == Self.whole.map(\.date))
  }
}
