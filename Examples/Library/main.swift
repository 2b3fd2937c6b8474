import FetchKit

struct Book: FetchableEntity {
  var objectID: ObjectID?
  var title = ""
  var price = 0.0

  static let entity = EntityDescription(
    Book.self, name: "Book",
    properties: [.attribute("title", \.title), .attribute("price", \.price)], indexes: [["price"]])
}

let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Book.entity]))
try store.write("Add books") { transaction in
  transaction.insert(Book(title: "Dune", price: 9.99))
  transaction.insert(Book(title: "Emma", price: 30))
}
var request = FetchRequest<Book>()
request.predicate = try FetchPredicate(format: "price < %f AND title CONTAINS[c] %@", 20.0, "du")
for book in try store.fetch(request) { print(book.title, book.price) }
try store.undo()
print("books: \(try store.count(FetchRequest<Book>()))")
