import FetchKit
import Foundation
import GRDB

/// A row of six attributes, as FetchKit stores it.
struct Product: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var section = ""
  var price = 0.0
  var stock = 0
  var rating: Double?
  var isSold = false

  static let entity = description(indexes: [])

  static func description(indexes: [[String]]) -> EntityDescription {
    EntityDescription(
      Product.self, name: "Product",
      properties: [
        .attribute("name", \.name), .attribute("section", \.section), .attribute("price", \.price),
        .attribute("stock", \.stock), .attribute("rating", \.rating),
        .attribute("isSold", \.isSold),
      ], indexes: indexes)
  }

  static func random(_ random: inout SeededRandom) -> Product {
    Product(
      name: "Product \(Int.random(in: 0..<100_000_000, using: &random))",
      section: "Section \(Int.random(in: 0..<20, using: &random))",
      price: Double(Int.random(in: 100..<100_000, using: &random)) / 100,
      stock: Int.random(in: 0..<1000, using: &random),
      rating: Bool.random(using: &random) ? Double.random(in: 0..<5, using: &random) : nil,
      isSold: Bool.random(using: &random))
  }
}

/// The same row for GRDB with conversions written by hand, columns by position.
struct ProductRow: FetchableRecord, MutablePersistableRecord, Sendable {
  static let databaseTableName = "product"

  var id: Int64?
  var name: String
  var section: String
  var price: Double
  var stock: Int
  var rating: Double?
  var isSold: Bool

  init(_ product: Product) {
    name = product.name
    section = product.section
    price = product.price
    stock = product.stock
    rating = product.rating
    isSold = product.isSold
  }

  init(row: Row) {
    id = row[0]
    name = row[1]
    section = row[2]
    price = row[3]
    stock = row[4]
    rating = row[5]
    isSold = row[6]
  }

  func encode(to container: inout PersistenceContainer) {
    container["id"] = id
    container["name"] = name
    container["section"] = section
    container["price"] = price
    container["stock"] = stock
    container["rating"] = rating
    container["isSold"] = isSold
  }

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

/// The same row for GRDB with the conversions of `Codable`.
struct CodableProduct: Codable, FetchableRecord, Sendable {
  var id: Int64?
  var name: String
  var section: String
  var price: Double
  var stock: Int
  var rating: Double?
  var isSold: Bool
}
