import Foundation
import GRDB
import Testing

@testable import FetchKit

/// Stores that are opened with another model than the one they were written with.
@Suite struct ModelChangeTests {
  private static func item(
    _ attributes: AttributeDescription..., table: String = "item",
    toMany: [ToManyDescription] = []
  ) -> EntityDescription {
    EntityDescription(name: "Item", table: table, attributes: attributes, toMany: toMany)
  }

  private static let stored = item(
    AttributeDescription("name", .string, isOptional: false, defaultValue: ""),
    AttributeDescription("price", .double), AttributeDescription("count", .integer),
    AttributeDescription("sold", .date),
    toMany: [ToManyDescription("words", table: "item_word", of: .string)])

  /// Changes an attribute of the stored model; nil removes it.
  private static func changing(_ keyPath: String, to attribute: AttributeDescription?)
    -> EntityDescription
  {
    var entity = stored
    let index = entity.attributeIndex(forKeyPath: keyPath) ?? 0
    if let attribute {
      entity.attributes[index] = attribute
    } else {
      entity.attributes.remove(at: index)
    }
    return entity
  }

  private static func file() throws -> TemporaryStore {
    let file = try TemporaryStore()
    let store = try file.open(stored)
    try store.write("Add") {
      _ = $0.insert(
        .object(["name": "Tea", "price": 2.5, "count": 3, "words": ["a"]]), into: stored)
    }
    try store.close()
    return file
  }

  @Test(arguments: [
    (
      changing("price", to: AttributeDescription("price", .string)),
      "the attribute 'price' of the entity 'Item' is stored as optional double, the model declares optional string"
    ),
    (
      changing("count", to: AttributeDescription("count", .boolean)),
      "the attribute 'count' of the entity 'Item' is stored as optional integer, the model declares optional boolean"
    ),
    (
      changing("sold", to: AttributeDescription("sold", .double)),
      "the attribute 'sold' of the entity 'Item' is stored as optional date, the model declares optional double"
    ),
    (
      changing("count", to: AttributeDescription("count", .integer, isOptional: false)),
      "the attribute 'count' of the entity 'Item' is stored as optional integer, the model declares integer"
    ),
    (
      changing("name", to: AttributeDescription("name", .string)),
      "the attribute 'name' of the entity 'Item' is stored as string, the model declares optional string"
    ),
    (
      changing("price", to: nil),
      "the attribute 'price' of the entity 'Item' is stored as optional double, the model does not declare it"
    ),
    (
      changing("price", to: AttributeDescription("cost", .double)),
      "the attribute 'price' of the entity 'Item' is stored as optional double, the model does not declare it"
    ),
    (
      changing("price", to: AttributeDescription("price", .double, column: "cost")),
      "the attribute 'price' of the entity 'Item' is stored as optional double in column 'price' of table 'item', the model declares optional double in column 'cost' of table 'item'"
    ),
    (
      EntityDescription(
        name: "ITEM", table: "ITEM", attributes: stored.attributes,
        toMany: [ToManyDescription("words", table: "words", of: .string)]),
      "'ITEM' cannot have the table 'ITEM', which stores 'Item': keep that name, or declare another table"
    ),
    (
      EntityDescription(
        name: "Word", table: "item_word", attributes: [AttributeDescription("on", .date)]),
      "'Word' cannot have the table 'item_word', which stores 'Item.words': keep that name, or declare another table"
    ),
    (
      item(AttributeDescription("name", .string)),
      "the attribute 'count' of the entity 'Item' is stored as optional integer, the model does not declare it"
    ),
    (
      EntityDescription(
        name: "Item", attributes: stored.attributes,
        toMany: [ToManyDescription("words", table: "item_word", of: .integer)]),
      "the attribute 'words' of the entity 'Item' is stored as optional string, the model declares optional integer"
    ),
    (
      EntityDescription(name: "Item", attributes: stored.attributes),
      "the attribute 'words' of the entity 'Item' is stored as optional string, the model does not declare it"
    ),
  ])
  func `a model that would lose or misread what is stored is refused`(
    entity: EntityDescription, message: String
  ) throws {
    let file = try Self.file()
    let failure = StoreFailure(.invalidModel, message)
    #expect(StoreFailure { try file.open(entity) } == failure)
    #expect(StoreFailure { try file.open(entity, connections: .one) } == failure)
    let row = try file.open(Self.stored).fetch(FetchRequest<FetchValue>(entityName: "Item"))
    #expect(row.map { $0.value(forKeyPath: "price") } == [2.5])
  }

