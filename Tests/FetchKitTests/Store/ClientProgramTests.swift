import Foundation
import Testing

@testable import FetchKit

private struct Mark: FetchableEntity {
  var objectID: ObjectID?
  static let entity = EntityDescription(Mark.self, name: "Mark", properties: [])
}

private struct Line: FetchableEntity {
  var objectID: ObjectID?
  var tags: [String] = []
  static let entity = EntityDescription(
    Line.self, name: "Line", properties: [.toMany("tags", \.tags)])
}

private struct Maker: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var age = 0
  static let entity = EntityDescription(
    Maker.self, name: "Maker",
    properties: [.attribute("name", \.name), .attribute("age", \.age)], indexes: [["name"]])
}

private struct Part: DescribedValue, Equatable {
  var name = ""
  var amount = 1
  var note: String?
  static let entity = EntityDescription(
    Part.self, name: "Part",
    properties: [
      .attribute("name", \.name), .attribute("amount", \.amount), .attribute("note", \.note),
    ])
}

private struct Item: FetchableEntity {
  var objectID: ObjectID?
  var title = ""
  var maker: ObjectReference<Maker>?
  var parts: [Part] = []
  static let entity = EntityDescription(
    Item.self, name: "Item",
    properties: [
      .attribute("title", \.title), .toOne("maker", \.maker),
      .toMany("parts", \.parts, table: "item_part"),
    ])
}

/// What programs write in the shortest form.
@Suite struct ClientProgramTests {
  private let store: FetchStore

  init() throws {
    store = try FetchStore(
      path: ":memory:",
      model: ManagedObjectModel(entities: [Mark.entity, Line.entity, Maker.entity, Item.entity]))
  }

