import FetchKit
import Testing
@testable import Venues

@Suite struct ListTotalsTests {
  private func store() throws -> FetchStore {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
    let venues = [
      venue("a", tier: 1, deals: 2, tips: 3, distance: 100),
      venue("b", tier: 1, deals: 0, tips: nil, distance: nil),
      venue("c", tier: 2, deals: 1, tips: 5, distance: 300),
      venue("d", tier: 1, deals: 4, tips: 7, distance: 500, isClosed: true),
    ]
    try store.write("Fill") { work in for venue in venues { work.insert(venue) } }
    return store
  }

  private func venue(
    _ id: String, tier: Int, deals: Int, tips: Int?, distance: Double?, isClosed: Bool = false
  ) -> Venue {
    var venue = Venue()
    venue.id = id
    venue.name = id
    venue.priceInfo.tier = tier
    venue.specialCount = deals
    venue.stats.tipCount = tips
    venue.location.distance = distance
    venue.closed = isClosed
    return venue
  }

  @Test(arguments: [
    (
      Set<PriceLevel>(), false,
      ListTotals(shown: totals(3, 3, 8, 200, [2, 300, 5]), total: 3, closedHidden: 1)
    ),
    (
      Set([PriceLevel.cheap]), false,
      ListTotals(shown: totals(2, 2, 3, 100, [2, 100, 3]), total: 3, closedHidden: 1)
    ),
    (
      Set([PriceLevel.cheap]), true,
      ListTotals(shown: totals(3, 6, 10, 300, [4, 500, 7]), total: 4, closedHidden: 0)
    ),
  ])
  func `totals cover visible, all and hidden venues`(
    prices: Set<PriceLevel>, includesClosed: Bool, expected: ListTotals
  ) async throws {
    var choices = FilterChoices()
    (choices.prices, choices.includesClosed) = (prices, includesClosed)
    let totals = try await store().snapshot { [choices] in
      try ListTotals.fetch(choices, in: Venue.entity, from: $0)
    }
    #expect(totals == expected)
  }

  /// The maxima are of deals, distance and tips.
  private static func totals(
    _ count: Int, _ deals: Double, _ tips: Double, _ distance: Double, _ maxima: [Double]
  ) -> VenueTotals {
    VenueTotals(
      count: count, deals: deals, tips: tips, averageDistance: distance,
      maxima: [
        "specialCount": maxima[0], "location.distance": maxima[1], "stats.tipCount": maxima[2],
      ])
  }

  @Test func `without choices every venue is counted`() async throws {
    let store = try store()
    var choices = FilterChoices()
    choices.includesClosed = true
    let counts = try await store.snapshot { [choices] in
      try FilterCounts.fetch(choices, in: Venue.entity, from: $0)
    }
    #expect(counts.matching == 4)
    #expect(counts.prices[.cheap] == 3)
    #expect(counts.sums[.deals] == 7)
  }

  @Test func `clearing keeps the radius and whether closed venues are shown`() {
    var choices = FilterChoices()
    choices.prices = [.cheap]
    choices.search = "tea"
    choices.radius = 750
    choices.includesClosed = true
    #expect(!choices.isEmpty && choices.cleared.isEmpty)
    #expect(choices.cleared.radius == 750 && choices.cleared.includesClosed)
  }

  @Test func `toggling a favorite changes nothing else`() async throws {
    let store = try store()
    try await store.setFavorite(true, ofVenue: "a")
    var request = FetchRequest<Venue>()
    request.predicate = try FetchPredicate(format: "favorite == YES")
    let marked = try await store.fetch(request)
    #expect(marked.map(\.id) == ["a"])
    #expect(marked.map(\.specialCount) == [2])
    try await store.setFavorite(false, ofVenue: "a")
    #expect(try await store.count(request) == 0)
  }
}
