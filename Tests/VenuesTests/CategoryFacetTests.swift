import FetchKit
import Foundation
import Testing

@testable import Venues

/// Categories with levels in the facets of the filter.
struct CategoryFacetTests {
  private static let paths = [
    ["Dining > Café > Bubble Tea Shop"], ["Dining > Café > Bubble Tea Shop", "Dining > Café"],
    ["Dining > Bakery"], ["Dining > Bar > Wine Bar", "Dining > Bar > Beer Bar"],
    ["Retail > Bakery"],
    [nil],
  ]

  private func store(_ paths: [[String?]] = paths) throws -> FetchStore {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
    try store.write("Fill") { work in
      for (index, paths) in paths.enumerated() {
        var venue = Venue()
        venue.id = "v\(index)"
        venue.name = venue.id
        venue.categories = paths.map { path in
          var category = Category(name: path?.components(separatedBy: " > ").last ?? "Tea Room")
          category.path = path
          return category
        }
        venue.category = venue.categories.first ?? Category()
        work.insert(venue)
      }
    }
    return store
  }

  /// The categories as lines, indented and with their counts.
  private func categories(
    _ store: FetchStore, chosen: [String] = [], search: String = "", limit: Int = 4
  ) async throws -> [String] {
    var choices = FilterChoices()
    choices.categories = chosen
    return try await store.snapshot { [choices] snapshot in
      var query = FilterFacets.Query()
      query.hasLevels = try FilterFacets.hasLevels(in: snapshot)
      (query[.category], query.limit) = (search, limit)
      let facets = try FilterFacets.fetch(choices, query, in: Venue.entity, from: snapshot)
      return facets[.category].map { entry in
        String(repeating: "  ", count: entry.depth) + "\(entry.title) \(entry.count)"
          + (choices.categories.contains(entry.name) ? " *" : "")
      }
    }
  }

  @Test func `levels are a tree that opens where a category is chosen`() async throws {
    let store = try store()
    #expect(try await categories(store) == ["Dining 4", "Retail 1", "Tea Room 1"])
    #expect(
      try await categories(store, chosen: ["Dining >"])
        == ["Dining 4 *", "  Café 2", "  Bar 1", "  Bakery 1", "Retail 1", "Tea Room 1"])
    #expect(
      try await categories(store, chosen: ["Dining > Bar > Wine Bar"])
        == [
          "Dining 4", "  Café 2", "  Bar 1", "    Beer Bar 1", "    Wine Bar 1 *", "  Bakery 1",
          "Retail 1", "Tea Room 1",
        ])
    #expect(
      try await categories(store, chosen: ["Tea Room"], limit: 1)
        == ["Dining 4", "Tea Room 1 *"])
  }

  @Test func `the only category of a level is open`() async throws {
    let store = try store([["A > B > C"], ["A > B > D"], ["A > B > D"]])
    #expect(try await categories(store) == ["A 3", "  B 3", "    D 2", "    C 1"])
  }

  @Test func `a search finds categories of all levels`() async throws {
    let store = try store()
    #expect(try await categories(store, search: "BÂR") == ["Bar 1", "Beer Bar 1", "Wine Bar 1"])
    #expect(try await categories(store, search: "tea") == ["Bubble Tea Shop 2", "Tea Room 1"])
  }

  @Test func `without levels categories are a list`() async throws {
    #expect(try await categories(store([[nil], [nil]])) == ["Tea Room 2"])
  }

  @Test func `a chosen category replaces those above and below it`() {
    var choices = FilterChoices()
    choices.categories = ["Tea Room", "A >"]
    choices.toggle("A > B > C", of: .category)
    #expect(choices.categories == ["Tea Room", "A > B > C"])
    choices.toggle("A > BB", of: .category)
    choices.toggle("A > B", of: .category)
    #expect(choices.categories == ["Tea Room", "A > BB", "A > B"])
    choices.toggle("A > B", of: .category)
    choices.toggle("A >", of: .category)
    #expect(choices.categories == ["Tea Room", "A >"])
  }
}
