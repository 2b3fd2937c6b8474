import FetchKit
import Foundation
import Testing

@testable import Venues

@Suite struct OpenMomentTests {
  /// 2026-11-21 is a Saturday; 12:30 in UTC is 7:30 in New York and 20:30 in Taipei.
  private let date = Date(timeIntervalSince1970: 1_795_264_200)

  private func venue(_ zone: String?, _ openings: [Opening]) -> Venue {
    var venue = Venue()
    venue.timeZone = zone
    venue.openings = openings
    return venue
  }

  private func isOpen(_ venue: Venue) throws -> Bool {
    let moment = OpenMoment(
      date: date, localZone: try #require(TimeZone(identifier: "UTC")),
      zones: ["America/New_York", "Asia/Taipei", "Mars/Olympus"])
    return try moment.predicate.evaluate(with: venue)
  }

  @Test(arguments: [
    (1, 600, 1200, [Opening(opens: 600, closes: 1200)]),
    (1, 600, 60, [Opening(opens: 600, closes: 1500)]),
    (2, 0, 0, [Opening(opens: 1440, closes: 2880)]),
    (1, 1500, 0, [Opening(opens: 1500, closes: 2880)]),
    (1, 1500, 1560, [Opening(opens: 1500, closes: 1560)]),
    (7, 1380, 60, [Opening(opens: 10_020, closes: 10_080), Opening(opens: 0, closes: 60)]),
    (7, 1500, 0, [Opening(opens: 60, closes: 1440)]),
    (7, 600, 1440, [Opening(opens: 9240, closes: 10_080)]),
  ])
  func `hours end after they begin and are split at the end of the week`(
    day: Int, from: Int, to: Int, expected: [Opening]
  ) {
    #expect(Opening.openings(day: day, from: from, to: to) == expected)
  }

  @Test(arguments: [
    (nil, 12 * 60, 13 * 60, true), (nil, 13 * 60, 14 * 60, false),
    (nil, 12 * 60 + 30, 12 * 60 + 31, true), (nil, 12 * 60, 12 * 60 + 30, false),
    ("America/New_York", 7 * 60, 8 * 60, true), ("America/New_York", 12 * 60, 13 * 60, false),
    ("Asia/Taipei", 20 * 60, 21 * 60, true), ("Mars/Olympus", 12 * 60, 13 * 60, true),
  ])
  func `a venue is open by its local time`(
    zone: String?, opens: Int, closes: Int, isOpen: Bool
  ) throws {
    let place = venue(zone, Opening.openings(day: 6, from: opens, to: closes))
    #expect(try self.isOpen(place) == isOpen)
    #expect(
      try self.isOpen(venue(zone, Opening.openings(day: 5, from: opens, to: closes))) == false)
  }

  @Test(arguments: [(1, 0.0, true), (1, -11.9, true), (1, -12.1, false), (0, 0.0, false)])
  func `a venue's own statement counts for half a day`(word: Int, hours: Double, isOpen: Bool)
    throws
  {
    var place = Venue()
    place.openNow = word == 1
    place.openNowAt = date.addingTimeInterval(hours * 3600)
    #expect(try self.isOpen(place) == isOpen)
    place.openings = Opening.openings(day: 1, from: 0, to: 60)
    #expect(try self.isOpen(place) == false)
  }

  @Test func `the store finds the same open venues`() throws {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
    try store.write("Fill") { transaction in
      for (index, zone) in ["America/New_York", "Asia/Taipei", nil].enumerated() {
        for hour in 0..<24 {
          var place = venue(zone, Opening.openings(day: 6, from: hour * 60, to: hour * 60 + 60))
          place.id = "\(index)-\(hour)"
          place.name = place.id
          transaction.insert(place)
        }
      }
    }
    var request = FetchRequest<Venue>()
    let moment = try OpenMoment.now(
      in: store, date: date, localZone: try #require(TimeZone(identifier: "UTC")))
    #expect(moment.zones == ["America/New_York", "Asia/Taipei"])
    request.predicate = moment.predicate
    #expect(try store.fetch(request).map(\.id) == ["0-7", "1-20", "2-12"])
  }

  @Test(arguments: [
    (1, 540, 1020, [[540, 1020]]), (1, 540, 0, [[540, 1440]]), (2, 0, 0, [[1440, 2880]]),
    (7, 1200, 120, [[9840, 10080], [0, 120]]), (7, 1200, 1440, [[9840, 10080]]),
    (7, 1440, 1500, [[0, 60]]),
  ])
  func `hours past midnight belong to the next day, those past Sunday to Monday`(
    day: Int, opens: Int, closes: Int, minutes: [[Int]]
  ) {
    let openings = Opening.openings(day: day, from: opens, to: closes)
    #expect(openings.map { [$0.opens, $0.closes] } == minutes)
  }
}
