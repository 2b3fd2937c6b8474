import FetchKit
import Foundation
import TestSupport

/// A shop with all kinds of properties for typed predicates: optionals, structures, lists.
struct Shop: FetchableEntity, Hashable, Codable {
  enum Kind: String, AttributeValue, Codable, Comparable, CaseIterable {
    case tea, coffee, cake

    static func < (left: Kind, right: Kind) -> Bool { left == .tea && right != .tea }
  }

  struct Place: Hashable, Codable {
    var city: String?
    var distance: Double?
  }

  struct Counts: Hashable, Codable {
    var tips: Int?
    var visits = 0
  }

  struct Tip: DescribedValue, Hashable, Codable {
    var text = ""
    var likes: Int?
    var author: String?

    static let entity = EntityDescription(
      Tip.self, name: "Tip",
      properties: [
        .attribute("text", \.text), .attribute("likes", \.likes), .attribute("author", \.author),
      ])
  }

  var objectID: ObjectID? {
    get { nil }
    set {}
  }
  var name = ""
  var phone: String?
  var isOpen = false
  var isVerified: Bool?
  var rating: Double?
  var price: Int?
  var floors = 0
  var kind = Kind.tea
  var formerKind: Kind?
  var opened: Date?
  var code = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  var place = Place()
  var counts = Counts()
  var tips: [Tip] = []
  var words: [String] = []
  var scores: [Int] = []
  /// A property that the entity does not declare.
  var memo = ""

  static let entity = EntityDescription(
    Shop.self, name: "Shop",
    properties: [
      .attribute("name", \.name), .attribute("phone", \.phone), .attribute("isOpen", \.isOpen),
      .attribute("isVerified", \.isVerified), .attribute("rating", \.rating),
      .attribute("price", \.price), .attribute("floors", \.floors), .attribute("kind", \.kind),
      .attribute("formerKind", \.formerKind), .attribute("opened", \.opened),
      .attribute("code", \.code),
      .attribute("place.city", \.place.city, column: "city"),
      .attribute("place.distance", \.place.distance, column: "distance"),
      .attribute("counts.tips", \.counts.tips, column: "tip_count"),
      .attribute("counts.visits", \.counts.visits, column: "visits"),
      .toMany("tips", \.tips, table: "shop_tip"),
      .toMany("words", values: \.words, table: "shop_word"),
      .toMany("scores", values: \.scores, table: "shop_score"),
    ],
    indexes: [["place.distance"]])
}

extension Shop {
  /// A random shop whose values are often nil or equal to those in the tests.
  init(random generator: inout SeededRandom) {
    name = Self.text(&generator)
    phone = Self.some(&generator) { Self.text(&$0) }
    isOpen = Bool.random(using: &generator)
    isVerified = Self.some(&generator) { Bool.random(using: &$0) }
    rating = Self.some(&generator) { Double(Int.random(in: 0...8, using: &$0)) / 2 }
    price = Self.some(&generator) { Int.random(in: -3...4, using: &$0) }
    floors = Int.random(in: -4...7, using: &generator)
    kind = Kind.allCases.randomElement(using: &generator) ?? .tea
    formerKind = Self.some(&generator) { Kind.allCases.randomElement(using: &$0) ?? .tea }
    opened = Self.some(&generator) {
      Date(timeIntervalSince1970: Double(Int.random(in: 0...3, using: &$0)) * 86_400)
    }
    code = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(floors & 3)))
    place.city = Self.some(&generator) { Self.text(&$0) }
    place.distance = Self.some(&generator) { Double(Int.random(in: 0...10, using: &$0)) * 100 }
    counts.tips = Self.some(&generator) { Int.random(in: 0...30, using: &$0) }
    counts.visits = Int.random(in: 0...5, using: &generator)
    tips = (0..<Int.random(in: 0...3, using: &generator)).map { _ in Tip(random: &generator) }
    words = (0..<Int.random(in: 0...3, using: &generator)).map { _ in Self.text(&generator) }
    scores = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      Int.random(in: 0...4, using: &generator)
    }
  }

  fileprivate static func text(_ generator: inout SeededRandom) -> String {
    generator.text(of: ["a", "b", "A", "é", "x", "\n"], upTo: 3)
  }

  fileprivate static func some<Value>(
    _ generator: inout SeededRandom, _ value: (inout SeededRandom) -> Value
  ) -> Value? {
    Int.random(in: 0..<3, using: &generator) == 0 ? nil : value(&generator)
  }
}

extension Shop.Tip {
  fileprivate init(random generator: inout SeededRandom) {
    text = Shop.text(&generator)
    likes = Shop.some(&generator) { Int.random(in: 0...4, using: &$0) }
    author = Shop.some(&generator) { Shop.text(&$0) }
  }
}
