import FetchKit
import Testing

@MainActor
@Suite struct RelationshipChangeTests {
  private let catalog: Catalog
  private var store: FetchStore { catalog.store }

  init() throws { catalog = try Catalog() }

  private func stories(
    sectionedBy section: String? = nil, _ format: String? = nil, prefetching: [String] = []
  ) throws -> FetchedResultsController<Story> {
    var request = FetchRequest<Story>()
    request.predicate = try format.map { try FetchPredicate(format: $0) }
    request.sortDescriptors = ([section].compactMap(\.self) + ["title"]).map {
      FetchSortDescriptor($0)
    }
    request.relationshipKeyPathsForPrefetching = prefetching
    let results = FetchedResultsController(
      request, store: store, sectionNameKeyPath: section)
    try results.performFetch()
    return results
  }

  private func rename(_ name: String, to other: String) throws {
    var writer = try catalog.writer(name)
    writer.name = other
    try store.write("Rename") { [writer] in $0.update(writer) }
  }

  @Test func `sections follow the objects that name them`() throws {
    let results = try stories(sectionedBy: "writer.name")
    #expect(results.sections.map(\.name) == ["", "Herbert", "Lem"])
    try rename("Lem", to: "Asimov")
    #expect(results.sections.map(\.name) == ["", "Asimov", "Herbert"])
    #expect(results.sections.map(\.numberOfObjects) == [1, 1, 2])
  }

  @Test func `a filter follows related objects`() throws {
    let results = try stories("writer.name == 'Herbert'")
    let topics = try stories("ANY topics.name == 'space'")
    try rename("Herbert", to: "H")
    #expect(results.sections.map(\.numberOfObjects) == [0])
    try rename("H", to: "Herbert")
    #expect(results.sections.map(\.numberOfObjects) == [2])
    var space = try #require(catalog.fetch(Topic.self, "name == 'space'").first)
    space.stories.removeLast()
    try store.write("Remove") { [space] in $0.update(space) }
    #expect(try topics.fetchedObjects.map(\.title) == ["Dune"])
  }

  @Test func `objects are not updated when others change that are not prefetched`() throws {
    let results = try stories(sectionedBy: "writer.name")
    var seen: [ResultsChange] = []
    results.changeObserver = { seen += $0 }
    var lem = try catalog.writer("Lem")
    lem.born = 1
    try store.write("Edit") { [lem] in $0.update(lem) }
    #expect(seen.isEmpty)
  }

  @Test func `a changed request takes effect with the next fetch`() throws {
    var request = FetchRequest<Story>()
    request.sortDescriptors = [FetchSortDescriptor("title")]
    request.relationshipKeyPathsForPrefetching = ["writer"]
    let results = FetchedResultsController(request, store: store)
    try results.performFetch()
    results.fetchRequest.relationshipKeyPathsForPrefetching = []
    #expect(
      try results.fetchedObjects.map { $0.writer?.name } == [nil, "Herbert", "Herbert", "Lem"])
  }

  @Test func `only objects whose prefetched objects changed are updated`() throws {
    let results = try stories(prefetching: ["writer", "topics"])
    var seen: [ResultsChange] = []
    results.changeObserver = { seen = $0 }
    #expect(
      try results.fetchedObjects.map { $0.writer?.name } == [nil, "Herbert", "Herbert", "Lem"])
    try rename("Lem", to: "S. Lem")
    #expect(seen.count == 1)
    #expect(
      try results.fetchedObjects.map { $0.writer?.name } == [nil, "Herbert", "Herbert", "S. Lem"])
    var sand = try #require(catalog.fetch(Topic.self, "name == 'sand'").first)
    sand.name = "desert"
    try store.write("Rename") { [sand] in $0.update(sand) }
    #expect(seen.count == 2)
    #expect(try results.fetchedObjects[1].topics.map(\.name) == ["space", "desert"])
  }

  @Test func `a change through the inverse is a change of the object`() throws {
    var request = FetchRequest<Writer>()
    request.sortDescriptors = [FetchSortDescriptor("stories.@count"), FetchSortDescriptor("name")]
    let results = FetchedResultsController(request, store: store)
    try results.performFetch()
    var seen: [ResultsChange] = []
    results.changeObserver = { seen = $0 }
    #expect(try results.fetchedObjects.map(\.name) == ["Nobody", "Lem", "Herbert"])
    var dune = try catalog.story("Dune")
    dune.writer = try ObjectReference(catalog.writer("Lem"))
    try store.write("Give") { [dune] in $0.update(dune) }
    #expect(try results.fetchedObjects.map(\.name) == ["Nobody", "Herbert", "Lem"])
    #expect(try results.fetchedObjects.map(\.stories.count) == [0, 1, 2])
    #expect(seen.count == 2)
    try store.undo()
    #expect(try results.fetchedObjects.map(\.name) == ["Nobody", "Lem", "Herbert"])
  }

  @Test func `sequences follow related objects`() async throws {
    var request = FetchRequest<Story>()
    request.predicate = try FetchPredicate(format: "writer.name == 'Lem'")
    var counts = store.counts(of: request).makeAsyncIterator()
    #expect(try await counts.next() == 1)
    try rename("Lem", to: "L")
    #expect(try await counts.next() == 0)
  }
}
