import Foundation
import Testing

@testable import FetchKit

/// Stores that are brought from one model to another.
@Suite struct MigrationTests {
  private static let first = EntityDescription(
    name: "Item",
    attributes: [
      AttributeDescription("title", .string, isOptional: false, hasNaturalOrder: true),
      AttributeDescription("price", .string), AttributeDescription("room", .integer),
      AttributeDescription("sku", .string),
    ], toMany: [ToManyDescription("words", table: "item_word", of: .string)],
    identifier: "sku", indexes: [["title"], ["price"]])

  private static let second = EntityDescription(
    name: "Item",
    attributes: [
      AttributeDescription("name", .string, isOptional: false, hasNaturalOrder: true),
      AttributeDescription("cents", .integer, isOptional: false, defaultValue: 0),
      AttributeDescription("sku", .string), AttributeDescription("color", .string),
    ], identifier: "sku", indexes: [["name"], ["cents"]])

  private static let steps: [StoreMigration] = [
    .renaming("title", to: "label", in: "Item"),
    .renaming("label", to: "name", in: "Item"),
    .removing("room", from: "Item"),
    .removing("words", from: "Item"),
    .renaming("price", to: "cents", in: "Item"),
    .converting("cents", in: "Item") { value in
      guard let price = Double(value.stringValue ?? "0") else { return .null }
      return .integer(Int64(price * 100))
    },
    .removing("never", from: "Item"),
  ]

  private static func file(price: String = "2.50") throws -> TemporaryStore {
    let file = try TemporaryStore()
    let store = try file.open(first)
    try store.write("Add") { transaction in
      for (title, price) in [("Tea 10", price), ("Tea 9", "3")] {
        transaction.insert(
          .object([
            "title": .string(title), "price": .string(price), "room": 4, "words": ["a"],
            "sku": .string(title),
          ]), into: first)
      }
      transaction.insert(.object(["title": "Free", "sku": "free"]), into: first)
    }
    try store.close()
    return file
  }

  private static func migrate(_ file: TemporaryStore, _ steps: [StoreMigration] = steps) throws
    -> FetchStore
  {
    try FetchStore(
      path: file.path, model: ManagedObjectModel(entities: [second]), migrations: steps)
  }

  @Test func `attributes are renamed, converted and removed`() throws {
    let file = try Self.file()
    let store = try Self.migrate(file)
    var request = FetchRequest<FetchValue>(entityName: "Item")
    request.sortDescriptors = [FetchSortDescriptor("name", comparison: .natural)]
    let items = try store.fetch(request)
    #expect(items.map { $0.value(forKeyPath: "name") } == ["Free", "Tea 9", "Tea 10"])
    #expect(items.map { $0.value(forKeyPath: "cents") } == [0, 300, 250])
    #expect(try store.problems() == [])
    #expect(try store.history() == [])
    try store.write("Add") {
      _ = $0.insert(.object(["name": "Tea 1", "cents": 1, "sku": "1"]), into: Self.second)
    }
    try store.undo()
    #expect(try store.count(request) == 3)
    try store.close()
    // The steps have been done: the same list opens the store again, and none are needed.
    #expect(try Self.migrate(file).count(request) == 3)
    #expect(try Self.migrate(file, []).count(request) == 3)
  }

  @Test func `a dry run lists the changes and makes none`() throws {
    let file = try Self.file()
    func plan() throws -> [String] {
      try FetchStore.plannedMigration(
        at: file.path, model: ManagedObjectModel(entities: [Self.second]), migrations: Self.steps)
    }
    let changes = [
      "remove 'room' of 'Item'", "remove 'words' of 'Item'",
      "rename 'price' of 'Item' to 'cents', convert 'cents' of 'Item' from optional string to integer",
      "rename 'title' of 'Item' to 'name'", "add 'color' to 'Item'",
    ]
    #expect(try plan() == changes)
    #expect(try plan() == changes)
    #expect(try file.open(Self.first).count(FetchRequest<FetchValue>(entityName: "Item")) == 3)
    _ = try Self.migrate(file)
    #expect(try plan() == [])
  }

