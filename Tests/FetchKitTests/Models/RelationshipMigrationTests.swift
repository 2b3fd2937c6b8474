import FetchKit
import Testing

/// Relationships of an earlier model.
@Suite struct RelationshipMigrationTests {
  private static let author = EntityDescription(
    name: "Author", attributes: [AttributeDescription("name", .string)])

  private static func book(_ relationships: [RelationshipDescription]) -> EntityDescription {
    EntityDescription(
      name: "Book", attributes: [AttributeDescription("title", .string)],
      relationships: relationships)
  }

  /// A store in which every book is by the only author.
  private static func file(_ relationship: RelationshipDescription) throws -> TemporaryStore {
    let file = try TemporaryStore()
    let book = book([relationship])
    let store = try file.open(book, author)
    try store.write("Add") { transaction in
      let lem = FetchValue(transaction.insert(["name": "Lem"], into: author))
      let value = relationship.isToMany ? FetchValue.list([lem]) : lem
      for title in ["Eden", "Fiasco"] {
        transaction.insert(
          .object(["title": .string(title), relationship.name: value]), into: book)
      }
    }
    try store.close()
    return file
  }

  private static func open(
    _ file: TemporaryStore, _ relationships: [RelationshipDescription], _ steps: [StoreMigration]
  ) throws -> FetchStore {
    try FetchStore(
      path: file.path, model: ManagedObjectModel(entities: [book(relationships), author]),
      migrations: steps)
  }

  private static func titles(_ store: FetchStore, where format: String) throws -> [FetchValue?] {
    var request = FetchRequest<FetchValue>(entityName: "Book")
    request.predicate = try FetchPredicate(format: format)
    return try store.fetch(request).map { $0.value(forKeyPath: "title") }
  }

  @Test func `an update gets related objects as identities`() throws {
    let file = try Self.file(.toOne("writer", to: Self.author))
    let authors = RelationshipDescription.toMany(
      "authors", to: Self.author, table: "book_author")
    let store = try Self.open(
      file, [authors],
      [
        .updating("Book", named: "authors") { stored, id, transaction in
          let writer = stored["writer"]?.objectID.map { FetchValue($0) }
          transaction.update(
            id, to: ["title": stored["title"] ?? .null, "authors": .list([writer ?? .null])],
            of: Self.book([authors]))
        },
        .removing("writer", from: "Book"),
      ])
    #expect(try Self.titles(store, where: "ANY authors.name == 'Lem'") == ["Eden", "Fiasco"])
    #expect(try store.problems() == [])
  }

