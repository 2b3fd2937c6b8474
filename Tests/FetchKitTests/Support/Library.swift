@testable import FetchKit
import Foundation

/// A store of books, queried with both engines.
struct Library {
  let store: FetchStore
  let books: [Book]

  static let sampleBooks = [
    Book(
      "Dune", by: "Herbert", price: 9.5, year: 1965, inPrint: true,
      bought: Date(timeIntervalSince1970: 1000), words: ["sand", "worm"],
      reviews: [Review(5, "Great"), Review(3)]),
    Book(
      "Émile", by: "Rousseau", price: 12, year: 1762, words: ["école"],
      reviews: [Review(4, "great!")]),
    Book("Untitled", price: 0, words: []),
    Book(
      "dune 2", by: "Herbert", price: 7.25, year: 1969, inPrint: true,
      bought: Date(timeIntervalSince1970: 2000), words: ["sand"], reviews: [Review(nil, "")]),
    Book("Dune 10", by: "", price: -1, year: 2000, reviews: [Review(1), Review(2), Review(nil)]),
  ]

  init(_ books: [Book] = Library.sampleBooks) throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Book.entity]))
    try store.write("Insert books") { transaction in
      for book in books { transaction.insert(book) }
    }
    self.books = try store.fetch(FetchRequest<Book>())
  }

  /// Returns the titles that match a predicate in both engines; throws when they differ.
  func titles(_ predicate: FetchPredicate) throws -> [String] {
    var request = FetchRequest<Book>()
    request.predicate = predicate
    let stored = try store.fetch(request).map(\.title)
    let memory = try books.filter { try predicate.evaluate(with: $0) }.map(\.title)
    guard stored == memory else { throw Disagreement(stored: stored, memory: memory) }
    return stored
  }

  func titles(_ format: String, _ arguments: (any PredicateArgument)...) throws -> [String] {
    try titles(FetchPredicate(format: format, arguments: arguments))
  }

  struct Disagreement: Error {
    let stored: [String]
    let memory: [String]
  }

  /// Returns the condition of a predicate as SQL with the bindings inserted.
  static func sql(_ predicate: FetchPredicate) throws -> String {
    let fragment = try PredicateCompiler(entity: Book.entity).filter(predicate)
    var bindings = fragment.bindings[...]
    var text = ""
    for character in fragment.sql {
      text +=
        character == "?"
        ? bindings.popFirst().map { "\(FetchExpression.constant($0))" } ?? "?" : "\(character)"
    }
    return text
  }

  static func sql(_ format: String) throws -> String { try sql(FetchPredicate(format: format)) }
}
