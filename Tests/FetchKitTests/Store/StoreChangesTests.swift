import Foundation
import Testing

@testable import FetchKit

/// Writing objects one by one and many at once.
@Suite struct StoreChangesTests {
  @Test func `an update writes every attribute and list`() throws {
    let library = try Library()
    var dune = library.books[0]
    dune.price = 3
    dune.author = nil
    dune.words = ["spice"]
    dune.reviews = []
    try library.store.write("Change a book") { $0.update(dune) }
    let stored = try library.store.object(with: try #require(dune.objectID), as: Book.self)
    #expect(stored == dune)
    #expect(try library.store.count(FetchRequest<Book>()) == 5)
  }

  @Test func `deleting an object deletes its elements`() throws {
    let library = try Library()
    let id = try #require(library.books[0].objectID)
    try library.store.write("Delete a book") { $0.delete(id) }
    #expect(try library.store.object(with: id, as: Book.self) == nil)
    var request = FetchRequest<Book>()
    request.predicate = try FetchPredicate(format: "words CONTAINS 'worm'")
    #expect(try library.store.count(request) == 0)
  }

  @Test func `a failed change undoes those before it`() throws {
    let library = try Library()
    let error = #expect(throws: StoreError.self) {
      try library.store.write("Insert two books") { transaction in
        transaction.insert(Book("New"))
        transaction.insert(.object(["title": 5]), into: Book.entity)
        transaction.insert(Book("Newer"))
      }
    }
    #expect(error?.message == "Book.title is string, found a number")
    #expect(try library.store.count(FetchRequest<Book>()) == 5)
  }

  @Test func `a batch update sets constants, expressions and derived attributes`() throws {
    let library = try Library()
    let result = try library.store.perform(
      BatchUpdateRequest(
        entity: Book.entity,
        set: [
          "price": try FetchExpression(format: "price * 2 + 1"), "title": .constant("Dune 3"),
          "author": .constant(nil), "inPrint": .constant(false),
        ],
        where: try FetchPredicate(format: "title ==[c] 'DUNE' OR title == 'dune 2'")))
    #expect(result == BatchResult(matched: 2, changed: 2))
    var request = FetchRequest<Book>()
    request.predicate = try FetchPredicate(format: "title == 'Dune 3'")
    let changed = try library.store.fetch(request)
    #expect(changed.map(\.price) == [20, 15.5])
    #expect(changed.map(\.author) == [nil, nil])
    request.predicate = try FetchPredicate(format: "searchText CONTAINS 'dune 3'")
    request.sortDescriptors = [.init("title", comparison: .natural)]
    #expect(try library.store.count(request) == 2)
    request.predicate = try FetchPredicate(format: "searchText == %@", "dune 3\nsand\nworm")
    #expect(try library.store.count(request) == 1)
  }