  @Test func `an attribute and an entity are added, and an entity may be missing for a while`()
    throws
  {
    let file = try Self.file()
    var wider = Self.stored
    wider.attributes.append(AttributeDescription("color", .string))
    let other = EntityDescription(name: "Other", attributes: [AttributeDescription("x", .string)])
    try file.open(wider, other).close()
    try file.open(other).close()
    #expect(
      StoreFailure { try file.open(Self.stored) }
        == StoreFailure(
          .invalidModel,
          "the attribute 'color' of the entity 'Item' is stored as optional string, the model does not declare it"
        ))
    #expect(try file.open(wider).count(FetchRequest<FetchValue>(entityName: "Item")) == 1)
  }

  @Test func `a store of an earlier version is opened and remembers its attributes from then on`()
    throws
  {
    let file = try Self.file()
    let queue = try DatabaseQueue(path: file.path)
    try queue.write { try $0.execute(sql: "DELETE FROM fetchkit_metadata WHERE key = 'model'") }
    try queue.close()
    try file.open(Self.stored).close()
    #expect(
      StoreFailure { try file.open(Self.changing("price", to: nil)) }?.code == .invalidModel)
  }

  @Test func `columns of other programs are no attributes`() throws {
    let file = try Self.file()
    let queue = try DatabaseQueue(path: file.path)
    try queue.write { try $0.execute(sql: "ALTER TABLE item ADD COLUMN theirs TEXT") }
    try queue.close()
    #expect(try file.open(Self.stored).count(FetchRequest<FetchValue>(entityName: "Item")) == 1)
  }

  @Test(arguments: [
    ("count + 1", FetchValue.integer(.max), "9.223372036854775807e+18"),
    ("count * 2", .integer(.max), "1.8446744073709552e+19"),
    ("count - 1", .integer(.min), "-9.223372036854775808e+18"),
    ("count * 0.5", .integer(3), "1.5"),
  ])
  func `a batch update does not store what an integer cannot hold`(
    expression: String, start: FetchValue, result: String
  ) throws {
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Self.stored]))
    try store.write("Add") {
      _ = $0.insert(.object(["name": "Tea", "count": start]), into: Self.stored)
    }
    let request = BatchUpdateRequest(
      entity: Self.stored, set: ["count": try FetchExpression(format: expression)])
    let failure = StoreFailure { try store.perform(request) }
    #expect(failure?.code == .invalidRequest)
    #expect(
      failure?.message.hasPrefix("'count' has the type integer, which cannot hold ") == true)
    let items = try store.fetch(FetchRequest<FetchValue>(entityName: "Item"))
    #expect(items.map { $0.value(forKeyPath: "count") } == [start])
  }

  @Test func `a batch update stores whole results as integers`() throws {
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Self.stored]))
    try store.write("Add") {
      _ = $0.insert(.object(["name": "Tea", "count": 6, "price": 2]), into: Self.stored)
    }
    for (expression, count) in [
      ("count * 0.5", 3), ("count + price", 5), ("price", 2), ("count * 5", 10),
    ] as [(String, Int64)] {
      try store.perform(
        BatchUpdateRequest(
          entity: Self.stored, set: ["count": try FetchExpression(format: expression)]))
      let items = try store.fetch(FetchRequest<FetchValue>(entityName: "Item"))
      #expect(items.map { $0.value(forKeyPath: "count") } == [.integer(count)])
    }
  }
}