  @Test(
    arguments: [
      (["a"], [.removing("a", from: "Item")], ["remove 'a' of 'Item'", "add 'a' to 'Item'"]),
      (["a"], [.renaming("a", to: "b", in: "Item"), .renaming("b", to: "a", in: "Item")], []),
      (["a", "b"], [.renaming("c", to: "a", in: "Item")], ["add 'b' to 'Item'"]),
    ] as [([String], [StoreMigration], [String])])
  func `a dry run lists attributes that come back`(
    names: [String], steps: [StoreMigration], changes: [String]
  ) throws {
    let file = try Self.file(Self.item("a"), ["a": "1"])
    let new = EntityDescription(
      name: "Item", attributes: names.map { AttributeDescription($0, .string) })
    let model = ManagedObjectModel(entities: [new])
    #expect(
      try FetchStore.plannedMigration(at: file.path, model: model, migrations: steps) == changes)
    _ = try Self.open(file, new, steps)
    #expect(try FetchStore.plannedMigration(at: file.path, model: model, migrations: steps) == [])
  }

  @Test func `a dry run tells another column`() throws {
    let file = try Self.file(Self.item("a"), ["a": "1"])
    let new = EntityDescription(
      name: "Item", attributes: [AttributeDescription("a", .string, column: "z")])
    let steps: [StoreMigration] = [
      .renaming("a", to: "b", in: "Item"), .renaming("b", to: "a", in: "Item"),
    ]
    #expect(
      try FetchStore.plannedMigration(
        at: file.path, model: ManagedObjectModel(entities: [new]), migrations: steps)
        == ["move 'a' of 'Item' to the column 'z'"])
    #expect(try Self.texts(Self.open(file, new, steps)) == [["a": "1"]])
  }

  @Test func `a step that fails leaves the store as it was`() throws {
    let file = try Self.file(price: "dear")
    let failure = StoreFailure(
      .constraint, "the migration gives 'cents' of Item 1 no value of the type integer")
    #expect(StoreFailure { try Self.migrate(file) } == failure)
    struct Stop: Error {}
    let steps = Self.steps.dropLast(2) + [.converting("cents", in: "Item") { _ in throw Stop() }]
    #expect(throws: Stop.self) { try Self.migrate(file, Array(steps)) }
    let store = try file.open(Self.first)
    let items = try store.fetch(FetchRequest<FetchValue>(entityName: "Item"))
    #expect(items.map { $0.value(forKeyPath: "price") } == ["dear", "3", .null])
    #expect(items.first?.value(forKeyPath: "words") == ["a"])
    #expect(try store.history().map(\.name) == ["Add"])
  }

  /// An item with some texts.
  private static func item(_ names: String...) -> EntityDescription {
    EntityDescription(
      name: "Item", attributes: names.map { AttributeDescription($0, .string) })
  }

  private static func open(
    _ file: TemporaryStore, _ entity: EntityDescription, _ steps: [StoreMigration]
  ) throws -> FetchStore {
    try FetchStore(
      path: file.path, model: ManagedObjectModel(entities: [entity]), migrations: steps)
  }

  private static func texts(_ store: FetchStore) throws -> [[String: FetchValue]] {
    var request = FetchRequest<FetchValue>(entityName: "Item")
    request.sortDescriptors = []
    return try store.dictionaries(request)
  }

  private static func file(_ entity: EntityDescription, _ texts: [String: FetchValue]) throws
    -> TemporaryStore
  {
    let file = try TemporaryStore()
    let store = try file.open(entity)
    try store.write("Add") { _ = $0.insert(.object(texts), into: entity) }
    try store.close()
    return file
  }

  @Test(arguments: [
    (["b", "c"], [("b", "c"), ("a", "b")], ["b": "1", "c": "2"]),
    (["a", "b"], [("a", "x"), ("b", "a"), ("x", "b")], ["a": "2", "b": "1"]),
  ])
  func `attributes can exchange their names`(
    names: [String], renames: [(String, String)], expected: [String: FetchValue]
  ) throws {
    let file = try Self.file(Self.item("a", "b"), ["a": "1", "b": "2"])
    let new = EntityDescription(
      name: "Item", attributes: names.map { AttributeDescription($0, .string) })
    let steps = renames.map { StoreMigration.renaming($0, to: $1, in: "Item") }
    #expect(try Self.texts(Self.open(file, new, steps)) == [expected])
  }

  @Test func `a step is done once, also when its attribute comes back`() throws {
    let file = try Self.file(Self.item("a"), ["a": "1"])
    let steps: [StoreMigration] = [
      .renaming("a", to: "b", in: "Item"), .renaming("b", to: "c", in: "Item"),
    ]
    try Self.open(file, Self.item("c"), steps).close()
    let newest = Self.item("c", "a")
    for _ in 0..<2 {
      let store = try Self.open(file, newest, steps)
      try store.write("Add") { _ = $0.insert(.object(["a": "new"]), into: newest) }
      try store.close()
    }
    #expect(
      try Self.texts(Self.open(file, newest, steps)) == [["c": "1"], ["a": "new"], ["a": "new"]])
    let new = try TemporaryStore()
    let store = try Self.open(new, newest, steps)
    try store.write("Add") { _ = $0.insert(.object(["a": "1"]), into: newest) }
    try store.close()
    #expect(try Self.texts(Self.open(new, newest, steps)) == [["a": "1"]])
  }

  @Test func `conversions of several versions follow each other`() throws {
    let file = try Self.file(Self.item("price"), ["price": "2.5"])
    let cents = EntityDescription(
      name: "Item", attributes: [AttributeDescription("price", .integer)])
    let store = try Self.open(
      file, cents,
      [
        .converting("price", in: "Item") { text in .double(Double(text.stringValue ?? "") ?? 0) },
        .converting("price", in: "Item") { .integer(Int64(($0.doubleValue ?? 0) * 100)) },
      ])
    #expect(try Self.texts(store) == [["price": 250]])
  }

  @Test func `a backup of an earlier version is restored with its migrations`() throws {
    let backup = try Self.file(Self.item("a"), ["a": "1"])
    let target = try TemporaryStore()
    let model = ManagedObjectModel(entities: [Self.item("b")])
    try FetchStore.restore(
      from: backup.path, to: target.path, model: model,
      migrations: [.renaming("a", to: "b", in: "Item")])
    #expect(try Self.texts(target.open(Self.item("b"))) == [["b": "1"]])
  }

  @Test func `what no step mentions is still refused`() throws {
    let file = try Self.file()
    #expect(
      StoreFailure { try Self.migrate(file, Self.steps.filter { $0.keyPath != "room" }) }
        == StoreFailure(
          .invalidModel,
          "the attribute 'room' of the entity 'Item' is stored as optional integer, the model does not declare it"
        ))
  }

  @Test func `an entity can be left out together with the relationships to it`() throws {
    let file = try TemporaryStore()
    let old = ManagedObjectModel(entities: [Self.author, Self.book])
    try FetchStore(path: file.path, model: old).write("Add") { transaction in
      let author = transaction.insert(["name": "Lem"], into: Self.author)
      transaction.insert(["title": "Solaris", "author": FetchValue(author)], into: Self.book)
    }
    let book = EntityDescription(name: "Book", attributes: [AttributeDescription("title", .string)])
    let store = try FetchStore(
      path: file.path, model: ManagedObjectModel(entities: [book]),
      migrations: [.removing("author", from: "Book")])
    #expect(
      try store.dictionaries(FetchRequest<FetchValue>(entity: book)) == [["title": "Solaris"]])
  }

  private static let author: EntityDescription = EntityDescription(
    name: "Author", attributes: [AttributeDescription("name", .string)],
    relationships: [.toMany("books", to: book, inverse: "author")])

  private static let book: EntityDescription = EntityDescription(
    name: "Book", attributes: [AttributeDescription("title", .string)],
    relationships: [.toOne("author", to: author, inverse: "books")])

  private static let maker = EntityDescription(
    name: "Maker", attributes: [AttributeDescription("name", .string)])

  private static let third: EntityDescription = EntityDescription(
    name: "Item",
    attributes: [
      AttributeDescription("label", .string, isOptional: false, hasNaturalOrder: true),
      AttributeDescription("price", .string), AttributeDescription("sku", .string),
    ], toMany: [ToManyDescription("words", table: "item_word", of: .string)],
    relationships: [.toOne("maker", to: maker)], identifier: "sku")

  private static func updating(
    _ update: @escaping @Sendable (_ room: FetchValue, inout StoreTransaction) throws -> ObjectID?
  ) -> [StoreMigration] {
    [
      .renaming("title", to: "label", in: "Item"),
      .updating("Item", named: "makers") { stored, id, transaction in
        let maker = try update(stored["room"] ?? .null, &transaction).map { FetchValue($0) }
        let label = stored["label"]?.stringValue ?? "–"
        transaction.update(
          id,
          to: .object([
            "label": .string(label + "!"), "sku": stored["sku"] ?? .null, "maker": maker ?? .null,
            "price": stored["price"] ?? .null,
          ]), of: third)
      },
      .removing("room", from: "Item"),
    ]
  }

  @Test func `a step can compute objects and related ones from what is stored`() throws {
    let file = try Self.file()
    let model = ManagedObjectModel(entities: [Self.third, Self.maker])
    let steps = Self.updating { room, transaction in
      guard let number = room.integerValue else { return nil }
      let name = FetchValue.string("Room \(number)")
      var known = FetchRequest<FetchValue>(entity: Self.maker)
      known.predicate = .comparison(.keyPath("name"), .equal, .constant(name))
      return try transaction.objectIDs(known).first
        ?? transaction.insert(.object(["name": name]), into: Self.maker)
    }
    #expect(
      try FetchStore.plannedMigration(at: file.path, model: model, migrations: steps) == [
        "remove 'room' of 'Item'", "rename 'title' of 'Item' to 'label'",
        "update each 'Item': makers", "add entity 'Maker'", "add 'maker' to 'Item'",
      ])
    for _ in 0..<2 {
      let store = try FetchStore(path: file.path, model: model, migrations: steps)
      var request = FetchRequest<FetchValue>(entityName: "Item")
      request.propertiesToFetch = ["label", "maker.name"]
      #expect(
        try store.dictionaries(request) == [
          ["label": "Tea 10!", "maker.name": "Room 4"],
          ["label": "Tea 9!", "maker.name": "Room 4"], ["label": "Free!"],
        ])
      #expect(try store.count(FetchRequest<FetchValue>(entityName: "Maker")) == 1)
      #expect(try store.history() == [])
      try store.close()
    }
  }

  @Test func `a step that fails for an object leaves the store as it was`() throws {
    struct Stop: Error {}
    let file = try Self.file()
    let model = ManagedObjectModel(entities: [Self.third, Self.maker])
    for steps in [
      Self.updating { _, _ in throw Stop() },
      Self.updating { _, _ in ObjectID(entityName: "Maker", rowID: 9) },
    ] {
      #expect(throws: (any Error).self) {
        try FetchStore(path: file.path, model: model, migrations: steps)
      }
    }
    #expect(try file.open(Self.first).count(FetchRequest<FetchValue>(entityName: "Item")) == 3)
  }
}
