import Foundation
import Testing

@testable import FetchKit

/// Inputs that nobody means: each has an answer or an error, and none ends the program.
@MainActor
struct HostileInputTests {
  private static func node(_ computed: [AttributeDescription]) -> EntityDescription {
    EntityDescription(
      name: "Node", attributes: [AttributeDescription("i", .integer)] + computed)
  }

  private static func refusal(_ entity: EntityDescription, _ key: String) throws -> String? {
    // The model of a store is checked; the entity of a request can compute other attributes.
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [node([])]))
    var request = FetchRequest<FetchValue>(entity: entity)
    request.predicate = .comparison(.keyPath(key), .equal, .constant(1))
    return FetchKitTests.refusal { try store.fetch(request) }?.message
  }

  @Test func `computed attributes that are defined by each other are refused`() throws {
    let own = Self.node([AttributeDescription("a", .integer, computed: .keyPath("a"))])
    #expect(try Self.refusal(own, "a") == "nested more than 500 levels deep")
    let both = Self.node([
      AttributeDescription(
        "a", .integer, computed: .function(.add, [.keyPath("b"), .constant(1)])),
      AttributeDescription("b", .integer, computed: .keyPath("a")),
    ])
    #expect(try Self.refusal(both, "b") == "nested more than 500 levels deep")
    let chain = (0..<2000).map { number in
      AttributeDescription(
        "c\(number)", .integer,
        computed: .function(.add, [.keyPath(number == 0 ? "i" : "c\(number - 1)"), .constant(1)]))
    }
    #expect(try Self.refusal(Self.node(chain), "c1999") == "nested more than 500 levels deep")
  }

  @Test(arguments: [20, 100, 400, 100_000])
  func `a very long chain of relationships works or is refused`(count: Int) throws {
    let file = try TemporaryStore()
    let store = try file.open(Boss.entity)
    for end in ["name", "name.length", "@count", "boss"] {
      let path = String(repeating: "boss.", count: count) + end
      let predicate = FetchPredicate.comparison(.keyPath(path), .equal, .constant("a"))
      _ = try? predicate.check(for: Boss.entity)
      var request = FetchRequest<Boss>()
      request.predicate = predicate
      _ = try? store.fetch(request)
      request.predicate = nil
      request.sortDescriptors = [FetchSortDescriptor(path)]
      _ = try? store.fetch(request)
      request.relationshipKeyPathsForPrefetching = [path]
      _ = try? store.fetch(request)
      let results = FetchedResultsController(request, store: store, sectionNameKeyPath: path)
      _ = try? results.performFetch()
    }
  }

  @Test(arguments: [
    Int.min, -1, 0, 1, .max,
  ]) func `every limit and offset works`(number: Int) throws {
    let library = try Library()
    var request = FetchRequest<Book>()
    request.fetchLimit = number
    _ = try library.store.fetch(request).count
    _ = try library.store.count(request)
    request.fetchOffset = number
    _ = try library.store.fetch(request)
    _ = try library.store.count(request)
    request.fetchBatchSize = number
    let results = FetchedResultsController(request, store: library.store)
    try results.performFetch()
    _ = try results.fetchedObjects
    try library.store.write("Add") { $0.insert(Book("New")) }
    _ = try results.fetchedObjects
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Book.entity]),
      undoLimits: UndoLimits(steps: number, bytes: number))
    try store.write("Add") { $0.insert(Book("New")) }
    try store.undo()
    _ = try? store.redo()
    _ = try store.history()
  }

  @Test(arguments: [
    -63_114_076_800, 63_113_904_000, Double.infinity, -.infinity, .nan, 1e300, -1e18,
    .leastNonzeroMagnitude,
  ]) func `every date works`(seconds: Double) throws {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let library = try Library([Book("a", bought: date)])
    for function in ["year", "month", "day", "weekday"] {
      _ = try library.titles("FUNCTION(bought, '\(function):') == 1")
    }
    _ = try library.titles("bought == %@", date)
    _ = try library.titles("bought < %@", date)
    _ = try library.titles("CAST(bought, 'NSNumber') + 1 > 3")
    _ = FetchPredicate.comparison(.keyPath("bought"), .equal, .constant(.date(date))).description
    var groups = FetchRequest<Book>()
    groups.propertiesToFetch = ["bought"]
    groups.propertiesToGroupBy = ["bought"]
    _ = try library.store.dictionaries(groups)
    var sorted = FetchRequest<Book>()
    sorted.sortDescriptors = [FetchSortDescriptor("bought")]
    let path: String = "bought"
    let results = FetchedResultsController(sorted, store: library.store, sectionNameKeyPath: path)
    try results.performFetch()
    _ = results.sections.map(\.name)
    _ = results.sectionIndexTitles
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -0.0, 1e19, -1e19,
  ]) func `every number works`(number: Double) throws {
    let library = try Library([
      Book("a", price: number.isNaN ? 1 : number, year: .min), Book("b", year: .max),
    ])
    #expect(throws: StoreError.self) { try Library([Book("a", price: .nan)]) }
    for text in [
      "abs(year) > 0", "-year > 1", "year - 1 > 1", "year * year > 0", "year / -1 > 0",
      "modulus:by:(year, -1) == 0", "leftshift:by:(year, 100) > 0", "rightshift:by:(1, year) > 0",
      "leftshift:by:(1, year) > 0", "onesComplement(year) > 0", "year ** year > 0",
      "trunc(price) > 0", "floor(price) > 0", "price ** price > 0", "bin(year, 1) > 0",
      "bin(price, 0.1) > 0", "bin(year, -1) > 0", "bin(price, price) > 0", "randomn(year) >= 0",
      "title[year] == nil", "words[price] == nil", "words[year] == nil", "price IN {1, 2}",
      "price BETWEEN {%@, %@}", "CAST(price, 'NSDate') == nil", "CAST(price, 'NSString') == 'a'",
      "percentile(words.length, price) == 0",
      "distanceToLocation:fromLocation:({price, price}, {0, 0}) > 1",
      "{1,2}[9223372036854775807] == 1", "ln(price) > 0", "sqrt(price) > 0",
    ] {
      _ = try? library.titles(text, number, number)
      _ = try? FetchPredicate(format: text, number, number).description
    }
    let update = BatchUpdateRequest(
      entity: Book.entity,
      set: ["price": .constant(.double(number)), "year": .constant(.double(number))])
    _ = try? library.store.perform(update)
    _ = try library.store.fetch(FetchRequest<Book>())
  }

  @Test(arguments: [
    "", "\0", ".", "..", "a..b", "@", "@count", "@sum", "@sum.", "price.", ".price",
    "title.length.length", "words.@count.@count", "reviews.@sum.@sum.stars", "self", "SELF.title",
    "\u{202E}", "'", "\"", "title\0", String(repeating: "a", count: 1_000_000),
    String(repeating: "words.", count: 100_000), String(repeating: "@sum.", count: 100_000),
  ])
  func `every key path works or is refused`(path: String) throws {
    let library = try Library()
    let store = library.store
    let predicate = FetchPredicate.comparison(.keyPath(path), .equal, .constant(1))
    _ = predicate.description
    _ = try? FetchPredicate(format: predicate.description)
    _ = try? predicate.evaluate(with: Library.sampleBooks[0])
    _ = try? predicate.evaluate(with: Library.sampleBooks[0].wholeValue)
    _ = try? predicate.check(for: Book.entity)
    for change in [
      { $0.predicate = predicate },
      { $0.sortDescriptors = [FetchSortDescriptor(path)] },
      { $0.sortDescriptors = [FetchSortDescriptor(path, comparison: .natural)] },
      { $0.propertiesToFetch = [.attribute(path)] },
      { $0.propertiesToFetch = [.attribute(path), .attribute(path)] },
      { $0.propertiesToGroupBy = [path] },
      { $0.relationshipKeyPathsForPrefetching = [path] },
      {
        $0.propertiesToFetch = [
          .expression(ExpressionDescription(name: path, function: .sum, keyPath: path))
        ]
      },
    ] as [(inout FetchRequest<Book>) -> Void] {
      var request = FetchRequest<Book>()
      change(&request)
      _ = try? store.fetch(request)
      _ = try? store.count(request)
      _ = try? store.dictionaries(request)
      _ = try? store.explain(request)
      let results = FetchedResultsController(request, store: store, sectionNameKeyPath: path)
      _ = try? results.performFetch()
    }
    _ = try? store.perform(BatchUpdateRequest(entity: Book.entity, set: [path: .constant(1)]))
    _ = try? store.metadata(forKey: path)
    try? store.write(path) { $0.setMetadata(path, forKey: path) }
    _ = try? store.deleteCache(withName: path)
  }

  @Test func `sorting by very many keys works or is refused`() throws {
    let library = try Library()
    for count in [2, 100, 3000] {
      var request = FetchRequest<Book>()
      request.sortDescriptors = (0..<count).map {
        FetchSortDescriptor("title", ascending: $0 % 2 == 0)
      }
      _ = try? library.store.fetch(request)
      request.sortDescriptors = []
      request.propertiesToFetch = (0..<count).map { _ in .attribute("title") }
      _ = try? library.store.dictionaries(request)
      request.propertiesToGroupBy = (0..<count).map { _ in "title" }
      _ = try? library.store.dictionaries(request)
    }
  }

  @Test func `ids of anything work or are refused`() throws {
    let store = try Library().store
    for row in [Int64.min, -1, 0, 1, 1, .max] {
      for name in ["Book", "", "Other", "\0"] {
        let id = ObjectID(entityName: name, rowID: row)
        var request = FetchRequest<Book>()
        request.objectIDs = [id, id]
        _ = try? store.fetch(request)
        _ = try? store.object(with: id, as: Book.self)
        _ = try? store.objects(with: [id, id], as: Book.self)
        try? store.write("x") { $0.delete(id) }
        try? store.write("x") { $0.update(id, to: .list([]), of: Book.entity) }
        try? store.write("x") { $0.update(id, to: .object(["words": 1]), of: Book.entity) }
        var book = Book("x")
        book.objectID = id
        try? store.write("x") { [book] in $0.update(book) }
        try? store.write("x") { [book] in _ = $0.insert(book) as ObjectID }
      }
    }
    _ = try store.fetch(FetchRequest<Book>())
  }

  @Test func `a list answers for any index path`() throws {
    let results = FetchedResultsController(FetchRequest<Book>(), store: try Library().store)
    for isFetched in [false, true] {
      if isFetched { try results.performFetch() }
      for path in [
        IndexPath(), IndexPath(index: 0), IndexPath(indexes: [0, 0, 0]),
        IndexPath(row: -1, section: 0), IndexPath(row: 0, section: -1),
        IndexPath(row: .max, section: .max), IndexPath(row: .min, section: .min),
      ] {
        #expect(throws: (any Error).self) { try results.object(at: path) }
      }
      _ = results.indexPath(for: ObjectID(entityName: "", rowID: .min))
      _ = results.objectIDs.firstIndex(of: ObjectID(entityName: "Book", rowID: .max))
    }
  }

  @Test func `a closed store refuses everything`() async throws {
    let file = try TemporaryStore()
    let store = try file.open(Book.entity)
    let request = FetchRequest<Book>()
    let results = FetchedResultsController(request, store: store)
    let sequence = store.results(of: request)
    try fill(store, results)
    await #expect(throws: StoreError.self) {
      try await store.write("x") { _ = $0.insert(Book("b")) as ObjectID }
    }
    await #expect(throws: StoreError.self) { try await store.fetch(request) }
    await #expect(throws: StoreError.self) {
      for try await _ in sequence { break }
    }
    try refuse(store, request, results)
  }

  private func fill(_ store: FetchStore, _ results: FetchedResultsController<Book>) throws {
    try store.write("Add") { $0.insert(Book("a")) }
    try results.performFetch()
    let snapshot = try store.snapshot { $0 }
    try store.close()
    #expect(throws: StoreError.self) { try snapshot.count(FetchRequest<Book>()) }
  }

  private func refuse(
    _ store: FetchStore, _ request: FetchRequest<Book>, _ results: FetchedResultsController<Book>
  ) throws {
    #expect(throws: StoreError.self) { try store.fetch(request) }
    #expect(throws: StoreError.self) { try store.write("x") { $0.insert(Book("b")) } }
    #expect(throws: StoreError.self) { try store.undo() }
    #expect(throws: StoreError.self) { try store.history() }
    #expect(throws: StoreError.self) { try store.problems() }
    #expect(throws: StoreError.self) { try store.snapshot { try $0.count(request) } }
    #expect(throws: StoreError.self) { try results.performFetch() }
    #expect(throws: StoreError.self) { try results.object(at: IndexPath(row: 0, section: 0)) }
    _ = results.objectIDs.count
    _ = results.sections.map(\.name)
    try store.close()
  }

  @Test func `a change while objects are enumerated is refused`() throws {
    let store = try Library().store
    var count = 0
    #expect(throws: (any Error).self) {
      try store.forEach(FetchRequest<Book>()) { _ in
        count += 1
        try store.write("x") { $0.insert(Book("y")) }
      }
    }
    #expect(count == 1)
  }

  @Test func `an empty model is a store of nothing`() throws {
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: []))
    #expect(throws: StoreError.self) { try store.fetch(FetchRequest<Book>()) }
    #expect(throws: StoreError.self) { try store.write("x") { $0.insert(Book("y")) } }
    try store.write("") { _ in }
    #expect(try store.undo() == nil)
    let bare = EntityDescription(name: "Bare", attributes: [])
    let bares = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [bare]))
    try bares.write("x") { _ = $0.insert(.null, into: bare) }
    #expect(try bares.count(FetchRequest<FetchValue>(entity: bare)) == 1)
  }

  @Test func `patterns and texts of any size work`() throws {
    let long = String(repeating: "ab", count: 500_000)
    let library = try Library([Book(long), Book("\0"), Book("a\0b")])
    for text in [
      "title LIKE %@", "title CONTAINS[cd] %@", "title MATCHES %@", "title BEGINSWITH[l] %@",
      "title ==[cdl] %@", "%@ IN title", "title IN {%@}", "title < %@",
    ] {
      for value in [
        long, "\0", "", String(repeating: "*", count: 10_000),
        String(repeating: "(", count: 10_000),
        String(repeating: "(a*)*", count: 2000), "[", "\\",
      ] {
        _ = try? library.titles(text, value)
      }
    }
  }

  @Test func `a wide model works or is refused`() throws {
    for count in [100, 900, 2100, 40_000] {
      let wide = EntityDescription(
        name: "Wide", attributes: (0..<count).map { AttributeDescription("a\($0)", .integer) })
      guard
        let store = try? FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [wide]))
      else { continue }
      try store.write("x") { _ = $0.insert(.object(["a1": 1]), into: wide) }
      #expect(try store.fetch(FetchRequest<FetchValue>(entity: wide)).count == 1)
    }
  }
}

/// Somebody whose boss is somebody, too.
private struct Boss: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var boss: ObjectReference<Boss>?

  static let entity: EntityDescription = EntityDescription(
    Boss.self, name: "Boss",
    properties: [.attribute("name", \.name), .toOne("boss", \.boss)], indexes: [["name"]])
}
