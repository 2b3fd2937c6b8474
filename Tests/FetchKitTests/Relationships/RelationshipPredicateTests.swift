import FetchKit
import Foundation
import Testing

@Suite struct RelationshipPredicateTests {
  private let catalog: Catalog
  private var store: FetchStore { catalog.store }

  init() throws { catalog = try Catalog() }

  /// The titles that both engines choose.
  private func titles(_ predicate: FetchPredicate) throws -> [String] {
    var request = FetchRequest<Story>()
    request.predicate = predicate
    let stored = try store.fetch(request).map(\.title)
    let all = try catalog.fetch(
      Story.self,
      prefetching: [
        "writer.house", "writer.stories.topics", "writer.pass", "topics.stories", "chapters",
      ])
    let memory = try all.filter { try predicate.evaluate(with: $0) }.map(\.title)
    #expect(stored == memory)
    return stored
  }

  private func titles(_ format: String, _ arguments: any PredicateArgument...) throws -> [String] {
    try titles(FetchPredicate(format: format, arguments: arguments))
  }

  @Test func `key paths lead through to-one relationships`() throws {
    #expect(try titles("writer.name == 'Lem'") == ["Solaris"])
    #expect(try titles("writer.name != 'Lem'") == ["Dune", "Dune Messiah", "Beowulf"])
    #expect(try titles("writer.house.name BEGINSWITH 'A'") == ["Dune", "Dune Messiah"])
    #expect(try titles("writer.house.name == nil") == ["Solaris", "Beowulf"])
    #expect(try titles("writer == nil") == ["Beowulf"])
    #expect(try titles("writer.born + 1 == 1921") == ["Dune", "Dune Messiah"])
    #expect(try titles("writer.name.length == 3") == ["Solaris"])
  }

  @Test func `key paths lead through to-many relationships`() throws {
    #expect(try titles("ANY topics.name == 'sand'") == ["Dune", "Dune Messiah"])
    #expect(try titles("ALL topics.name == 'space'") == ["Solaris", "Beowulf"])
    #expect(try titles("NONE topics.name == 'space'") == ["Dune Messiah", "Beowulf"])
    #expect(try titles("topics.@count == 2") == ["Dune"])
    #expect(try titles("writer.stories.@count > 1") == ["Dune", "Dune Messiah"])
    #expect(try titles("writer.stories.@count == nil") == ["Beowulf"])
    #expect(try titles("ANY writer.stories.price > 10") == ["Dune", "Dune Messiah"])
    #expect(try titles("writer.stories.@avg.price == 10.5") == ["Dune", "Dune Messiah"])
    #expect(try titles("@sum.writer.stories.price == 21") == ["Dune", "Dune Messiah"])
    #expect(try titles("writer.stories.@sum.price == nil") == ["Beowulf"])
    #expect(try titles("topics[0].name == 'space'") == ["Dune", "Solaris"])
    #expect(try titles("topics[LAST].name == 'sand'") == ["Dune", "Dune Messiah"])
    #expect(try titles("writer.stories[SIZE] == 1") == ["Solaris"])
  }

