import FetchKit

/// Authors, their books and topics: related, found, deleted and brought back.
@MainActor
enum Relationships {
  static func run(say: (String) -> Void) throws {
    let model = ManagedObjectModel(entities: [Author.entity, Book.entity, Topic.entity])
    let store = try FetchStore(path: ":memory:", model: model)
    try insert(into: store)

    say("By author:")
    for book in try store.fetch(request) {
      let topics = book.topics.compactMap(\.name).joined(separator: ", ")
      say("  \(book.author?.name ?? "–"): \(book.title) (\(topics))")
    }

    say("Authors of an expensive book:")
    for author in try store.fetch(expensive) { say("  \(author.name)") }

    guard let lem = try store.fetch(FetchRequest<Author>(where: named("Lem"))).first else { return }
    try store.write("Delete an author") { transaction in
      if let id = lem.objectID { transaction.delete(id) }
    }
    say("Books without Lem: \(try store.count(FetchRequest<Book>()))")
    try store.undo()
    say("Books again: \(try store.count(FetchRequest<Book>()))")
  }

  private static func insert(into store: FetchStore) throws {
    try store.write("Insert books") { transaction in
      let herbert: ObjectReference<Author> = transaction.insert(Author(name: "Herbert"))
      let lem: ObjectReference<Author> = transaction.insert(Author(name: "Lem"))
      let space: ObjectReference<Topic> = transaction.insert(Topic(name: "space"))
      let sand: ObjectReference<Topic> = transaction.insert(Topic(name: "sand"))
      transaction.insert(Book(title: "Dune", price: 12, author: herbert, topics: [sand, space]))
      transaction.insert(Book(title: "Solaris", price: 8, author: lem, topics: [space]))
      transaction.insert(Book(title: "Fiasco", price: 9, author: lem, topics: [space]))
    }
  }

  /// The books by author and title, with their authors and topics.
  static var request: FetchRequest<Book> {
    var request = FetchRequest<Book>()
    request.sortDescriptors = [FetchSortDescriptor("author.name"), FetchSortDescriptor("title")]
    request.relationshipKeyPathsForPrefetching = ["author", "topics"]
    return request
  }

  /// The authors of a book that costs more than 10.
  static var expensive: FetchRequest<Author> {
    get throws {
      var request = FetchRequest<Author>()
      request.predicate = try FetchPredicate(format: "ANY books.price > 10")
      return request
    }
  }

  private static func named(_ name: String) -> FetchPredicate {
    .comparison(\Author.name, .equal, name)
  }
}
