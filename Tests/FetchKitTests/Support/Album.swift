import FetchKit

/// A music album, with every feature of an entity.
struct Album: FetchableEntity, Hashable {
  struct Review: DescribedValue, Hashable {
    var stars = 0
    var text: String?

    static let entity = EntityDescription(
      Review.self, name: "Review",
      properties: [.attribute("stars", \.stars), .attribute("text", \.text)])
  }

  var objectID: ObjectID?
  var code = ""
  var title = ""
  var artist: String?
  var price = 0.0
  var isRead = false
  var words: [String] = []
  var reviews: [Review] = []

  static let entity = EntityDescription(
    Album.self, name: "Album",
    properties: [
      .attribute("code", \.code),
      .attribute("title", \.title, hasNaturalOrder: true),
      .attribute("artist", \.artist),
      .attribute("price", \.price),
      .attribute("isRead", \.isRead),
      .derived("searchText", \.searchText, .foldedTexts(of: ["title", "artist", "reviews.text"])),
      .toMany("words", values: \.words, table: "album_word"),
      .toMany("reviews", \.reviews, table: "album_review"),
    ],
    identifier: "code", indexes: [["price"]]
  ).imports(keeping: ["isRead"])

  var searchText: String? {
    Derivation.foldedTexts(of: ["title", "artist", "reviews.text"]).value(for: self).stringValue
  }

  init() {}

  init(
    _ title: String, code: String, artist: String? = nil, price: Double = 0, words: [String] = [],
    reviews: [Review] = []
  ) {
    self.title = title
    self.code = code
    self.artist = artist
    self.price = price
    self.words = words
    self.reviews = reviews
  }

  static func store() throws -> FetchStore {
    try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Album.entity]))
  }
}
