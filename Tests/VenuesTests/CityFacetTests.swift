import FetchKit
import Testing

@testable import Venues

/// Cities in the facets of the filter.
struct CityFacetTests {
  private func store(_ cities: [String?]) throws -> FetchStore {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
    try store.write("Fill") { work in
      for (index, city) in cities.enumerated() {
        var venue = Venue()
        (venue.id, venue.name, venue.location.city) = ("v\(index)", "V", city)
        work.insert(venue)
      }
    }
    return store
  }

  @Test(arguments: [
    ([], 4, ["New York 4", "Bogotá 3", "Rye 1"], 0), ([], 1, ["New York 4"], 2),
    (["new york"], 4, ["new york 4", "Bogotá 3", "Rye 1"], 0),
    (["bogota", "Rye"], 4, ["bogota 3", "Rye 1", "New York 4"], 0),
  ])
  func `spellings that the filter does not tell apart are one city, by the most frequent one`(
    chosen: [String], limit: Int, expected: [String], hidden: Int
  ) async throws {
    let store = try store([
      "New York", "New York", "new york", "NEW YORK", "Bogota", "Bogotá", "Bogotá", "Rye", nil,
    ])
    let facets = try await store.snapshot { snapshot in
      var choices = FilterChoices()
      choices.cities = chosen
      var query = FilterFacets.Query()
      query.limit = limit
      return try FilterFacets.fetch(choices, query, in: Venue.entity, from: snapshot)
    }
    #expect(facets[.city].map { "\($0.name) \($0.count)" } == expected)
    #expect(facets.hidden[.city] == hidden)
  }
}
