import Foundation
import Testing
import TestSupport

@testable import ColumnCache
@testable import FetchKit
@testable import FetchKitTests

/// Compares answers from columns with those of SQLite.
struct ColumnAnswerTests {
  static let keyPaths = [
    "author", "price", "year", "inPrint", "bought", "reviews.text", "title",
    "searchText",
  ]

  static let predicates = [
    "TRUEPREDICATE", "FALSEPREDICATE", "price > 3", "price <= 2.5", "NOT price > 3", "year = nil",
    "year != nil", "year != 2003", "year IN {2001, nil, 2005}", "year >= 2002.5", "inPrint = 1",
    "author = 'Ada'", "author != 'Ada'", "author = nil", "author ==[cd] 'ÉMILE'",
    "author BEGINSWITH[c] 'b'", "author IN {'Ada', 'Bo'}", "author LIKE '*i*'",
    "ANY reviews.text = 'good'", "NONE reviews.text CONTAINS 'ba'", "ALL reviews.text = 'good'",
    "price > 1 AND (year > 2002 OR author = nil) AND NOT inPrint = 1",
    "price > 1 AND title ENDSWITH '7'", "year > price", "ANY words = 'x' AND year = 2004",
    "ANY words = 'x' OR year = 2004", "NOT (ANY words = 'x')", "bought > CAST(1000, 'NSDate')",
    "title CONTAINS '1' AND reviews.@count = 0", "price = 9007199254740993",
    "searchText CONTAINS 'ook'", "searchText CONTAINS '1'", "searchText CONTAINS 'emile'",
    "searchText CONTAINS 'É'", "searchText CONTAINS 'mile\nx'", "searchText CONTAINS 'book 1'",
    "searchText CONTAINS ''", "searchText CONTAINS ' '", "searchText CONTAINS 'd' AND price > 2",
    "NOT searchText CONTAINS 'ad'", "searchText CONTAINS 'x' OR searchText CONTAINS 'iris'",
    "searchText CONTAINS[cd] 'ADA'", "searchText BEGINSWITH 'book 2'", "searchText LIKE '*bo*'",
    "searchText = nil", "searchText ENDSWITH 'x'", "searchText CONTAINS '茶'",
    "searchText CONTAINS 'ле'",
    "searchText CONTAINS 'nirgends'",
  ]

  /// Two stores with the same books, one of them with columns.
  private func stores(_ count: Int) throws -> (plain: FetchStore, cached: CachedStore) {
    let model = ManagedObjectModel(entities: [Book.entity])
    let stores = try (0..<2).map { _ in try FetchStore(path: ":memory:", model: model) }
    var random = SeededRandom(seed: 7)
    let books = (0..<count).map { Self.book($0, &random) }
    for store in stores {
      try store.write("Buy") { work in for book in books { work.insert(book) } }
    }
    return (stores[0], CachedStore(stores[1], Book.entity, Self.keyPaths))
  }

