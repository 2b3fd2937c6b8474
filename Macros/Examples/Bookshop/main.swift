import FetchKitMacros
import Foundation

@Entity(identifier: "name")
struct Author {
  var name = ""
  @Relationship(inverse: "author", deleteRule: .cascade) var books: [ObjectReference<Book>] = []
}

@Entity(identifier: "isbn")
struct Book {
  var isbn = ""
  var title = ""
  var price: Decimal = 0
  @Relationship(inverse: "books") var author: Author?
}

/// The model of the first version, which had prices as text and the name of the author in each book.
enum Version1 {
  @Entity(identifier: "isbn")
  struct Book {
    var isbn = ""
    var title = ""
    var price = ""
    var writer = ""
  }
}

let migrations: [StoreMigration] = [
  .converting("price", in: "Book") { .double(Double($0.stringValue ?? "") ?? 0) },
  .updating("Book", named: "authors") { stored, id, transaction in
    guard var book = try transaction.object(with: id, as: Book.self) else { return }
    let author = transaction.upsert(Author(name: stored["writer"]?.stringValue ?? ""))
    book.author = try transaction.object(with: author, as: Author.self)
    transaction.update(book)
  },
  .removing("writer", from: "Book"),
]

let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite").path
defer { try? FileManager.default.removeItem(atPath: path) }
let old = try FetchStore(path: path, model: ManagedObjectModel(entities: [Version1.Book.entity]))
try old.write("Add a book") {
  $0.insert(Version1.Book(isbn: "1", title: "Solaris", price: "8.50", writer: "Lem"))
}
try old.close()

let model = ManagedObjectModel(entities: [Author.entity, Book.entity])
for change in try FetchStore.plannedMigration(at: path, model: model, migrations: migrations) {
  print(change)
}
let store = try FetchStore(path: path, model: model, migrations: migrations)

let cheap = try FetchRequest<Book>(where: #Predicate { $0.price < 10 }, sortedBy: \.title)
for try await books in store.results(of: cheap) {
  print(books.map { "\($0.author?.name ?? "–"): \($0.title) \($0.price)" })
  if books.count > 1 { break }
  try store.write("Receive books") { transaction in
    transaction.upsert(Book(isbn: "1", title: "Solaris", price: 9, author: books[0].author))
    transaction.upsert(Book(isbn: "2", title: "Fiasco", price: 7, author: books[0].author))
  }
}
