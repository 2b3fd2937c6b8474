import Foundation
import Testing

@testable import FetchKit

/// Names of entities and attributes that the store or another name could be confused with.
@Suite struct ModelNameTests {
  private static func refusal(_ entities: EntityDescription...) -> StoreFailure? {
    StoreFailure {
      try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: entities))
    }
  }

  private static func entity(
    _ name: String, table: String? = nil, _ attributes: AttributeDescription...,
    identifier: String? = nil, indexes: [[String]] = [], toMany: [ToManyDescription] = []
  ) -> EntityDescription {
    EntityDescription(
      name: name, table: table, attributes: attributes, toMany: toMany, identifier: identifier,
      indexes: indexes)
  }

  private static func parent(_ name: String) -> EntityDescription {
    EntityDescription(
      name: name, attributes: [AttributeDescription("name", .string)],
      relationships: [.toMany("kids", to: child(of: name), inverse: "parent")])
  }

  private static func child(of name: String) -> EntityDescription {
    EntityDescription(
      name: "Kid", attributes: [AttributeDescription("age", .integer)],
      relationships: [.toOne("parent", to: parent(name), inverse: "kids")])
  }

  @Test(arguments: [
    "Old", "Now", "E1", "R1", "E2", "Pairs", "Object", "Owner", "Element", "Value", "Range",
    "Batch",
  ])
  func `an entity with any name is found through relationships and undone`(name: String) throws {
    let (parent, child) = (Self.parent(name), Self.child(of: name))
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [parent, child]))
    let (a, b) = try store.write("Add") { transaction in
      let ids = ["a", "b"].map { transaction.insert(["name": .string($0)], into: parent) }
      for (age, id) in [(1, ids[0]), (2, ids[0]), (3, ids[1])] {
        transaction.insert(["age": .integer(Int64(age)), "parent": FetchValue(id)], into: child)
      }
      return (ids[0], ids[1])
    }
    var request = FetchRequest<FetchValue>(entity: parent)
    for (format, expected) in [
      ("kids.@count == 2", [a]), ("ANY kids.age > 2", [b]), ("ALL kids.age < 3", [a]),
      ("SUBQUERY(kids, $k, $k.age > 1 AND $k.parent.name == 'a').@count == 1", [a]),
      ("kids.@sum.age == 3", [a, b]),
    ] {
      request.predicate = try FetchPredicate(format: format)
      #expect(try store.objectIDs(request) == expected, "\(format)")
    }
    request.predicate = nil
    let before = try store.fetch(request)
    try store.write("Rename") { transaction in
      for (id, name) in [(a, "x"), (b, "y")] {
        transaction.update(id, to: ["name": .string(name)], of: parent)
      }
    }
    try store.undo()
    #expect(try store.fetch(request) == before)
  }

  @Test(arguments: [
    "pk", "PK", "position", "owner", "step", "operation", "columns", "hasElements", "contentHash",
    "rowid", "oid", "key", "value", "entity", "object", "sequence", "element", "old", "new", "now",
    "select", "order", "group", "index", "fooBar", "Ärger", "日本", "a b", "it's", "say\"",
  ])
  func `an attribute with any name is stored, found, sorted, updated and undone`(name: String)
    throws
  {
    let entity = Self.entity(
      "Item", AttributeDescription(name, .integer), AttributeDescription("foo_bar", .string),
      AttributeDescription("text", .string, hasNaturalOrder: true),
      AttributeDescription("textOrder", .string), AttributeDescription("id", .string),
      identifier: "id", indexes: [[name], ["text"]],
      toMany: [
        ToManyDescription(
          "parts", table: "item_part",
          attributes: [AttributeDescription(name, .integer), AttributeDescription("b", .string)])
      ])
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [entity]))
    var ids: [ObjectID] = []
    try store.write("Add") { transaction in
      for number in 1...3 {
        ids.append(
          transaction.insert(
            .object([
              name: .integer(Int64(number)), "foo_bar": "x", "text": "t", "textOrder": "o",
              "id": .string("\(number)"),
              "parts": [.object([name: .integer(Int64(number * 10)), "b": "b"])],
            ]), into: entity))
      }
    }
    var request = FetchRequest<FetchValue>(entity: entity)
    request.predicate = FetchPredicate.comparison(
      ComparisonPredicate(left: .keyPath(name), comparison: .greaterThan, right: .constant(1)))
    request.sortDescriptors = [FetchSortDescriptor(name, ascending: false)]
    #expect(try store.fetch(request).map { $0.value(forKeyPath: "id") } == ["3", "2"])
    #expect(
      try store.fetch(request).first?.value(forKeyPath: "parts")
        == [.object([name: 30, "b": "b"])])
    request.propertiesToFetch = [.attribute(name), "foo_bar"]
    #expect(try store.dictionaries(request).first == [name: 3, "foo_bar": "x"])
    try store.perform(BatchUpdateRequest(entity: entity, set: [name: .constant(7)]))
    try store.write("Change") {
      $0.update(ids[0], to: .object([name: 8, "id": "1", "parts": []]), of: entity)
    }
    try store.write("Delete") { $0.delete(ids[1]) }
    #expect(try store.count(request) == 2)
    for _ in 1...3 { try store.undo() }
    #expect(try store.dictionaries(request).map { $0[name] } == [3, 2])
    #expect(try store.problems() == [])
  }

  @Test func `columns that differ only in case or in underscores are kept apart`() {
    let entity = Self.entity(
      "Item", AttributeDescription("fooBar", .string), AttributeDescription("foo_bar", .string),
      AttributeDescription("FooBar", .string), AttributeDescription("foo_bar_", .string),
      AttributeDescription("other", .string, column: "foo_bar__"))
    #expect(
      entity.attributes.map(\.column) == [
        "foo_bar", "foo_bar_", "foo_bar___", "foo_bar____", "foo_bar__",
      ])
    #expect(
      Self.entity("Item", AttributeDescription("a.pk", .string)).attributes[0].column == "a_pk")
  }

  @Test(arguments: [
    (
      [entity("Item", AttributeDescription("a", .string)), entity("Item", table: "other")],
      "two entities have the name 'Item'"
    ),
    (
      [entity("Item"), entity("ITEM")],
      "the entities 'Item' and 'ITEM' have the same table 'item'"
    ),
    (
      [entity("Item"), entity("Other", table: "item_flat")],
      "the entities 'Item' and 'Other' have the same table 'item_flat'"
    ),
    ([entity("Json_Each")], "the entity 'Json_Each' cannot have the table 'json_each'"),
    ([entity("Item", table: "sqlite_x")], "the entity 'Item' cannot have the table 'sqlite_x'"),
    (
      [entity("Item", table: "fetchkit_change")],
      "the entity 'Item' cannot have the table 'fetchkit_change'"
    ),
    ([entity("")], "the entity '' cannot have the table ''"),
    (
      [entity("Item", AttributeDescription("a", .string), identifier: "b")],
      "the entity 'Item' has no stored attribute 'b'"
    ),
    (
      [entity("Item", AttributeDescription("a", .string), indexes: [["a", "c"]])],
      "the entity 'Item' has no stored attribute 'c'"
    ),
    (
      [entity("Item", AttributeDescription("a", .string), indexes: [["a"], []])],
      "the entity 'Item' has an index or a uniqueness constraint without an attribute"
    ),
    (
      [
        entity(
          "Item", AttributeDescription("a", .integer, computed: .keyPath("b")),
          AttributeDescription("b", .integer, computed: .keyPath("c")),
          AttributeDescription("c", .integer, computed: .keyPath("b")))
      ],
      "the attribute 'b' of the entity 'Item' is computed from itself"
    ),
    (
      [entity("Item", AttributeDescription("a", .string), AttributeDescription("a", .integer))],
      "the entity 'Item' has two properties with the name 'a'"
    ),
    (
      [entity("Item", AttributeDescription("a", .string), AttributeDescription("a.b", .integer))],
      "the entity 'Item' cannot have a property with the name 'a.b'"
    ),
    (
      [entity("Item", AttributeDescription("", .string))],
      "the entity 'Item' cannot have a property with the name ''"
    ),
    (
      [entity("Item", AttributeDescription("a", .string, column: "pk"))],
      "the attribute 'a' of the entity 'Item' has the column 'pk', which the store uses itself"
    ),
    (
      [
        entity(
          "Item", AttributeDescription("a", .string, column: "x"),
          AttributeDescription("b", .string, column: "X"))
      ],
      "the attributes 'a' and 'b' of the entity 'Item' have the same column 'X'"
    ),
  ])
  func `a model with ambiguous or unknown names is refused`(
    entities: [EntityDescription], message: String
  ) {
    let model = ManagedObjectModel(entities: entities)
    let failure = StoreFailure(.invalidModel, message)
    #expect(StoreFailure { try model.validate() } == failure)
    #expect(StoreFailure { try FetchStore(path: ":memory:", model: model) } == failure)
  }
}

