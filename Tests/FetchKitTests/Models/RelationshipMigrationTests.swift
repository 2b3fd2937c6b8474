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
}
