import FetchKit

/// A list of books by price: one is deleted, one comes, and prices change.
@MainActor
enum Books {
  static func run(say: @escaping (String) -> Void) throws {
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Book.entity]))
    try store.write("Insert books") {
      $0.insert(Book(title: "Emma", price: 6.5))
      $0.insert(Book(title: "Dune", price: 9.99))
      $0.insert(Book(title: "Solaris", price: 12))
    }
    let list = try BookList(store, say: say)
    show("The books by price", list, say)

    let dune = try book("Dune", in: store)
    if let id = dune.objectID { try store.write("Delete a book") { $0.delete(id) } }
    show("Dune is gone", list, say)

    try store.write("Buy a book") { $0.insert(Book(title: "Ubik", price: 8)) }
    show("Ubik is new", list, say)

    var solaris = try book("Solaris", in: store)
    solaris.price = 5
    try store.write("Change a price") { [solaris] in $0.update(solaris) }
    show("Solaris is cheaper now", list, say)

    let raise = FetchExpression.function(.add, [.keyPath(\Book.price), .constant(1)])
    try store.perform(BatchUpdateRequest(entity: Book.entity, set: ["price": raise]))
    show("All cost more now", list, say)

    try store.undo()
    show("The raise is undone", list, say)
  }

  private static func book(_ title: String, in store: FetchStore) throws -> Book {
    var request = FetchRequest<Book>()
    request.predicate = try FetchPredicate(format: "title == %@", title)
    return try store.fetch(request).first ?? Book(title: title)
  }

  private static func show(_ title: String, _ list: BookList, _ say: (String) -> Void) {
    say("\(title):")
    for line in list.lines { say(line) }
  }
}
