import FetchKit
import Testing
import Venues

@Suite struct ListTotalsTests {
  private func store() throws -> Store {
    let store = try Store(path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
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

  @Test func `totals cover visible, all and hidden venues`() async throws {
    let store = try store()
    let all = try await store.snapshot {
      try ListTotals.fetch(FilterChoices(), in: Venue.entity, from: $0)
    }
    #expect(
      all
        == ListTotals(
          shown: VenueTotals(
            count: 3, deals: 3, tips: 8, averageDistance: 200,
            maxima: ["specialCount": 2, "location.distance": 300, "stats.tipCount": 5]), total: 3,
          closedHidden: 1))
    var choices = FilterChoices()
    choices.prices = [.cheap]
    let cheap = try await store.snapshot { [choices] in
      try ListTotals.fetch(choices, in: Venue.entity, from: $0)
    }
    #expect(
      cheap
        == ListTotals(
          shown: VenueTotals(
            count: 2, deals: 2, tips: 3, averageDistance: 100,
            maxima: ["specialCount": 2, "location.distance": 100, "stats.tipCount": 3]), total: 3,
          closedHidden: 1))
    choices.includesClosed = true
    let open = try await store.snapshot { [choices] in
      try ListTotals.fetch(choices, in: Venue.entity, from: $0)
    }
    #expect(
      open
        == ListTotals(
          shown: VenueTotals(
            count: 3, deals: 6, tips: 10, averageDistance: 300,
            maxima: ["specialCount": 4, "location.distance": 500, "stats.tipCount": 7]), total: 4))
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
