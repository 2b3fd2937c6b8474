import FetchKit
import Testing
import Venues

@Suite struct SavedFilterTests {
  private func store() throws -> FetchStore {
    try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
  }

  @Test func `filters are saved by name, the last one of a name`() throws {
    let store = try store()
    let first = SavedFilter(
      name: "b", predicate: try FetchPredicate(format: "rating > $R"), sort: ["-rating"])
    #expect(try first.save(in: store) == false)
    #expect(try SavedFilter(name: "a", predicate: nil).save(in: store) == false)
    let second = SavedFilter(name: "b", predicate: try FetchPredicate(format: "rating >= $R"))
    #expect(try second.save(in: store))
    #expect(try SavedFilter.all(in: store).map(\.predicate) == ["TRUEPREDICATE", "rating >= $R"])
    #expect(try SavedFilter.all(in: store).map(\.variables) == [[], ["R"]])
    #expect(try SavedFilter.delete("b", from: store))
    #expect(try SavedFilter.delete("b", from: store) == false)
    #expect(try SavedFilter.all(in: store).map(\.name) == ["a"])
    #expect(try store.history() == [])
  }

  @Test func `filters are in the natural order of their names`() throws {
    let store = try store()
    for name in ["f3", "F10", "b", "F2", "F1"] {
      try SavedFilter(name: name, predicate: nil).save(in: store)
    }
    let names = try SavedFilter.all(in: store).map(\.name)
    #expect(names == ["b", "F1", "F2", "f3", "F10"])
  }

  @Test func `a filter is a template of requests`() throws {
    let filter = SavedFilter(
      name: "near", predicate: try FetchPredicate(format: "location.distance < $METERS"),
      sort: ["-rating"])
    let model = ManagedObjectModel(
      entities: [Venue.entity], fetchRequestTemplates: ["near": try filter.template])
    let request = try model.fetchRequest(
      fromTemplate: "near", substituting: ["METERS": 500], as: Venue.self)
    #expect(request.predicate?.predicateFormat == "location.distance < 500")
    #expect(request.sortDescriptors.map(\.keyPath) == ["rating", "id"])
  }

  @Test(arguments: [
    ("rating > $R", "R", "rating", false), ("$N == name", "N", "name", false),
    ("priceInfo.tier IN $T", "T", "priceInfo.tier", true),
    ("rating BETWEEN {$A, 9}", "A", "rating", false),
    ("ANY tips.agreeCount > $C", "C", "agreeCount", false),
    ("tips.@count > $C", "C", "tips.@count", false),
    ("stats.tipCount + $X > 5", "X", "stats.tipCount", false),
    ("NOT (closed == $F OR name == 'a')", "F", "closed", false),
  ])
  func `a variable has the type of the attribute it is compared with`(
    format: String, name: String, keyPath: String, isList: Bool
  ) throws {
    let uses = try FetchPredicate(format: format).usesOfVariables(in: Venue.entity)
    #expect(uses.count == 1)
    #expect(uses[name]?.isList == isList)
    #expect(uses[name]?.attribute.keyPath == keyPath)
  }
}