  @Test func `a conversion gets related objects as identities`() throws {
    let writer = RelationshipDescription.toOne("writer", to: Self.author)
    let file = try Self.file(writer)
    let text = EntityDescription(
      name: "Book",
      attributes: [AttributeDescription("title", .string), AttributeDescription("by", .string)])
    let store = try FetchStore(
      path: file.path, model: ManagedObjectModel(entities: [text, Self.author]),
      migrations: [
        .renaming("writer", to: "by", in: "Book"),
        .converting("by", in: "Book") { writer in
          .string(writer.objectID.map { "\($0.entityName) \($0.rowID)" } ?? "none")
        },
      ])
    #expect(try Self.titles(store, where: "by == 'Author 1'") == ["Eden", "Fiasco"])
    try store.close()
    let author = RelationshipDescription.toOne("author", to: Self.author)
    func convert(to rowID: Int64) throws -> FetchStore {
      try Self.open(
        file, [author],
        [
          .renaming("by", to: "author", in: "Book"),
          .converting("author", in: "Book") { text in
            text.isNull ? .null : FetchValue(ObjectID(entityName: "Author", rowID: rowID))
          },
        ])
    }
    #expect(
      StoreFailure { try convert(to: 9) }
        == StoreFailure(.objectNotFound, "Author 9 is no longer in the store"))
    let related = try convert(to: 1)
    #expect(try Self.titles(related, where: "author.name == 'Lem'") == ["Eden", "Fiasco"])
  }

  @Test func `a conversion to a relationship needs identities of its entity`() throws {
    let file = try Self.file(.toOne("writer", to: Self.author))
    let failure = StoreFailure {
      try Self.open(
        file, [.toOne("author", to: Self.author)],
        [
          .renaming("writer", to: "author", in: "Book"),
          .converting("author", in: "Book") { _ in
            FetchValue(ObjectID(entityName: "Book", rowID: 1))
          },
        ])
    }
    #expect(
      failure
        == StoreFailure(
          .constraint,
          "the migration gives 'author' of Book 1 no value of the type reference to Author"))
  }

  @Test func `a list of related objects is renamed with its table`() throws {
    let file = try Self.file(.toMany("writers", to: Self.author, table: "book_writer"))
    let authors = RelationshipDescription.toMany(
      "authors", to: Self.author, table: "book_author")
    let steps: [StoreMigration] = [
      .renaming("writers", to: "people", in: "Book"),
      .renaming("people", to: "authors", in: "Book"),
    ]
    let model = ManagedObjectModel(entities: [Self.book([authors]), Self.author])
    #expect(
      try FetchStore.plannedMigration(at: file.path, model: model, migrations: steps)
        == ["rename 'writers' of 'Book' to 'authors'"])
    for _ in 0..<2 {
      let store = try Self.open(file, [authors], steps)
      #expect(try Self.titles(store, where: "ANY authors.name == 'Lem'") == ["Eden", "Fiasco"])
      #expect(try store.problems() == [])
      try store.write("Delete") { $0.delete(ObjectID(entityName: "Author", rowID: 1)) }
      #expect(try Self.titles(store, where: "authors.@count == 0") == ["Eden", "Fiasco"])
      try store.undo()
      try store.close()
    }
  }

  @Test func `a renamed list keeps its table if the model does`() throws {
    let file = try Self.file(.toMany("writers", to: Self.author, table: "book_author"))
    let store = try Self.open(
      file, [.toMany("authors", to: Self.author, table: "book_author")],
      [.renaming("writers", to: "authors", in: "Book")])
    #expect(try Self.titles(store, where: "authors.@count == 1") == ["Eden", "Fiasco"])
  }

  @Test func `lists of values change names with each other`() throws {
    func item(_ names: String...) -> EntityDescription {
      EntityDescription(
        name: "Item", attributes: [AttributeDescription("name", .string)],
        toMany: names.map { ToManyDescription($0, table: "item_\($0)", of: .string) })
    }
    let file = try TemporaryStore()
    let store = try file.open(item("good", "bad"))
    try store.write("Add") {
      _ = $0.insert(.object(["good": ["x", "y"], "bad": ["z"]]), into: item("good", "bad"))
    }
    try store.close()
    let swapped = try FetchStore(
      path: file.path, model: ManagedObjectModel(entities: [item("good", "bad")]),
      migrations: [
        .renaming("good", to: "other", in: "Item"), .renaming("bad", to: "good", in: "Item"),
        .renaming("other", to: "bad", in: "Item"),
      ])
    let found = try swapped.fetch(FetchRequest<FetchValue>(entityName: "Item"))
    #expect(found.map { $0.value(forKeyPath: "good") } == [["z"]])
    #expect(found.map { $0.value(forKeyPath: "bad") } == [["x", "y"]])
    #expect(try swapped.problems() == [])
  }

  @Test func `an update gets lists`() throws {
    let file = try Self.file(.toMany("writers", to: Self.author, table: "book_writer"))
    let author = RelationshipDescription.toOne("author", to: Self.author)
    let store = try Self.open(
      file, [author],
      [
        .updating("Book", named: "author") { stored, id, transaction in
          guard case .list(let writers) = stored["writers"] else { return }
          transaction.update(
            id, to: ["title": stored["title"] ?? .null, "author": writers.first ?? .null],
            of: Self.book([author]))
        },
        .removing("writers", from: "Book"),
      ])
    #expect(try Self.titles(store, where: "author.name == 'Lem'") == ["Eden", "Fiasco"])
  }

  @Test func `an update gets elements with attributes`() throws {
    @Sendable func item(_ lists: [ToManyDescription]) -> EntityDescription {
      EntityDescription(
        name: "Item", attributes: [AttributeDescription("best", .string)], toMany: lists)
    }
    let tips = ToManyDescription(
      "tips", table: "item_tip",
      attributes: [
        AttributeDescription("text", .string), AttributeDescription("user.name", .string),
      ])
    let tip = FetchValue.object(["text": "Good", "user": .object(["name": "Ann"])])
    let file = try TemporaryStore()
    let store = try file.open(item([tips]))
    try store.write("Add") { _ = $0.insert(.object(["tips": .list([tip])]), into: item([tips])) }
    try store.close()
    let new = try FetchStore(
      path: file.path, model: ManagedObjectModel(entities: [item([])]),
      migrations: [
        .updating("Item", named: "best") { stored, id, transaction in
          #expect(stored["tips"] == .list([tip]))
          transaction.update(id, to: ["best": "Good"], of: item([]))
        },
        .removing("tips", from: "Item"),
      ])
    let found = try new.fetch(FetchRequest<FetchValue>(entityName: "Item"))
    #expect(found.map { $0.value(forKeyPath: "best") } == ["Good"])
  }

  // MARK: - Pairs

  /// The sides of a relationship between desks and lamps, `inverse` that of desks.
  private static func model(_ inverse: RelationshipDescription?) -> ManagedObjectModel {
    ManagedObjectModel(entities: [desk(inverse), lamp(inverse?.name)])
  }

  private static func desk(_ inverse: RelationshipDescription?) -> EntityDescription {
    EntityDescription(
      name: "Desk", attributes: [AttributeDescription("name", .string)],
      relationships: [inverse].compactMap(\.self))
  }

  private static func lamp(_ inverse: String?) -> EntityDescription {
    EntityDescription(
      name: "Lamp", attributes: [AttributeDescription("name", .string)],
      relationships: [
        .toOne("desk", to: inverse == "lamp" ? desk(toOne) : desk(toMany), inverse: inverse)
      ])
  }

  private static let toMany = RelationshipDescription.toMany(
    "lamps", to: lamp("lamps"), inverse: "desk")
  private static let toOne = RelationshipDescription.toOne(
    "lamp", to: lamp("lamp"), inverse: "desk")

  /// A store of two desks and of lamps on some of them.
  private static func lamps(onDesks places: Int...) throws -> TemporaryStore {
    let file = try TemporaryStore()
    let store = try FetchStore(path: file.path, model: model(toMany))
    try store.write("Add") { transaction in
      let desks = ["d0", "d1"].map {
        FetchValue(transaction.insert(["name": .string($0)], into: desk(toMany)))
      }
      for (number, place) in places.enumerated() {
        transaction.insert(
          .object(["name": .string("l\(number)"), "desk": desks[place]]), into: lamp("lamps"))
      }
    }
    try store.close()
    return file
  }

  private static func names(_ store: FetchStore) throws -> [FetchValue?] {
    var request = FetchRequest<FetchValue>(entityName: "Desk")
    request.propertiesToFetch = ["lamp.name"]
    return try store.dictionaries(request).map { $0["lamp.name"] }
  }

  @Test func `the new side of a pair gets its objects`() throws {
    let file = try Self.lamps(onDesks: 1)
    func plan() throws -> [String] {
      try FetchStore.plannedMigration(at: file.path, model: Self.model(Self.toOne))
    }
    #expect(try plan() == ["add 'lamp' to 'Desk'", "set 'lamp' of 'Desk' from 'desk' of 'Lamp'"])
    for _ in 0..<2 {
      let store = try FetchStore(path: file.path, model: Self.model(Self.toOne))
      #expect(try Self.names(store) == [nil, "l0"])
      #expect(try store.history() == [])
      #expect(try store.problems() == [])
      try store.close()
    }
    #expect(try plan() == [])
  }

  @Test func `several objects for one are refused until a step changes them`() throws {
    let file = try Self.lamps(onDesks: 0, 1, 1)
    let model = Self.model(Self.toOne)
    let failure = StoreFailure(
      .invalidModel,
      "the relationship 'Desk.lamp' leads to one object, and 2 objects of 'Lamp' have the same 'desk': change them in a migration step"
    )
    #expect(StoreFailure { try FetchStore(path: file.path, model: model) } == failure)
    #expect(
      StoreFailure { try FetchStore.plannedMigration(at: file.path, model: model) } == failure)
    try FetchStore(path: file.path, model: Self.model(Self.toMany)).close()
    let step = StoreMigration.updating("Lamp", named: "one for each") { stored, id, transaction in
      guard stored["name"] == "l1" else { return }
      transaction.update(id, to: ["name": "l1", "desk": .null], of: Self.lamp("lamp"))
    }
    let store = try FetchStore(path: file.path, model: model, migrations: [step])
    #expect(try Self.names(store) == ["l0", "l2"])
  }
}