  @Test func `a derived attribute is the same from a write and from a batch`() throws {
    let library = try Library()
    func texts() throws -> [FetchValue] {
      var request = FetchRequest<Book>()
      request.propertiesToFetch = ["searchText"]
      return try library.store.dictionaries(request).map { $0["searchText"] ?? .null }
    }
    let written = try texts()
    #expect(
      written == [
        "dune\nherbert\nsand\nworm", "emile\nrousseau\necole", "untitled", "dune 2\nherbert\nsand",
        "dune 10\n",
      ])
    try library.store.perform(
      BatchUpdateRequest(
        entity: Book.entity, set: ["title": try FetchExpression(format: "uppercase(title)")],
        where: nil))
    #expect(try texts() == written)
  }

  @Test func `a batch counts only changed objects`() throws {
    let library = try Library()
    let request = BatchUpdateRequest(
      entity: Book.entity, set: ["inPrint": .constant(true)], where: nil)
    #expect(try library.store.perform(request) == BatchResult(matched: 5, changed: 3))
    #expect(try library.store.perform(request) == BatchResult(matched: 5, changed: 0))
  }

  @Test func `a batch deletes matching objects`() throws {
    let library = try Library()
    let request = BatchDeleteRequest(
      entity: Book.entity, where: try FetchPredicate(format: "author != 'Herbert'"))
    #expect(try library.store.perform(request) == BatchResult(matched: 3, changed: 3))
    #expect(try library.store.fetch(FetchRequest<Book>()).map(\.title) == ["Dune", "dune 2"])
  }

  @Test(arguments: [
    (
      "boss.name", "'x'",
      "'boss.name' belongs to related objects: a batch update sets attributes of Clerk only"
    ),
    (
      "boss.boss", "nil",
      "'boss.boss' belongs to related objects: a batch update sets attributes of Clerk only"
    ),
    ("boss.nmae", "'x'", "unknown key 'nmae' in Clerk, did you mean 'name'?"),
    ("name", "boss", "'name' has the type string, found an object"),
    ("boss", "name", "'boss' has the type reference to Clerk, found a string"),
    ("boss", "office", "'boss' leads to Clerk, found an object of Office"),
    (
      "boss", "TERNARY(name == 'x', nil, office)",
      "'boss' leads to Clerk, found an object of Office"
    ),
    (
      "boss", "TERNARY(name == 'x', boss, office)",
      "'boss' has the type reference to Clerk, found an object"
    ),
    (
      "home", "nil",
      "'home' is a structure: compare it with nil, or name an attribute of it such as 'home.street'"
    ),
  ])
  func `a batch refuses keys of related objects`(key: String, value: String, message: String) throws
  {
    let store = try FetchStore(path: ":memory:", model: Self.clerks)
    let request = BatchUpdateRequest(
      entity: Clerk.entity, set: [key: try FetchExpression(format: value)])
    #expect(refusal { try store.perform(request) }?.message == message)
  }

  @Test func `a batch sets a relationship by a condition`() throws {
    let store = try FetchStore(path: ":memory:", model: Self.clerks)
    try store.write("Hire") { transaction in
      var clerk = Clerk()
      clerk.name = "Ann"
      let ann: ObjectReference<Clerk> = transaction.insert(clerk)
      (clerk.name, clerk.boss) = ("Bob", ann)
      transaction.insert(clerk)
    }
    let boss = try FetchExpression(format: "TERNARY(name == 'Ann', SELF, nil)")
    try store.perform(BatchUpdateRequest(entity: Clerk.entity, set: ["boss": boss]))
    var request = FetchRequest<Clerk>()
    request.predicate = try FetchPredicate(format: "boss.name == 'Ann'")
    #expect(try store.fetch(request).map(\.name) == ["Ann"])
  }

  @Test func `a batch refuses identities of another entity`() throws {
    let store = try FetchStore(path: ":memory:", model: Self.clerks)
    let office = FetchValue(ObjectID(entityName: "Office", rowID: 1))
    let request = BatchUpdateRequest(entity: Clerk.entity, set: ["boss": .constant(office)])
    #expect(
      refusal { try store.perform(request) }?.message
        == "'boss' leads to Clerk, found an object of Office")
  }

  private static let clerks = ManagedObjectModel(entities: [Clerk.entity, Office.entity])

  private struct Office: FetchableEntity {
    var objectID: ObjectID?
    static let entity = EntityDescription(Office.self, name: "Office", properties: [])
  }

  private struct Clerk: FetchableEntity {
    struct Home: DescribedValue {
      var city = ""
      var street = ""
      static let entity = EntityDescription(
        Home.self, name: "Home",
        properties: [.attribute("city", \.city), .attribute("street", \.street)])
    }

    var objectID: ObjectID?
    var name = ""
    var home: Home?
    var boss: ObjectReference<Clerk>?
    var office: ObjectReference<Office>?

    static let entity: EntityDescription = EntityDescription(
      Clerk.self, name: "Clerk",
      properties: [
        .attribute("name", \.name), .embedded("home", \.home), .toOne("boss", \.boss),
        .toOne("office", \.office),
      ])
  }

  @Test(arguments: [
    ("price", "'x'", "'price' has the type double, found a string"),
    ("title", "nil", "'title' needs a value"),
    ("searchText", "'x'", "'searchText' is computed and cannot be set"),
    ("year", "title", "'year' has the type integer, found a string"),
    ("color", "1", "unknown key 'color' in Book"),
  ])
  func `a batch refuses invalid values`(key: String, value: String, message: String) throws {
    let library = try Library()
    let request = BatchUpdateRequest(
      entity: Book.entity, set: [key: try FetchExpression(format: value)], where: nil)
    #expect(refusal { try library.store.perform(request) }?.message == message)
  }
}