/// Entities with as many attributes as a table can have.
@Suite struct ModelSizeTests {
  private static func entity(columns: Int) -> EntityDescription {
    EntityDescription(
      name: "Item",
      attributes: (0..<columns).map { AttributeDescription("a\($0)", .string) })
  }

  @Test func `an object with 1,995 attributes is stored, found, updated and undone`() throws {
    let entity = Self.entity(columns: 1995)
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [entity]))
    let names = entity.attributes.map(\.keyPath)
    func object(_ text: String) -> FetchValue {
      .object(Dictionary(uniqueKeysWithValues: names.map { ($0, .string(text)) }))
    }
    try store.write("Insert") { _ = $0.insert(object("old"), into: entity) }
    let change = Dictionary(
      uniqueKeysWithValues: names.map { ($0, FetchExpression.constant("new")) })
    try store.perform(BatchUpdateRequest(entity: entity, set: change))
    let request = FetchRequest<FetchValue>(entity: entity)
    #expect(try store.fetch(request) == [object("new")])
    try store.undo()
    #expect(try store.fetch(request) == [object("old")])
  }

  @Test func `an entity with more attributes is refused`() {
    let model = ManagedObjectModel(entities: [Self.entity(columns: 1996)])
    let failure = StoreFailure(
      .invalidModel, "the entity 'Item' has 1996 columns in one table, and 1995 are possible")
    #expect(StoreFailure { try model.validate() } == failure)
    #expect(StoreFailure { try FetchStore(path: ":memory:", model: model) } == failure)
  }
}

