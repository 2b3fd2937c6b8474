import FetchKit
import Testing

@Suite struct ComputedAttributeTests {
  private struct Order: FetchableEntity {
    var objectID: ObjectID?
    var customer: String?
    var price = 0.0
    var quantity = 0
    var total = 0.0

    static let entity = EntityDescription(
      Order.self, name: "Order",
      properties: [
        .attribute("customer", \.customer), .attribute("price", \.price),
        .attribute("quantity", \.quantity),
        .computed(
          "total", \.total, as: .function(.multiply, [.keyPath("price"), .keyPath("quantity")])),
      ])
  }

  private let store: FetchStore

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Order.entity]))
    try store.write("Insert") { transaction in
      for (index, customer) in ["éclair", "Emma", nil, "7 Up", "adam", ""].enumerated() {
        transaction.insert(
          Order(customer: customer, price: Double(index), quantity: 2, total: 99))
      }
    }
  }

  @Test func `a computed attribute is fetched, filtered and sorted by`() throws {
    var request = FetchRequest<Order>()
    request.predicate = try FetchPredicate(format: "total > 3 AND total < 9")
    request.sortDescriptors = [FetchSortDescriptor(\Order.total, ascending: false)]
    let orders = try store.fetch(request)
    #expect(orders.map(\.total) == [8, 6, 4])
    let predicate = try #require(request.predicate)
    #expect(try orders.allSatisfy { try predicate.evaluate(with: $0) })
    try store.write("Double") { transaction in
      for var order in orders {
        order.quantity *= 2
        transaction.update(order)
      }
    }
    #expect(try store.fetch(FetchRequest<Order>()).map(\.total) == [0, 2, 8, 12, 16, 10])
  }

  @MainActor
  @Test func `sections by first letter need no attribute`() throws {
    var request = FetchRequest<Order>()
    request.sortDescriptors = [
      FetchSortDescriptor("customer.firstLetter"),
      FetchSortDescriptor("customer", comparison: .natural),
    ]
    let results = FetchedResultsController(
      request, store: store, sectionNameKeyPath: "customer.firstLetter")
    try results.performFetch()
    #expect(results.sections.map(\.name) == ["", "#", "A", "E"])
    #expect(results.sections.map(\.numberOfObjects) == [1, 2, 1, 2])
    #expect(
      try results.fetchedObjects.map(\.customer) == [nil, "", "7 Up", "adam", "éclair", "Emma"])
    try store.write("Insert") { $0.insert(Order(customer: "Österreich")) }
    #expect(results.sections.map(\.name) == ["", "#", "A", "E", "O"])
  }

  @Test func `the first letter is the same in memory and in the store`() throws {
    for letter in ["#", "A", "E", "é", ""] {
      let predicate = try FetchPredicate(format: "customer.firstLetter == %@", letter)
      var request = FetchRequest<Order>()
      request.predicate = predicate
      let stored = try store.fetch(request).map(\.customer)
      let all = try store.fetch(FetchRequest<Order>())
      #expect(try stored == all.filter { try predicate.evaluate(with: $0) }.map(\.customer))
      #expect(stored.count == ["#": 2, "A": 1, "E": 2][letter] ?? 0)
    }
    #expect(try FetchExpression(format: "firstLetter('ß')").value(with: FetchValue.null) == "S")
  }

  private struct Song: FetchableEntity, Equatable {
    var objectID: ObjectID?
    var title = ""
    var words: [String] = []
    var searchText: String?

    static let entity = EntityDescription(
      Song.self, name: "Song",
      properties: [
        .attribute("title", \.title), .toMany("words", values: \.words, table: "song_word"),
        .derived("searchText", \.searchText, .foldedTexts(of: ["title", "words"])),
      ])
  }

  @Test func `a stored property has the value of a derived attribute`() throws {
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Song.entity]))
    let id = try store.write("Add") {
      $0.insert(Song(title: "Été", words: ["Été", "Tú"], searchText: "no"))
    }
    func songs(_ predicate: FetchPredicate? = nil) throws -> [Song] {
      var request = FetchRequest<Song>()
      request.predicate = predicate
      return try store.fetch(request)
    }
    let song = Song(objectID: id, title: "Été", words: ["Été", "Tú"], searchText: "ete\nete\ntu")
    #expect(try songs() == [song])
    let predicate = try FetchPredicate(format: "searchText CONTAINS 'tu'")
    #expect(try songs(predicate) == [song])
    #expect(try predicate.evaluate(with: song))
    try store.write("Shorten") { $0.update(Song(objectID: id, title: "É", searchText: "tu")) }
    #expect(try songs() == [Song(objectID: id, title: "É", searchText: "e")])
    #expect(try songs(predicate) == [])
  }

  @Test func `default values are in sort keys and derived attributes`() throws {
    let tea = EntityDescription(
      name: "Tea",
      attributes: [
        AttributeDescription(
          "name", .string, isOptional: false, defaultValue: "Mate", hasNaturalOrder: true),
        AttributeDescription(
          "searchText", .string, column: "search", derivation: .foldedTexts(of: ["name"])),
      ])
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [tea]))
    try store.write("Add") { transaction in
      for object in [["name": "Chai"], [:], ["name": "Pu'er"]] as [FetchValue] {
        transaction.insert(object, into: tea)
      }
    }
    var request = FetchRequest<FetchValue>(entity: tea)
    request.sortDescriptors = [FetchSortDescriptor("name", comparison: .natural)]
    #expect(
      try store.fetch(request).map { $0.value(forKeyPath: "name") } == ["Chai", "Mate", "Pu'er"])
    request.predicate = try FetchPredicate(format: "searchText == 'mate'")
    #expect(try store.count(request) == 1)
    #expect(try store.problems() == [])
  }
}
