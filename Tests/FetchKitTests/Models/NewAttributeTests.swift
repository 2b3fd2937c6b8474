import FetchKit
import Foundation
import Testing

/// Stores that are opened with a model of more attributes.
@Suite struct NewAttributeTests {
  struct Old: FetchableEntity {
    var objectID: ObjectID?
    var title = ""
    static let entity = EntityDescription(
      Old.self, name: "Item", properties: [.attribute("title", \.title)])
  }

  struct New: FetchableEntity {
    var objectID: ObjectID?
    var title = ""
    var note: String? = "none"
    var label = "new"
    var count: Int? = 3
    var when = Date(timeIntervalSinceReferenceDate: 9)
    var bytes = Data([1, 2])
    var day: Date? = Date(timeIntervalSinceReferenceDate: 7)
    var empty: Int?

    static let entity = EntityDescription(
      New.self, name: "Item",
      properties: [
        .attribute("title", \.title, hasNaturalOrder: true), .attribute("note", \.note),
        .attribute("label", \.label, hasNaturalOrder: true), .attribute("count", \.count),
        .attribute("when", \.when), .attribute("bytes", \.bytes), .attribute("day", \.day),
        .attribute("empty", \.empty),
      ])

    func hasDefaults() -> Bool {
      let new = New()
      return note == new.note && label == new.label && count == new.count && when == new.when
        && bytes == new.bytes && day == new.day && empty == nil
    }
  }

  struct Ranked: FetchableEntity {
    var objectID: ObjectID?
    var title = ""
    var best = -Double.infinity
    var worst = Double.infinity

    static let entity = EntityDescription(
      Ranked.self, name: "Item",
      properties: [
        .attribute("title", \.title), .attribute("best", \.best), .attribute("worst", \.worst),
      ])
  }

  @Test func `infinite defaults are numbers`() throws {
    let store = try Self.file().open(Ranked.entity)
    let request = FetchRequest<Ranked>(where: .comparison(\Ranked.best, .lessThan, 0))
    let items = try store.fetch(request)
    #expect(items.map(\.best) == [-.infinity])
    #expect(items.map(\.worst) == [.infinity])
  }

  @Test func `a default that is not a number is refused`() throws {
    let ratio = AttributeDescription(
      "ratio", .double, isOptional: false, defaultValue: .double(.nan))
    let model = ManagedObjectModel(entities: [EntityDescription(name: "Item", attributes: [ratio])])
    let error = #expect(throws: StoreError.self) { try FetchStore(path: ":memory:", model: model) }
    #expect(error?.code == .invalidModel)
    #expect(
      error?.message
        == "the attribute 'ratio' of the entity 'Item' cannot be 'not a number' by default: make it optional"
    )
  }

  /// A store of the first version, in which items were added, renamed and deleted.
  private static func file(_ titles: [String] = ["Tea"]) throws -> TemporaryStore {
    let file = try TemporaryStore()
    let store = try file.open(Old.entity)
    try store.write("Add") { for title in titles { $0.insert(Old(title: title)) } }
    let items = try store.fetch(FetchRequest<Old>())
    try store.write("Rename") { transaction in
      for item in items { transaction.update(Old(objectID: item.objectID, title: "New")) }
    }
    try store.write("Delete") { transaction in
      for item in items { transaction.delete(item.objectID ?? ObjectID(entityName: "", rowID: 0)) }
    }
    try store.undo()
    try store.close()
    return file
  }

  private static func items(_ store: FetchStore) throws -> [New] {
    try store.fetch(FetchRequest<New>())
  }

  @Test func `objects have the defaults of new attributes`() throws {
    let file = try Self.file()
    let store = try file.open(New.entity)
    #expect(try Self.items(store).map { $0.hasDefaults() } == [true])
    for condition in ["note == 'none'", "count == 3", "empty == nil", "label == 'new'"] {
      var request = FetchRequest<New>()
      request.predicate = try FetchPredicate(format: condition)
      #expect(try store.count(request) == 1)
    }
    #expect(try store.problems() == [])
    try store.write("Add") { _ = $0.insert(["title": "Bare"], into: New.entity) }
    #expect(try Self.items(store).map(\.note) == ["none", nil])
  }

  @Test func `earlier changes are undone after an attribute was added`() throws {
    let file = try Self.file()
    let store = try file.open(New.entity)
    try store.undo()
    #expect(try Self.items(store).map(\.title) == ["Tea"])
    #expect(try Self.items(store).map { $0.hasDefaults() } == [true])
    try store.undo()
    #expect(try Self.items(store).isEmpty)
    for _ in 0..<3 { try store.redo() }
    try store.undo()
    #expect(try Self.items(store).map { $0.hasDefaults() } == [true])
    #expect(try store.problems() == [])
  }

  private static func list(_ attributes: AttributeDescription...) -> EntityDescription {
    EntityDescription(
      name: "Item", attributes: [AttributeDescription("title", .string)],
      toMany: [ToManyDescription("words", table: "item_word", attributes: attributes)])
  }

  @Test func `elements have the defaults of new attributes, also after an undo`() throws {
    let text = AttributeDescription("text", .string)
    let first = Self.list(text)
    let file = try TemporaryStore()
    let old = try file.open(first)
    var id = ObjectID(entityName: "Item", rowID: 0)
    try old.write("Add") { id = $0.insert(["words": [["text": "a"]]], into: first) }
    try old.write("Empty") { [id] in $0.update(id, to: ["words": []], of: first) }
    try old.close()
    let second = Self.list(
      text, AttributeDescription("rank", .integer, isOptional: false, defaultValue: 4))
    let store = try file.open(second)
    try store.undo()
    let words = try store.fetch(FetchRequest<FetchValue>(entityName: "Item"))
      .map { $0.value(forKeyPath: "words") }
    #expect(words == [[["text": "a", "rank": 4]]])
  }

  @Test func `an attribute that gets a natural order is sorted by it`() throws {
    let file = try Self.file(["b10", "b9"])
    func titles(_ store: FetchStore) throws -> [String] {
      var request = FetchRequest<New>()
      request.sortDescriptors = [FetchSortDescriptor("title", comparison: .natural)]
      return try store.fetch(request).map(\.title)
    }
    let store = try file.open(New.entity)
    try store.undo()
    #expect(try titles(store) == ["b9", "b10"])
    #expect(try store.problems() == [])
    try store.close()
    let old = try file.open(
      EntityDescription(
        name: "Item",
        attributes: New.entity.attributes.map {
          AttributeDescription(
            $0.keyPath, $0.type, isOptional: $0.isOptional, defaultValue: $0.defaultValue)
        }))
    try old.perform(
      BatchUpdateRequest(entity: Old.entity, set: ["title": FetchExpression(format: "'c'")]))
    try old.close()
    let again = try file.open(New.entity)
    #expect(try again.problems() == [])
    try again.undo()
    #expect(try again.problems() == [])
    #expect(try titles(again) == ["b9", "b10"])
  }
}