/// Paths and limits that no store can have.
@Suite struct OddArgumentTests {
  private static let model = ManagedObjectModel(entities: [Worker.entity])

  @Test(arguments: ["", "/", "/nowhere/at/all.sqlite", "a\0b", "/tmp"])
  func `a path that cannot be opened throws`(path: String) {
    #expect(throws: StoreError.self) { try FetchStore(path: path, model: Self.model) }
    #expect(throws: StoreError.self) {
      try FetchStore(path: path, model: Self.model, connections: .one)
    }
  }

  @Test(arguments: [Int.min, -1, 0, 1, .max])
  func `limits may be any number`(number: Int) throws {
    let file = try TemporaryStore()
    let store = try FetchStore(
      path: file.path, model: Self.model, undoLimits: UndoLimits(steps: number, bytes: number))
    try store.write("Hire") { transaction in
      for age in 0..<3 { transaction.insert(Worker("Ada", age: age, sex: nil)) }
    }
    var request = FetchRequest<Worker>()
    request.fetchLimit = number
    request.fetchOffset = number
    request.fetchBatchSize = number
    #expect(try store.fetch(request).count <= 3)
    #expect(try store.count(request) <= 3)
    #expect(try store.dictionaries(request).count <= 3)
    _ = try store.undo()
    var deletion = BatchDeleteRequest(entity: Worker.entity)
    deletion.allowsUnrestorable = true
    _ = try store.perform(deletion)
  }
}
