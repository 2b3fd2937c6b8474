import FetchKit

/// A book with its price.
struct Book: FetchableEntity {
  var objectID: ObjectID?
  var title = ""
  var price = 0.0

  static let entity = EntityDescription(
    Book.self, name: "Book",
    properties: [.attribute("title", \.title), .attribute("price", \.price)])
}
