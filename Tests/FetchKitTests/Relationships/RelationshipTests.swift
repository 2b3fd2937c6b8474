import FetchKit
import Foundation
import Testing

@Suite struct RelationshipTests {
  private let catalog: Catalog
  private var store: FetchStore { catalog.store }

  init() throws { catalog = try Catalog() }

  @Test func `an object is read with the identities of its related objects`() throws {
    let herbert = try catalog.writer("Herbert")
    #expect(try catalog.titles(of: herbert.stories) == ["Dune", "Dune Messiah"])
    let dune = try catalog.story("Dune")
    #expect(dune.writer?.id == herbert.objectID)
    #expect(dune.writer?.object == nil)
    #expect(try catalog.story("Beowulf").writer == nil)
  }

  @Test func `prefetched objects come with the objects of a request`() throws {
    let stories = try catalog.fetch(
      Story.self, sortedBy: ["title"], prefetching: ["writer.house", "topics", "writer.stories"])
    #expect(stories.map { $0.writer?.name } == [nil, "Herbert", "Herbert", "Lem"])
    #expect(stories.map { $0.writer?.house??.name } == [nil, "Ace", "Ace", nil])
    #expect(stories.map { $0.topics.map(\.name) } == [[], ["space", "sand"], ["sand"], ["space"]])
    #expect(stories[1].writer?.stories?.map(\.title) == ["Dune", "Dune Messiah"])
    let values = try store.fetch(
      {
        var request = FetchRequest<FetchValue>(entity: Writer.entity)
        request.relationshipKeyPathsForPrefetching = ["stories"]
        request.fetchLimit = 1
        return request
      }())
    #expect(
      try FetchPredicate(format: "stories[1].title == 'Dune Messiah'").evaluate(with: values[0]))
    for keyPath in ["title", "writer.", "writer.house.", "writer..house", ""] {
      #expect(throws: StoreError.self) {
        try catalog.fetch(Story.self, prefetching: [keyPath])
      }
    }
  }

  @Test func `a relationship that is not fetched cannot be followed in memory`() throws {
    let dune = try catalog.story("Dune")
    let error = #expect(throws: FetchPredicateError.self) {
      try FetchPredicate(format: "writer.name == 'Herbert'").evaluate(with: dune)
    }
    #expect(
      error?.message
        == "the related object with the key 'name' was not fetched: name its relationship in relationshipKeyPathsForPrefetching"
    )
    #expect(try FetchPredicate(format: "writer == %@", dune.writer).evaluate(with: dune))
  }

  @Test func `writing a to-many relationship moves its objects`() throws {
    var lem = try catalog.writer("Lem")
    lem.stories = [try ObjectReference(catalog.story("Dune"))]
    try store.write("Give Dune to Lem") { [lem] in $0.update(lem) }
    #expect(try catalog.titles(of: catalog.writer("Lem").stories) == ["Dune"])
    #expect(try catalog.titles(of: catalog.writer("Herbert").stories) == ["Dune Messiah"])
    #expect(try catalog.story("Solaris").writer == nil)
    try store.undo()
    #expect(try catalog.titles(of: catalog.writer("Lem").stories) == ["Solaris"])
    #expect(try catalog.titles(of: catalog.writer("Herbert").stories) == ["Dune", "Dune Messiah"])
    try store.redo()
    #expect(try catalog.titles(of: catalog.writer("Lem").stories) == ["Dune"])
  }

  @Test func `a many-to-many relationship is written from both sides`() throws {
    var sand = try #require(catalog.fetch(Topic.self, "name == 'sand'").first)
    #expect(try catalog.titles(of: sand.stories) == ["Dune", "Dune Messiah"])
    sand.stories = [
      try ObjectReference(catalog.story("Solaris")), try ObjectReference(catalog.story("Dune")),
    ]
    try store.write("Move sand") { [sand] in $0.update(sand) }
    func topics() throws -> [[String?]] {
      try catalog.fetch(Story.self, sortedBy: ["title"], prefetching: ["topics"])
        .map { $0.topics.map(\.name) }
    }
    #expect(try topics() == [[], ["space", "sand"], [], ["space", "sand"]])
    try store.undo()
    #expect(try topics() == [[], ["space", "sand"], ["sand"], ["space"]])
    var dune = try catalog.story("Dune")
    dune.topics.reverse()
    try store.write("Reverse") { [dune] in $0.update(dune) }
    #expect(try topics()[1] == ["sand", "space"])
  }

  @Test func `an ordered relationship keeps its order in an attribute`() throws {
    var solaris = try catalog.story("Solaris")
    let chapters = try store.write("Insert chapters") { transaction in
      ["I", "II", "III"].map { transaction.insert(Chapter($0)) as ObjectReference<Chapter> }
    }
    solaris.chapters = [chapters[2], chapters[0], chapters[1]]
    try store.write("Order chapters") { [solaris] in $0.update(solaris) }
    func headings() throws -> [String?] {
      try catalog.fetch(Story.self, "title == 'Solaris'", prefetching: ["chapters"])[0]
        .chapters.map(\.heading)
    }
    #expect(try headings() == ["III", "I", "II"])
    #expect(
      try catalog.fetch(Story.self, "chapters[0].heading == 'III'").map(\.title) == ["Solaris"])
    #expect(
      try catalog.fetch(Story.self, "chapters[LAST].heading == 'II'").map(\.title) == ["Solaris"])
    var more = Chapter("IV")
    more.story = try ObjectReference(solaris)
    try store.write("Append") { [more] in _ = $0.insert(more) as ObjectID }
    #expect(try headings() == ["III", "I", "II", "IV"])
    try store.undo()
    try store.undo()
    #expect(try headings() == [])
  }

  @Test func `a pair of to-one relationships leads both ways`() throws {
    let passes = try store.write("Insert passes") { transaction in
      [1, 2].map { transaction.insert(Pass($0)) as ObjectReference<Pass> }
    }
    func holders() throws -> [String?] {
      try catalog.fetch(Pass.self, sortedBy: ["number"], prefetching: ["holder"])
        .map { $0.holder?.name }
    }
    func hand(_ pass: Int, to name: String) throws {
      var writer = try catalog.writer(name)
      writer.pass = passes[pass]
      try store.write("Hand a pass") { [writer] in $0.update(writer) }
    }
    try hand(0, to: "Lem")
    try hand(1, to: "Herbert")
    #expect(try holders() == ["Lem", "Herbert"])
    try hand(0, to: "Herbert")
    #expect(try holders() == ["Herbert", nil])
    #expect(try catalog.writer("Lem").pass == nil)
    try store.undo()
    #expect(try holders() == ["Lem", "Herbert"])
    var first = try #require(catalog.fetch(Pass.self, "number == 1").first)
    first.holder = try ObjectReference(catalog.writer("Nobody"))
    try store.write("Give away") { [first] in $0.update(first) }
    #expect(try catalog.writer("Nobody").pass == passes[0])
    #expect(try catalog.writer("Lem").pass == nil)
  }

  @Test func `objects that are gone or of another entity are refused`() throws {
    var dune = try catalog.story("Dune")
    let lem = try catalog.writer("Lem")
    let id = try #require(lem.objectID)
    try store.write("Delete Lem") { $0.delete(id) }
    dune.writer = try ObjectReference(lem)
    #expect(
      StoreFailure { try store.write("Edit") { [dune] in $0.update(dune) } }
        == StoreFailure(.objectNotFound, "Writer \(id.rowID) is no longer in the store"))
    #expect(throws: StoreError.self) { try ObjectReference<Topic>(id) }
    #expect(throws: StoreError.self) { try ObjectReference(Topic("new")) }
    #expect(
      throws: FetchPredicateError.self,
      performing: {
        try catalog.fetch(Story.self, "writer == %@", [ObjectID(entityName: "Topic", rowID: 1)])
      })
  }

  @Test func `an untyped object is written with its relationships`() throws {
    let lem = try #require(catalog.writer("Lem").objectID)
    try store.write("Insert") { transaction in
      _ = transaction.insert(
        ["title": "Fiasco", "writer": FetchValue(lem), "topics": [1, 2]], into: Story.entity)
    }
    let fiasco = try catalog.fetch(Story.self, "title == 'Fiasco'", prefetching: ["writer"])[0]
    #expect(fiasco.writer?.name == "Lem")
    #expect(fiasco.topics.count == 2)
    #expect(
      StoreFailure {
        try store.write("Insert") { transaction in
          transaction.insert(
            ["writer": FetchValue(ObjectID(entityName: "Topic", rowID: 1))], into: Story.entity)
        }
      } == StoreFailure(.invalidRequest, "Topic 1 is not an object of the entity 'Writer'"))
  }
}
