public import FetchKitMacros
import Foundation
import Testing

enum Genre: String, Codable, AttributeValue { case novel, poetry }

struct Size: Codable, Hashable {
  var width = 0
  var height = 0
}

struct Cover: DescribedValue, Codable, Equatable {
  var artist = ""
  var color: String?

  static let entity = EntityDescription(
    Cover.self, name: "Cover",
    properties: [.attribute("artist", \.artist), .attribute("color", \.color)])
}

@Entity(identifier: "name")
struct Author {
  var name = ""
  @Relationship(inverse: "author", deleteRule: .cascade) var books: [ObjectReference<Book>] = []
}

@Entity(
  name: "Volume", table: "volumes", identifier: "isbn",
  indexes: [["price", "title"], ["cover.artist"]],
  uniquenessConstraints: [["title", "published.on"]])
struct Book {
  var isbn = ""
  @Attribute(hasNaturalOrder: true) var title = ""
  var price: Decimal = 0
  var genre = Genre.novel
  var size: Size?
  var cover: Cover?
  var words: [String] = []
  @Attribute(name: "published.on", column: "published_on") var published: Date?
  @Relationship(inverse: "books") var author: ObjectReference<Author>?
  @Transient var isOpen = false
}

@Entity public struct Note {
  public var text = ""

  public init(text: String) { self.text = text }
}

/// Structs with `@Entity` in a store.
struct EntityTests {
  @Test func `the description is that of the struct`() {
    #expect(Book.entity.name == "Volume")
    #expect(Book.entity.table == "volumes")
    #expect(Book.entity.identifier == "isbn")
    #expect(Book.entity.indexes == [["price", "title"], ["cover.artist"]])
    #expect(Book.entity.uniquenessConstraints == [["title", "published.on"]])
    #expect(
      Book.entity.attributes.map(\.keyPath) == [
        "isbn", "title", "price", "genre", "size", "cover.artist", "cover.color", "published.on",
        "author",
      ])
    #expect(
      Book.entity.attributes.map(\.isOptional) == [
        false, false, false, false, true, true, true, true, true,
      ])
    #expect(Book.entity.toMany.map(\.name) == ["words"])
  }

  @Test func `objects survive a round trip, with their relationships`() throws {
    let store = try FetchStore(
      path: ":memory:",
      model: ManagedObjectModel(entities: [Author.entity, Book.entity, Note.entity]))
    try store.write("Add") { transaction in
      let author: ObjectReference<Author> = transaction.insert(Author(name: "Herbert"))
      transaction.insert(
        Book(
          isbn: "1", title: "Dune", price: 12.5, genre: .poetry, size: Size(width: 1, height: 2),
          cover: Cover(artist: "Schoenherr"), words: ["sand"],
          published: Date(timeIntervalSince1970: 0), author: author,
          isOpen: true))
      transaction.insert(Note(text: "a"))
    }
    var request = FetchRequest<Book>()
    request.predicate = try FetchPredicate(
      format: "author.name == 'Herbert' AND cover.artist == 'Schoenherr'")
    request.relationshipKeyPathsForPrefetching = ["author"]
    let book = try #require(try store.fetch(request).first)
    #expect(book.title == "Dune")
    #expect(book.price == 12.5)
    #expect(book.genre == .poetry)
    #expect(book.size == Size(width: 1, height: 2))
    #expect(book.cover == Cover(artist: "Schoenherr"))
    #expect(book.words == ["sand"])
    #expect(book.published == Date(timeIntervalSince1970: 0))
    #expect(book.author?.name == "Herbert")
    #expect(!book.isOpen)
    #expect(try store.fetch(FetchRequest<Note>()).map(\.text) == ["a"])
  }
}