  @Test(arguments: [
    "author MATCHES '(a+)+b'", "NOT author MATCHES '(a+)+b'",
    "NOT (author MATCHES[c] '(a+)+b' OR price > 9)",
    "price = 0 AND NOT author MATCHES '(a+)+b'", "ANY reviews.text MATCHES '(a+)+b'",
    "SUBQUERY(reviews, $r, $r.text MATCHES '(a+)+b').@count > 0",
  ])
  func `a slow pattern is refused as without columns`(format: String) throws {
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Book.entity]))
    let slow = String(repeating: "a", count: 40)
    try store.write("Buy") { $0.insert(Book("A", by: slow, reviews: [Review(1, slow)])) }
    let cached = CachedStore(store, Book.entity, Self.keyPaths)
    try cached.load()
    var request = FetchRequest<Book>()
    request.predicate = try FetchPredicate(format: format)
    let message = "pattern '(a+)+b' takes too long: simplify it"
    #expect(#expect(throws: StoreError.self) { try store.count(request) }?.message == message)
    #expect(#expect(throws: StoreError.self) { try store.listedIDs(request) }?.message == message)
  }

  @Test(arguments: [(Int.max, 2), (2, Int.max), (Int.max - 1, 1), (7, 3)])
  func `a page at any offset is that of SQLite`(offset: Int, limit: Int) throws {
    let (plain, cached) = try stores(20)
    try cached.load()
    var request = FetchRequest<Book>()
    request.sortDescriptors = [FetchSortDescriptor("price")]
    (request.fetchOffset, request.fetchLimit) = (offset, limit)
    #expect(try cached.store.fetch(request).map(\.title) == plain.fetch(request).map(\.title))
  }

  @Test func `a predicate of a million levels is refused`() throws {
    let cached = try stores(3).cached
    try cached.load()
    var request = FetchRequest<Book>()
    var deep = try FetchPredicate(format: "price > 3")
    for _ in 0..<1_000_000 { deep = .not(deep) }
    request.predicate = deep
    #expect(throws: FetchPredicateError.self) { try cached.store.count(request) }
    #expect(throws: FetchPredicateError.self) { try cached.store.listedIDs(request) }
    #expect(throws: FetchPredicateError.self) { try cached.store.dictionaries(request) }
  }

  static func book(_ number: Int, _ random: inout SeededRandom) -> Book {
    Book(
      "Book \(number)",
      by: ["Ada", "Bo", "Émile", "Iris", "茶 Лев", "", nil].randomElement(using: &random) ?? nil,
      price: Double(Int.random(in: 0..<20, using: &random)) / 4,
      year: Bool.random(using: &random) ? Int.random(in: 2000...2006, using: &random) : nil,
      inPrint: Bool.random(using: &random),
      bought: number.isMultiple(of: 3) ? Date(timeIntervalSince1970: Double(number * 20)) : nil,
      words: number.isMultiple(of: 4) ? ["x"] : [],
      reviews: (0..<(number % 3)).map {
        Review($0, ["good", "bad"][(number + $0) % 2])
      })
  }

  func requests(_ predicate: FetchPredicate) -> [FetchRequest<Book>] {
    func request(_ properties: [ExpressionDescription], by keyPath: String? = nil)
      -> FetchRequest<Book>
    {
      var request = FetchRequest<Book>()
      request.predicate = predicate
      request.propertiesToGroupBy = keyPath.map { [$0] } ?? []
      request.propertiesToFetch =
        (keyPath.map { [.attribute($0)] } ?? []) + properties.map(FetchProperty.expression)
      return request
    }
    let cheap = FetchPredicate.comparison(.keyPath("price"), .lessThan, .constant(2))
    let functions: [ExpressionFunction] = [
      .sum, .min, .max, .average, .median, .standardDeviation, .countDistinct,
    ]
    let numbers = ["price", "year"].flatMap { keyPath in
      functions.map {
        ExpressionDescription(name: "\($0.rawValue) \(keyPath)", function: $0, keyPath: keyPath)
      } + [
        ExpressionDescription(
          name: "90 \(keyPath)",
          expression: .function(.percentile, [.keyPath(keyPath), .constant(90)]))
      ]
    }
    let conditional = [FetchExpression.constant(1), .keyPath("year"), .keyPath("price")]
      .enumerated()
      .map { index, term in
        ExpressionDescription(
          name: "if \(index)",
          expression: .function(.sum, [.conditional(cheap, term, .constant(0))]),
          resultType: .integer)
      }
    let count = ExpressionDescription.rowCount(name: "count")
    var all = [request([count] + numbers + conditional)]
    for keyPath in ["author", "year", "inPrint", "title", "reviews.text"] {
      all.append(request([count] + numbers, by: keyPath))
    }
    return all
  }

  func expectAgreement(_ stores: (plain: FetchStore, cached: CachedStore)) throws {
    for format in Self.predicates {
      let predicate = try FetchPredicate(format: format)
      var all = FetchRequest<Book>()
      all.predicate = predicate
      #expect(try stores.cached.store.count(all) == stores.plain.count(all), "\(format)")
      for request in requests(predicate) {
        let cached = try stores.cached.dictionaries(request)
        #expect(try cached == stores.plain.dictionaries(request), "\(format)")
      }
    }
  }

  @Test(arguments: [["author"], ["author", "year"], ["year", "author", "inPrint"]])
  func `objects that do not exist have no groups`(keyPaths: [String]) throws {
    let stores = try stores(30)
    try stores.cached.load()
    var request = FetchRequest<Book>()
    request.predicate = try FetchPredicate(format: "price > 1000000")
    request.propertiesToGroupBy = keyPaths
    request.propertiesToFetch =
      keyPaths.map { .attribute($0) } + [.expression(.rowCount(name: "count"))]
    #expect(try stores.cached.dictionaries(request) == [])
    #expect(try stores.plain.dictionaries(request) == [])
  }

  @Test func `equal texts with different bytes are different groups`() throws {
    let stores = try stores(30)
    for store in [stores.plain, stores.cached.store] {
      try store.write("Buy") { work in
        work.insert(Book("A", by: "\u{C9}mile", price: 1))
        work.insert(Book("B", by: "E\u{301}mile", price: 2))
      }
    }
    try expectAgreement(stores)
  }

  @Test func `counts, sums and groups are those of the store`() throws {
    try expectAgreement(stores(300))
  }

  @Test(arguments: [
    "TERNARY(year = nil, nil, TERNARY(year < 2002, 0, TERNARY(year <= 2004, 1, 2)))",
    "TERNARY(price < 2, 'low', TERNARY(price > 4, nil, 'high'))",
    "TERNARY(price < 2 AND year > 2001, 0, 1)", "TERNARY(title CONTAINS '1', 0, 1)",
  ])
  func `bands of numbers are counted as by the store`(format: String) throws {
    let stores = try stores(2500)
    try stores.cached.load()
    var entity = Book.entity
    entity.attributes.append(
      AttributeDescription(
        "band", format.contains("low") ? .string : .integer,
        computed: try FetchExpression(format: format)))
    for format in Self.predicates {
      var request = FetchRequest<Book>(entity: entity)
      request.predicate = try FetchPredicate(format: format)
      request.propertiesToGroupBy = ["band"]
      request.propertiesToFetch = [.attribute("band"), .expression(.rowCount(name: "count"))]
      let expected = try stores.plain.dictionaries(request)
      #expect(try stores.cached.store.dictionaries(request) == expected, "\(format)")
    }
  }

  @Test func `the least recently used values are dropped`() {
    var values = LRUCache<Int, String>(capacity: 4)
    for number in 1...3 { values[number] = "\(number)" }
    #expect(values[1] == "1")
    values[4] = "4"
    values[5] = "5"
    #expect((1...5).map { values[$0] } == ["1", nil, "3", "4", "5"])
  }

  @Test func `answers reflect every change`() throws {
    let stores = try stores(60)
    try expectAgreement(stores)
    var random = SeededRandom(seed: 3)
    let more = (100..<130).map { Self.book($0, &random) }
    for store in [stores.plain, stores.cached.store] {
      try store.write("Change") { work in
        for book in more { work.insert(book) }
        for row in 10..<20 { work.delete(ObjectID(entityName: "Book", rowID: Int64(row))) }
      }
      try store.perform(
        BatchUpdateRequest(
          entity: Book.entity, set: ["price": .constant(1.25), "author": .constant("New")],
          where: FetchPredicate(format: "year = 2004")))
    }
    try expectAgreement(stores)
  }

  @Test func `values beyond the limits are left to SQLite`() throws {
    let stores = try stores(5)
    for store in [stores.plain, stores.cached.store] {
      try store.write("Wait") { $0.insert(Book("Far", year: 3_000_000_000)) }
    }
    var request = FetchRequest<Book>()
    request.predicate = try FetchPredicate(format: "year > 2999999999")
    #expect(try stores.cached.count(request) == nil)
    #expect(try stores.cached.store.count(request) == 1)
  }

  @Test(arguments: [
    "TERNARY(searchText CONTAINS 'ada' OR searchText CONTAINS 'bo', 0, 1)",
    "TERNARY(searchText CONTAINS '1', 0, TERNARY(price > 2, 2, nil)) + TERNARY(year = nil, 5, 1)",
    "TERNARY(year < 2003, nil, 7)", "TERNARY(title CONTAINS '1', 1, 2)", "price + 1",
  ])
  func `a list in the order of a computed attribute is that of the store`(format: String) throws {
    let stores = try stores(300)
    let order = [FetchSortDescriptor("title")]
    var all = FetchRequest<Book>()
    all.sortDescriptors = order
    stores.cached.configure(Book.entity, Self.keyPaths, order: order)
    try stores.cached.load()
    _ = try stores.cached.store.listedIDs(all)
    var entity = Book.entity
    let isNumber = format.hasPrefix("price")
    entity.attributes.append(
      AttributeDescription(
        "rank", isNumber ? .double : .integer, computed: try FetchExpression(format: format)))
    for ascending in [true, false] {
      for nils in FetchSortDescriptor.NilPlacement.allCases {
        var request = FetchRequest<Book>(entity: entity)
        request.predicate = try FetchPredicate(format: "searchText CONTAINS 'b' AND rank != 9")
        request.sortDescriptors =
          [FetchSortDescriptor("rank", ascending: ascending, nils: nils)] + order
        let expected = try stores.plain.listedIDs(request)
        #expect(expected.count > 100)
        #expect(try stores.cached.store.listedIDs(request) == expected)
        #expect(try stores.cached.orderedIDs(request) == expected)
      }
    }
  }

  @Test func `the words of an attribute are those of its texts`() throws {
    let stores = try stores(40)
    try stores.cached.load()
    let expected = try stores.plain.withSnapshot {
      try $0.words(of: "searchText", in: Book.entity)
    }
    #expect(expected.isSuperset(of: ["book", "39", "emile", "茶", "лев"]))
    #expect(
      try stores.cached.store.withSnapshot { try $0.words(of: "searchText", in: Book.entity) }
        == expected)
  }

  @Test func `a list is filtered out of a longer one in the same order`() throws {
    let stores = try stores(700)
    try stores.cached.load()
    for round in 0..<2 {
      for format in Self.predicates {
        var request = FetchRequest<Book>()
        request.predicate = try FetchPredicate(format: format)
        request.sortDescriptors = [FetchSortDescriptor("year", nils: .last)]
        let expected = try stores.plain.listedIDs(request)
        #expect(try stores.cached.store.listedIDs(request) == expected, "\(format)")
        #expect(try stores.cached.orderedIDs(request) == expected, "\(format)")
      }
      for store in [stores.plain, stores.cached.store] {
        try store.perform(
          BatchUpdateRequest(
            entity: Book.entity, set: ["year": .constant(.integer(Int64(2010 + round)))],
            where: FetchPredicate(format: "price = 2")))
      }
    }
  }

  @MainActor
  @Test func `a filtered list follows changes`() throws {
    let cached = try stores(700).cached
    let store = cached.store
    try cached.load()
    var request = FetchRequest<Book>()
    request.sortDescriptors = [FetchSortDescriptor("price")]
    let whole = FetchedResultsController(request, store: store)
    try whole.performFetch()
    request.predicate = try FetchPredicate(format: "year > 2003")
    let part = FetchedResultsController(request, store: store)
    try part.performFetch()
    try store.perform(
      BatchUpdateRequest(
        entity: Book.entity, set: ["price": .constant(0.3), "year": .constant(2005)],
        where: FetchPredicate(format: "author = 'Bo'")))
    #expect(part.objectIDs.map(\.self) == (try store.objectIDs(request)))
  }

  @Test func `lists in orders that end with the identifier are sorted in memory`() throws {
    let stores = try kiosks(500)
    try stores.cached.load()
    try stores.cached.prepareOrder()
    for key in Kiosk.keys {
      var request = FetchRequest<Kiosk>()
      request.predicate = try FetchPredicate(format: "rating > 3 OR rating = nil")
      request.sortDescriptors = key + Kiosk.order
      #expect(try stores.cached.orderedIDs(request) == stores.plain.listedIDs(request), "\(key)")
    }
  }

  @Test func `a reversed order is made of a cached list, also after changes`() throws {
    let stores = try kiosks(300)
    try stores.cached.load()
    try stores.cached.prepareOrder()
    var request = FetchRequest<Kiosk>()
    request.sortDescriptors = Kiosk.order
    request.sortDescriptors[0].ascending = false
    for number in 0..<3 {
      #expect(
        try stores.cached.orderedIDs(request) == stores.plain.listedIDs(request), "\(number)")
      for store in [stores.plain, stores.cached.store] {
        try store.perform(
          BatchUpdateRequest(
            entity: Kiosk.entity, set: ["name": .constant(.string("Tea \(number)"))],
            where: FetchPredicate(format: "depth > %d", number * 9000)))
      }
    }
  }

  @Test func `numbers by row are those of the store`() async throws {
    let stores = try kiosks(300)
    var request = FetchRequest<Kiosk>()
    request.predicate = try FetchPredicate(format: "visits > 1000 OR town = 'Pirna'")
    var tables: [[String]] = []
    for store in [stores.plain, stores.cached.store] {
      tables.append(
        try await store.numbers(request, of: ["rating", "offset", "visits", "depth"], into: []) {
          for (index, id) in $1.rowIDs.enumerated() {
            $0.append("\(id) \($1.columns.map { $0[index] })")
          }
        })
    }
    #expect(tables[0] == tables[1])
    #expect(tables[0].count > 100)
    #expect(try stores.cached.readNumbers(request, ["rating", "depth"]))
    #expect(try !stores.cached.readNumbers(request, ["rating", "weight"]))
  }

  private func kiosks(_ count: Int) throws -> (plain: FetchStore, cached: CachedStore) {
    let model = ManagedObjectModel(entities: [Kiosk.entity])
    let stores = try (0..<2).map { _ in try FetchStore(path: ":memory:", model: model) }
    var random = SeededRandom(seed: 11)
    let kiosks = (0..<count).map { Kiosk.random($0, &random) }
    for store in stores {
      try store.write("Open") { work in for kiosk in kiosks { work.insert(kiosk) } }
    }
    return (
      stores[0], CachedStore(stores[1], Kiosk.entity, Kiosk.cachedKeyPaths, order: Kiosk.order)
    )
  }
}