  @Test func `tasks of a group can write in one line`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { [store] group in
      for _ in 0..<5 { group.addTask { try await store.write("Add") { $0.insert(Mark()) } } }
      try await group.waitForAll()
    }
    #expect(try await store.count(FetchRequest<Mark>()) == 5)
  }

  @Test func `entities need no attributes`() throws {
    try store.write("Add") { transaction in
      transaction.insert(Mark())
      transaction.insert(Line(tags: ["a", "b"]))
    }
    #expect(try store.fetch(FetchRequest<Line>()).map(\.tags) == [["a", "b"]])
    var marks = 0
    try store.forEach(FetchRequest<Mark>()) { _ in marks += 1 }
    #expect(marks == 1)
    var lines = FetchRequest<Line>()
    lines.propertiesToFetch = []
    #expect(try store.snapshot { try $0.count(lines) } == 1)
    try store.undo()
    #expect(try store.count(FetchRequest<Line>()) == 0)
  }

  @Test func `an entity that the model does not have is an error`() throws {
    let empty = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: []))
    let failure = StoreFailure(.invalidRequest, "the model has no entity named 'Mark'")
    #expect(StoreFailure { try empty.fetch(FetchRequest<Mark>()) } == failure)
    #expect(StoreFailure { try empty.write("Add") { $0.insert(Mark()) } } == failure)
  }

  @Test func `elements given by key have the defaults of what they do not set`() throws {
    let id: ObjectID = try store.write("Add") {
      $0.insert(["title": "Box", "parts": [["name": "lid"], ["amount": nil]]], into: Item.entity)
    }
    #expect(try store.object(with: id, as: Item.self)?.parts == [Part(name: "lid"), Part()])
  }

  @Test(
    arguments: [
      (["titel": "Box"], "Item has no attribute 'titel', did you mean 'title'?"),
      (["parts": [["nmae": "lid"]]], "parts has no attribute 'nmae', did you mean 'name'?"),
      (["parts": ["lid"]], "parts needs an object with keys, found a string"),
      ("Box", "Item needs an object with keys, found a string"),
      (["maker.name": "Ann"], "Item needs nested objects instead of the key 'maker.name'"),
    ] as [(FetchValue, String)])
  func `keys that an entity does not have are errors`(object: FetchValue, message: String) throws {
    let failure = StoreFailure(.invalidRequest, message)
    #expect(
      StoreFailure { try store.write("Add") { $0.insert(object, into: Item.entity) } } == failure)
    let id: ObjectID = try store.write("Add") { $0.insert(Item(title: "Box")) }
    #expect(
      StoreFailure { try store.write("Set") { $0.update(id, to: object, of: Item.entity) } }
        == failure)
    #expect(try store.fetch(FetchRequest<Item>()).map(\.title) == ["Box"])
  }

  @Test func `an object that was fetched by key can be written by key`() throws {
    let request = FetchRequest<FetchValue>(entity: Item.entity)
    try store.write("Add") { transaction in
      let maker: ObjectReference<Maker> = transaction.insert(Maker(name: "Ann"))
      transaction.insert(Item(title: "Box", maker: maker, parts: [Part(name: "lid")]))
    }
    let object = try store.fetch(request)[0]
    let id = try store.objectIDs(request)[0]
    try store.write("Set") {
      $0.update(id, to: object.setting("Bin", forKeyPath: "title"), of: Item.entity)
      $0.insert(object, into: Item.entity)
    }
    let items = try store.fetch(FetchRequest<Item>())
    #expect(items.map(\.title) == ["Bin", "Box"])
    #expect(items.map { $0.maker?.id.rowID } == [1, 1])
    #expect(items.map(\.parts) == [[Part(name: "lid")], [Part(name: "lid")]])
  }

  @Test func `results are encoded as plain JSON`() async throws {
    try await store.write("Add") { transaction in
      let maker: ObjectReference<Maker> = transaction.insert(Maker(name: "Ann", age: 3))
      transaction.insert(Item(title: "Box", maker: maker, parts: [Part(name: "lid")]))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var request = FetchRequest<FetchValue>(entity: Item.entity)
    let objects = try await store.fetch(request)
    #expect(
      try String(decoding: encoder.encode(objects), as: UTF8.self)
        == #"[{"maker":{"objectID":["Maker",1]},"parts":[{"amount":1,"name":"lid","note":null}],"title":"Box"}]"#
    )
    request.propertiesToFetch = ["title", "maker.age"]
    let dictionaries = try await store.dictionaries(request)
    #expect(
      try String(decoding: encoder.encode(dictionaries), as: UTF8.self)
        == #"[{"maker.age":3,"title":"Box"}]"#)
    let values: [FetchValue] = [
      true, 1.5, .date(Date(timeIntervalSinceReferenceDate: 0)), .data(Data([1])),
    ]
    encoder.dateEncodingStrategy = .iso8601
    #expect(
      try String(decoding: encoder.encode(values), as: UTF8.self)
        == #"[true,1.5,"2001-01-01T00:00:00Z","AQ=="]"#)
  }

  @Test func `objects of references are fetched asynchronously`() async throws {
    let references: [ObjectReference<Maker>] = try await store.write("Add") { transaction in
      ["a", "b"].map { transaction.insert(Maker(name: $0)) }
    }
    let makers = try await store.objects(with: references.reversed())
    #expect(makers.map(\.name) == ["b", "a"])
  }

  @Test func `Foundation describes an error by its message`() throws {
    #expect(
      Self.description { try store.fetch(FetchRequest<FetchValue>(entityName: "Itme")) }
        == "the model has no entity named 'Itme'")
    #expect(
      Self.description { try FetchPredicate(format: "title >") }
        == "unexpected end of predicate: expected a key path, a value or a condition")
    #expect(
      Self.description { try FetchPredicate(#Predicate<Item> { $0.title.count > 1 }) }
        == "KeyPath: a store cannot count characters; use utf16.count")
    #expect(
      Self.description {
        let id = ObjectID(entityName: "Item", rowID: 1)
        return try FetchedResultsSnapshot().applying([
          .delete(id, at: IndexPath(row: 0, section: 0))
        ])
      } == "ObjectID(entityName: \"Item\", rowID: 1) is not at [0, 0]")
  }

  @MainActor @Test func `lists and requests are printed without their storage`() throws {
    try store.write("Add") { transaction in
      for name in ["a", "b"] { transaction.insert(Maker(name: name)) }
    }
    let request = FetchRequest<Maker>(
      where: try FetchPredicate(format: "age < 1"), sortedBy: FetchSortDescriptor(\Maker.name))
    let results = FetchedResultsController(request, store: store, sectionNameKeyPath: \.name)
    try results.performFetch()
    #expect("\(results.sections)" == "[a (1), b (1)]")
    #expect("\(results.objectIDs)" == "\(try store.objectIDs(request))")
    #expect("\(BatchDeleteRequest(entity: Maker.entity).entity)" == "Maker")
  }

  private static func description<Result>(_ body: () throws -> Result) -> String? {
    do {
      _ = try body()
      return nil
    } catch {
      return error.localizedDescription
    }
  }

  @Test(arguments: [
    "maker.name == 'b'", "maker.name IN {'a', 'b'}", "maker.name BETWEEN {'a', 'b'}",
    "maker.name < 'b' AND title != 'x'", "maker.age == 2", "maker.name == nil",
    "NOT maker.name == 'b'", "maker.name != 'b'", "maker.name IN {'b', nil}",
    "maker.age > 1 OR maker.name >= 'b'",
  ])
  func `conditions on related objects agree in both engines, with and without an index`(
    format: String
  ) throws {
    try store.write("Add") { transaction in
      let makers: [ObjectReference<Maker>] = ["a", "b", "c"].enumerated().map {
        transaction.insert(Maker(name: $1, age: $0))
      }
      for maker in [nil] + makers { transaction.insert(Item(title: "x", maker: maker)) }
      transaction.insert(Item(title: "y", maker: makers[0]))
    }
    let predicate = try FetchPredicate(format: format)
    var all = FetchRequest<Item>()
    all.relationshipKeyPathsForPrefetching = ["maker"]
    let expected = try store.fetch(all).filter { try predicate.evaluate(with: $0) }
    let found = try store.fetch(FetchRequest<Item>(where: predicate))
    #expect(found.map(\.objectID) == expected.map(\.objectID))
  }

  @Test func `a condition on a related object uses its index`() throws {
    let request = FetchRequest<Item>(where: try FetchPredicate(format: "maker.name == 'b'"))
    let explanation = try store.explain(request)
    #expect(
      explanation.sql
        == "SELECT pk FROM item WHERE maker IN (SELECT e1.pk FROM maker AS e1 WHERE e1.name = ?) ORDER BY pk"
    )
    #expect(explanation.plan.contains { $0.contains("SEARCH e1 USING") })
    #expect(explanation.plan.contains { $0.contains("SEARCH item USING") })
  }
}
