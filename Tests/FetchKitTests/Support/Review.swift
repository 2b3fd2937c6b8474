import FetchKit

/// A review of a book.
struct Review: DescribedValue, Hashable {
  var stars: Int?
  var text: String?

  static let entity = EntityDescription(
    Review.self, name: "Review",
    properties: [.attribute("stars", \.stars), .attribute("text", \.text)])

  init() {}

  init(_ stars: Int?, _ text: String? = nil) {
    self.stars = stars
    self.text = text
  }
}
