import FetchKit
import Foundation
import Testing

/// A place as a client of the library describes it.
private struct Venue: FetchableEntity {
  struct Stats: Sendable { var tipCount = 0 }
  struct Location: Sendable { var distance: Double? }

  var objectID: ObjectID?
  var name = ""
  var specialCount = 0
  var stats = Stats()
  var location = Location()

  static let entity = EntityDescription(
    Venue.self, name: "Venue",
    properties: [
      .attribute("name", \.name), .attribute("specialCount", \.specialCount),
      .attribute("stats.tipCount", \.stats.tipCount),
      .attribute("location.distance", \.location.distance),
    ])
}

/// Code of a client that imports this library and Foundation: no name is ambiguous.
@MainActor
struct PublicInterfaceTests {
  @Test func `the public API compiles and works as documented`() async throws {
    let (store, request) = try typedRequest()
    let found = try await store.fetch(request)
    #expect(found.map(\.name) == ["Tea House"])
    try checkResults(store, request)
    try checkDictionaries(store, request)
    try checkBatches(store)
  }

  private func typedRequest() throws -> (FetchStore, FetchRequest<Venue>) {
    let model = ManagedObjectModel(entities: [Venue.entity])
    let store = try FetchStore(path: ":memory:", model: model)
    try store.write("Add a venue") { transaction in
      var venue = Venue()
      (venue.name, venue.specialCount, venue.stats.tipCount) = ("Tea House", 2, 30)
      transaction.insert(venue)
    }
    var request = FetchRequest<Venue>(entityName: "Venue")
    request.predicate = try FetchPredicate(
      format: "stats.tipCount > %d AND name CONTAINS[c] %@", 20, "tea")
    #expect(try store.count(request) == 1)
    request.predicate = try FetchPredicate(#Predicate<Venue> { $0.stats.tipCount > 20 })
    request.sortDescriptors = [
      FetchSortDescriptor("location.distance", nils: .last),
      FetchSortDescriptor(\Venue.name, comparison: .natural),
    ]
    let venues = try store.fetch(request)
    #expect(try venues.map(\.objectID) == store.objectIDs(request))
    return (store, request)
  }

  private func checkResults(_ store: FetchStore, _ request: FetchRequest<Venue>) throws {
    let results = FetchedResultsController(request, store: store, sectionNameKeyPath: \.name)
    try results.performFetch()
    #expect(results.sections.map(\.name) == ["Tea House"])
    #expect(results.sectionIndexTitles == ["T"])
    let venue = try results.object(at: IndexPath(row: 0, section: 0))
    let id = try #require(venue.objectID)
    #expect(results.indexPath(for: id) == IndexPath(row: 0, section: 0))
  }

  private func checkDictionaries(_ store: FetchStore, _ typed: FetchRequest<Venue>) throws {
    var request = typed
    let sum = ExpressionDescription(
      name: "sumDeals", function: .sum, keyPath: "specialCount", resultType: .integer)
    request.propertiesToFetch = [.attribute(\Venue.name), .expression(sum)]
    request.group(by: \.name)
    request.sortDescriptors = []
    request.havingPredicate = try FetchPredicate(format: "sumDeals > 1")
    #expect(try store.dictionaries(request) == [["name": "Tea House", "sumDeals": 2]])
  }

  private func checkBatches(_ store: FetchStore) throws {
    let batch = BatchUpdateRequest(Venue.self, set: [\.specialCount: .constant(0)], where: nil)
    #expect(try store.perform(batch).changed == 1)
    #expect(try store.perform(BatchDeleteRequest(entity: Venue.entity, where: nil)).matched == 1)
    try store.undo()
    #expect(try store.count(FetchRequest<Venue>()) == 1)
  }

  @Test func `templates give requests, with their variables bound`() throws {
    let model = ManagedObjectModel(
      entities: [Venue.entity],
      fetchRequestTemplates: [
        "cheap": FetchRequestTemplate(
          entityName: "Venue", predicate: try FetchPredicate(format: "specialCount > 0")),
        "near": FetchRequestTemplate(
          entityName: "Venue", predicate: try FetchPredicate(format: "location.distance < $RADIUS")),
      ])
    let store = try FetchStore(path: ":memory:", model: model)
    let r1 = try model.fetchRequestTemplate(named: "cheap", as: Venue.self)
    let r2 = try model.fetchRequest(
      fromTemplate: "near", substituting: ["RADIUS": 500], as: Venue.self)
    #expect(r1.predicate?.predicateFormat == "specialCount > 0")
    #expect(r2.predicate?.predicateFormat == "location.distance < 500")
    #expect(try store.fetch(r2).isEmpty)
  }

  @Test func `a transaction is one change, and so is undoing it`() throws {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
    let id = try store.write("Open a venue") { $0.insert(Venue(name: "Tea House")) }
    var other = try #require(try store.object(with: id, as: Venue.self))
    other.name = "Tea Room"
    let venue = Venue(name: "Tea Garden")
    try store.write("Change venues") {
      $0.insert(venue); $0.update(other); $0.delete(id)
    }
    #expect(try store.fetch(FetchRequest<Venue>()).map(\.name) == ["Tea Garden"])
    try store.undo()
    #expect(try store.fetch(FetchRequest<Venue>()).map(\.name) == ["Tea House"])
  }

  @Test func `a typed predicate of two parts becomes a format`() throws {
    let typed = #Predicate<Venue> {
      $0.stats.tipCount > 20 && ($0.location.distance ?? 999_999) < 500
    }
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Venue.entity]))
    var near = Venue(name: "Tea House")
    (near.stats.tipCount, near.location.distance) = (30, 400)
    let places = [near, Venue(name: "Nowhere")]
    try store.write("Open") { work in
      for place in places { work.insert(place) }
    }
    var request = FetchRequest<Venue>(entityName: "Venue")
    request.predicate = try FetchPredicate(typed)
    request.sortDescriptors = [try FetchSortDescriptor(SortDescriptor(\Venue.name))]
    #expect(try store.fetch(request).map(\.name) == ["Tea House"])
    let results = FetchedResultsController(
      request, store: store, sectionNameKeyPath: "name", cacheName: "near")
    try results.performFetch()
    #expect(results.sections.map(\.name) == ["Tea House"])
    #expect(results.section(forSectionIndexTitle: "T", at: 0) == 0)
  }
}