  @Test func `subqueries see related objects`() throws {
    #expect(
      try titles("SUBQUERY(topics, $t, $t.name == 'sand' AND $t.stories.@count == 2).@count == 1")
        == ["Dune", "Dune Messiah"])
    #expect(
      try titles("SUBQUERY(writer.stories, $n, ANY $n.topics.name == 'space').@count == 1")
        == ["Dune", "Dune Messiah", "Solaris"])
    #expect(try titles("SUBQUERY(topics, $t, $t.stories.@count > 5).@count == 0").count == 4)
  }

  @Test func `an object itself is compared by its identity`() throws {
    let all = try store.fetch(FetchRequest<Story>())
    let ids = Dictionary(uniqueKeysWithValues: all.map { ($0.title, $0.objectID) })
    let (dune, solaris) = (try #require(ids["Dune"]), try #require(ids["Solaris"]))
    #expect(try titles("SELF == %@", solaris) == ["Solaris"])
    #expect(try titles("SELF IN %@", [dune, solaris]) == ["Dune", "Solaris"])
    #expect(try titles("NOT SELF IN %@", [dune, solaris]) == ["Dune Messiah", "Beowulf"])
    #expect(try titles("SELF != %@ AND writer != nil", dune) == ["Dune Messiah", "Solaris"])
    #expect(try titles("SELF == nil") == [])
    let lem = try catalog.writer("Lem").objectID
    #expect(throws: FetchPredicateError.self) { try titles("SELF == %@", lem) }
    #expect(try titles(FetchPredicate(#Predicate<Story> { $0.objectID == solaris })) == ["Solaris"])
    let both = [dune, solaris]
    #expect(
      try titles(FetchPredicate(#Predicate<Story> { both.contains($0.objectID) }))
        == ["Dune", "Solaris"])
  }

  @Test func `a reference is compared by its identifier`() throws {
    let lem = try #require(try catalog.writer("Lem").objectID)
    let sand = try #require(catalog.fetch(Topic.self, "name == 'sand'").first?.objectID)
    #expect(
      try titles(FetchPredicate(#Predicate<Story> { $0.writer?.id == lem })) == ["Solaris"])
    #expect(
      try titles(FetchPredicate(#Predicate<Story> { $0.writer?.objectID == lem })) == ["Solaris"])
    #expect(
      try titles(FetchPredicate(#Predicate<Story> { $0.topics.contains { $0.id == sand } }))
        == ["Dune", "Dune Messiah"])
    let story = try #require(try store.fetch(FetchRequest<Story>()).first { $0.writer != nil })
    #expect(story.writer?.objectID == story.writer?.id)
  }

  @Test func `objects are compared by identity`() throws {
    let lem = try catalog.writer("Lem")
    let sand = try #require(catalog.fetch(Topic.self, "name == 'sand'").first?.objectID)
    #expect(try titles("writer == %@", try ObjectReference(lem)) == ["Solaris"])
    #expect(try titles("writer != %@", lem.objectID) == ["Dune", "Dune Messiah", "Beowulf"])
    #expect(try titles("writer IN %@", [lem.objectID]) == ["Solaris"])
    #expect(try titles("ANY topics == %@", sand) == ["Dune", "Dune Messiah"])
    #expect(try titles("%@ IN topics", sand) == ["Dune", "Dune Messiah"])
    #expect(try titles("topics CONTAINS %@", sand) == ["Dune", "Dune Messiah"])
    #expect(
      try titles("SUBQUERY(topics, $t, $t == %@).@count == 1", sand) == ["Dune", "Dune Messiah"])
    let many = (1...2000).map { ObjectID(entityName: "Writer", rowID: Int64($0)) }
    #expect(try titles("writer IN %@", many) == ["Dune", "Dune Messiah", "Solaris"])
  }

  @Test func `a predicate that does not fit the related entity is refused`() throws {
    func message(_ format: String) -> String? {
      let error = #expect(throws: FetchPredicateError.self) {
        try FetchPredicate(format: format).check(for: Story.entity)
      }
      return error?.message
    }
    #expect(message("writer.nmae == 'x'") == "unknown key 'nmae' in Writer, did you mean 'name'?")
    #expect(message("writer.name > 5") == "cannot apply > to a string and a number")
    #expect(message("writer > 5") == "cannot apply > to an object and a number")
    #expect(
      message("topics.name == 'x'")
        == "'topics.name' has many values: use ANY, ALL, NONE, SUBQUERY or an operator such as @count"
    )
  }

  @Test func `requests sort and group by related objects`() throws {
    #expect(
      try catalog.fetch(Story.self, sortedBy: ["writer.name", "title"]).map(\.title)
        == ["Beowulf", "Dune", "Dune Messiah", "Solaris"])
    #expect(
      try catalog.fetch(Story.self, sortedBy: ["topics.@count"]).map(\.title)
        == ["Beowulf", "Dune Messiah", "Solaris", "Dune"])
    var request = FetchRequest<Story>()
    request.propertiesToGroupBy = ["writer.name"]
    request.propertiesToFetch = [
      .attribute("writer.name"),
      .expression(
        ExpressionDescription(name: "total", expression: .function(.sum, [.keyPath("price")]))),
    ]
    request.havingPredicate = try FetchPredicate(format: "total > 5")
    #expect(
      try store.dictionaries(request) == [
        ["writer.name": "Herbert", "total": 21.0], ["writer.name": "Lem", "total": 8.0],
      ])
  }

  @Test func `expressions of objects are columns with identities`() throws {
    let solaris = try #require(catalog.fetch(Story.self, "title == 'Solaris'").first)
    let lem = try catalog.writer("Lem")
    var request = FetchRequest<Story>()
    request.predicate = try FetchPredicate(format: "SELF == %@", #require(solaris.objectID))
    request.propertiesToFetch = [
      .expression(ExpressionDescription(name: "id", expression: .evaluatedObject)),
      .expression(ExpressionDescription(name: "by", expression: .keyPath("writer"))),
      .expression(
        ExpressionDescription(name: "key", expression: .evaluatedObject, resultType: .integer)),
    ]
    let row = try #require(store.dictionaries(request).first)
    #expect(row["id"]?.objectID == solaris.objectID)
    #expect(row["by"]?.objectID == lem.objectID)
    #expect(row["key"] == solaris.objectID.map { .integer($0.rowID) })
  }

  @Test func `typed predicates follow relationships`() throws {
    let lem = try ObjectReference(catalog.writer("Lem"))
    let sand = try ObjectReference(
      #require(catalog.fetch(Topic.self, "name == 'sand'").first))
    #expect(try titles(FetchPredicate(#Predicate<Story> { $0.writer == lem })) == ["Solaris"])
    #expect(
      try titles(FetchPredicate(#Predicate<Story> { $0.writer?.name == "Lem" })) == ["Solaris"])
    #expect(
      try titles(FetchPredicate(#Predicate<Story> { $0.writer?.born == 1920 }))
        == ["Dune", "Dune Messiah"])
    #expect(
      try titles(FetchPredicate(#Predicate<Story> { $0.topics.count == 2 })) == ["Dune"])
    #expect(
      try titles(FetchPredicate(#Predicate<Story> { $0.topics.contains { $0.name == "sand" } }))
        == ["Dune", "Dune Messiah"])
    #expect(
      try titles(FetchPredicate(#Predicate<Story> { $0.topics.contains(sand) }))
        == ["Dune", "Dune Messiah"])
    #expect(
      try titles(FetchPredicate(#Predicate<Story> { $0.topics.contains { $0 == sand } }))
        == ["Dune", "Dune Messiah"])
  }

  @Test func `a batch update sets and follows relationships`() throws {
    let lem = try ObjectReference(catalog.writer("Lem"))
    try store.perform(
      BatchUpdateRequest(
        Story.self, set: [\.writer: lem], where: FetchPredicate(format: "writer.name == 'Herbert'"))
    )
    #expect(try catalog.writer("Lem").stories.count == 3)
    try store.undo()
    #expect(try catalog.writer("Lem").stories.count == 1)
    #expect(throws: StoreError.self) {
      try store.perform(
        BatchUpdateRequest(
          entity: Story.entity,
          set: ["writer": .constant(FetchValue(ObjectID(entityName: "Writer", rowID: 77)))],
          where: nil))
    }
  }

  @Test func `an update merges relationships`() throws {
    let dune = try catalog.story("Dune")
    var mine = dune
    mine.writer = try ObjectReference(catalog.writer("Lem"))
    var theirs = dune
    theirs.price = 1
    try store.write("Theirs") { [theirs] in $0.update(theirs) }
    try store.write("Mine") { [mine] in $0.update(mine, readAs: dune) }
    let merged = try catalog.fetch(Story.self, "title == 'Dune'", prefetching: ["writer"])[0]
    #expect(merged.price == 1)
    #expect(merged.writer?.name == "Lem")
  }

  @Test func `a batch update computes all values before it changes the first`() throws {
    try store.perform(
      BatchUpdateRequest(
        entity: Story.entity,
        set: ["price": FetchExpression(format: "writer.stories.@sum.price")],
        where: FetchPredicate(format: "writer != nil")))
    #expect(
      try catalog.fetch(Story.self, sortedBy: ["title"]).map(\.price) == [3, 21, 21, 8])
    try store.undo()
    #expect(
      try catalog.fetch(Story.self, sortedBy: ["title"]).map(\.price) == [3, 9, 12, 8])
  }

  @Test func `elements of plain values have a length`() throws {
    for format in [
      "SUBQUERY(words, $w, $w.length > 4).@count > 0", "ANY words.length > 4",
    ] {
      #expect(try catalog.fetch(Story.self, format).map(\.title) == ["Dune"])
    }
  }

  @Test @MainActor func `sections and groups are counts of related objects`() throws {
    var request = FetchRequest<Writer>()
    request.sortDescriptors = [FetchSortDescriptor("stories.@count"), FetchSortDescriptor("name")]
    let results = FetchedResultsController(
      request, store: store, sectionNameKeyPath: "stories.@count")
    try results.performFetch()
    #expect(
      results.sections.map { "\($0.name) \($0.numberOfObjects)" } == ["0 1", "1 1", "2 1"])
    request.sortDescriptors = []
    request.propertiesToGroupBy = ["stories.@count"]
    request.propertiesToFetch = ["stories.@count", .expression(.rowCount(name: "writers"))]
    #expect(
      try store.dictionaries(request) == [
        ["stories.@count": 0, "writers": 1], ["stories.@count": 1, "writers": 1],
        ["stories.@count": 2, "writers": 1],
      ])
  }
}
