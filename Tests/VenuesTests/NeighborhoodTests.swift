import FetchKit
import Testing

@testable import Venues

/// Venues with several neighborhoods.
struct NeighborhoodTests {
  private func store() throws -> FetchStore {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
    try store.write("Fill") { work in
      let places = [["Chinatown", "Nolita"], ["Nolita"], ["Chinatown", "Little Italy"], []]
      for (index, names) in places.enumerated() {
        var venue = Venue()
        venue.id = "v\(index)"
        venue.name = venue.id
        venue.location.neighborhood = names.first
        venue.neighborhoods = names
        work.insert(venue)
      }
      // From before there was a list.
      var old = Venue()
      old.id = "old"
      old.name = "old"
      old.location.neighborhood = "nolita"
      work.insert(old)
    }
    return store
  }

  @Test(arguments: [
    (["Nolita"], ["old", "v0", "v1"]), (["Little*"], ["v2"]),
    (["Chinatown", "Soho"], ["v0", "v2"]),
  ])
  func `the filter finds a venue by each of its neighborhoods`(names: [String], ids: [String])
    throws
  {
    var choices = FilterChoices()
    choices.neighborhoods = names
    var request = FetchRequest<Venue>()
    request.predicate = choices.predicate
    request.sortDescriptors = [FetchSortDescriptor("id")]
    #expect(try store().fetch(request).map(\.id) == ids)
  }

  @Test(arguments: [
    ("", ["Nolita 3", "Chinatown 2", "Little Italy 1"]),
    ("lita", ["Nolita 3"]),
    ("ital", ["Little Italy 1"]),
  ])
  func `each neighborhood has a count`(search: String, expected: [String]) async throws {
    let found = try await store().snapshot { snapshot in
      var query = FilterFacets.Query()
      query.hasNeighborhoods = try VenueSectioning.neighborhood.hasValues(in: snapshot)
      query[.neighborhood] = search
      let facets = try FilterFacets.fetch(
        FilterChoices(), query, in: Venue.entity, from: snapshot)
      return facets[.neighborhood].map { "\($0.name) \($0.count)" }
    }
    #expect(found == expected)
  }
}
