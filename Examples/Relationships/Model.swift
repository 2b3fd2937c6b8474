import FetchKit

struct Author: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var books: [ObjectReference<Book>] = []

  static let entity = EntityDescription(
    Author.self, name: "Author",
    properties: [
      .attribute("name", \.name),
      .toMany("books", \.books, inverse: "author", deleteRule: .cascade),
    ])
}

struct Book: FetchableEntity {
  var objectID: ObjectID?
  var title = ""
  var price = 0.0
  var author: ObjectReference<Author>?
  var topics: [ObjectReference<Topic>] = []

  static let entity = EntityDescription(
    Book.self, name: "Book",
    properties: [
      .attribute("title", \.title), .attribute("price", \.price),
      .toOne("author", \.author, inverse: "books"),
      .toMany("topics", \.topics, table: "book_topic", inverse: "books"),
    ])
}

struct Topic: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var books: [ObjectReference<Book>] = []

  static let entity = EntityDescription(
    Topic.self, name: "Topic",
    properties: [.attribute("name", \.name), .toMany("books", \.books, inverse: "topics")])
}
