import FetchKit
import Foundation

/// A book with an attribute of each type and each kind of to-many relationship.
struct Book: FetchableEntity, Hashable {
  var objectID: ObjectID?
  var title = ""
  var author: String?
  var price = 0.0
  var year: Int?
  var inPrint = false
  var bought: Date?
  var cover: Data?
  var words: [String] = []
  var reviews: [Review] = []
  /// The derived text for searching.
  var searchText: String? { nil }

  static let entity = EntityDescription(
    Book.self, name: "Book",
    properties: [
      .attribute("title", \.title, hasNaturalOrder: true), .attribute("author", \.author),
      .attribute("price", \.price), .attribute("year", \.year), .attribute("inPrint", \.inPrint),
      .attribute("bought", \.bought), .attribute("cover", \.cover),
      .derived("searchText", \.searchText, .foldedTexts(of: ["title", "author", "words"])),
      .toMany("words", values: \.words, table: "book_word"),
      .toMany("reviews", \.reviews, table: "book_review"),
    ])

  init() {}

  init(
    _ title: String, by author: String? = nil, price: Double = 0, year: Int? = nil,
    inPrint: Bool = false, bought: Date? = nil, words: [String] = [], reviews: [Review] = []
  ) {
    self.title = title
    self.author = author
    self.price = price
    self.year = year
    self.inPrint = inPrint
    self.bought = bought
    self.words = words
    self.reviews = reviews
  }
}
