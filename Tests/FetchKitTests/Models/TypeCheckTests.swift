import FetchKit
import Foundation
import Testing

/// Values that a Swift type does not have are refused when they are written.
@Suite struct TypeCheckTests {
  enum Size: String, AttributeValue { case small, large }

  struct Page: DescribedValue {
    var byte: UInt8 = 0

    static let entity = EntityDescription(
      Page.self, name: "Page", properties: [.attribute("byte", \.byte)])
  }

  struct Item: FetchableEntity {
    var objectID: ObjectID?
    var short: Int16 = .max
    var byte: UInt8 = 0
    var size = Size.small
    var key = UUID()
    var link: URL?
    var numbers = [1, 2]
    var text = "medium"
    var total = 40_000
    var sizes: [Size] = []
    var pages: [Page] = []

    static let entity = EntityDescription(
      Item.self, name: "Item",
      properties: [
        .attribute("short", \.short), .attribute("byte", \.byte), .attribute("size", \.size),
        .attribute("key", \.key), .attribute("link", \.link), .codable("numbers", \.numbers),
        .attribute("text", \.text), .attribute("total", \.total),
        .toMany("sizes", values: \.sizes, table: "item_size"),
        .toMany("pages", \.pages, table: "item_page"),
      ])
  }

  private let store: FetchStore

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Item.entity]))
    try store.write("Add") { $0.insert(Item()) as ObjectID }
  }

  private static func refusal(_ name: String, _ value: String) -> StoreFailure {
    StoreFailure(.constraint, "the type of '\(name)' of Item does not have the value \(value)")
  }

  private static let wrong: [(String, FetchValue, String)] = [
    ("short", 100_000, "100000"), ("byte", -1, "-1"), ("size", "medium", "\"medium\""),
    ("key", "abc", "\"abc\""), ("link", "http://[", "\"http://[\""),
    ("numbers", "{\"a\":", "\"{\\\"a\\\":\""),
  ]

  @Test(arguments: wrong)
  func `a constant of a batch update has to be a value of the type`(
    name: String, value: FetchValue, text: String
  ) throws {
    let request = BatchUpdateRequest(
      entity: Item.entity, set: [name: .constant(value)])
    #expect(StoreFailure { try store.perform(request) } == Self.refusal(name, text))
    #expect(try store.fetch(FetchRequest<Item>()).count == 1)
  }

  @Test(arguments: wrong)
  func `a value of an object given by key has to be one of the type`(
    name: String, value: FetchValue, text: String
  ) throws {
    let failure = StoreFailure {
      try store.write("Add") { $0.insert(.object([name: value]), into: Item.entity) }
    }
    #expect(failure == Self.refusal(name, text))
  }

  @Test func `elements of an object given by key have to be values of the type`() throws {
    func failure(_ object: FetchValue) -> String? {
      StoreFailure { try store.write("Add") { $0.insert(object, into: Item.entity) } }?.message
    }
    #expect(
      failure(["sizes": ["small", "medium"]])
        == "the type of 'self' of sizes does not have the value \"medium\"")
    #expect(
      failure(["pages": [["byte": 256]]])
        == "the type of 'byte' of pages does not have the value 256")
  }

  @Test(arguments: [
    ("short", "short + 1", "32768"), ("short", "total", "40000"), ("byte", "byte - 1", "-1"),
    ("size", "text", "\"medium\""), ("size", "uppercase(size)", "\"SMALL\""),
    ("short", "abs(total)", "40000"), ("short", "sizes.@count + 99999", "99999"),
  ])
  func `a computed value of a batch update has to be one of the type`(
    name: String, format: String, text: String
  ) throws {
    let request = BatchUpdateRequest(
      entity: Item.entity, set: [name: try FetchExpression(format: format)])
    #expect(StoreFailure { try store.perform(request) } == Self.refusal(name, text))
    #expect(try store.fetch(FetchRequest<Item>()).map(\.short) == [.max])
    #expect(try store.history().map(\.name) == ["Add"])
  }

  @Test func `computed values of the type are written`() throws {
    let request = BatchUpdateRequest(
      entity: Item.entity,
      set: [
        "short": try FetchExpression(format: "short - 1"), "size": .constant("large"),
      ])
    #expect(try store.perform(request).changed == 1)
    let item = try #require(store.fetch(FetchRequest<Item>()).first)
    #expect(item.short == Int16.max - 1)
    #expect(item.size == .large)
  }
}
