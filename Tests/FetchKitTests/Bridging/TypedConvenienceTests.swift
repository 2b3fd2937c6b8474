import FetchKit
import Foundation
import Testing

private enum Genre: String, Codable, AttributeValue { case novel, poetry }

private struct Color: Codable, Hashable {
  var red = 0.0
  var name: String?
}

/// A novel with attributes of many types.
private struct Novel: FetchableEntity, Equatable {
  var objectID: ObjectID?
  var title = ""
  var genre = Genre.novel
  var mood: Genre?
  var price: Decimal = 0
  var weight: Float = 0
  var site: URL?
  var isbn = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var palette: [Color] = []
  var cover: Color?
  var size = (width: 1, height: 2)
  var tags: [String] = []

  static let entity = EntityDescription(
    Novel.self, name: "Novel",
    properties: [
      .attribute("title", \.title), .attribute("genre", \.genre), .attribute("mood", \.mood),
      .attribute("price", \.price), .attribute("weight", \.weight), .attribute("site", \.site),
      .attribute("isbn", \.isbn), .codable("palette", \.palette), .codable("cover", \.cover),
      .transformed(
        "size", \.size, to: { $0.width * 1000 + $0.height },
        from: { (width: $0 / 1000, height: $0 % 1000) }),
      .toMany("tags", \.tags),
    ],
    identifier: \.title, indexes: [[\.price, \.genre]])

  static func == (left: Novel, right: Novel) -> Bool {
    left.title == right.title && left.genre == right.genre && left.mood == right.mood
      && left.price == right.price && left.weight == right.weight && left.site == right.site
      && left.isbn == right.isbn && left.palette == right.palette && left.cover == right.cover
      && left.size == right.size && left.tags == right.tags
  }
}

struct TypedConvenienceTests {
  private static func store() throws -> (FetchStore, [Novel]) {
    var emma = Novel()
    emma.title = "Emma"
    emma.price = Decimal(string: "12.35") ?? 0
    emma.weight = 0.1
    emma.site = URL(string: "https://example.org/a?b=c#d")
    emma.palette = [Color(red: 0.25, name: "a/b"), Color()]
    emma.cover = Color(red: 1)
    emma.size = (12, 34)
    emma.tags = ["village", "love"]
    var odes = Novel()
    odes.title = "Odes"
    odes.genre = .poetry
    odes.mood = .poetry
    odes.price = Decimal(string: "123456789012.345") ?? 0
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Novel.entity]))
    try store.write("Buy") { [emma, odes] work in
      work.insert(emma)
      work.insert(odes)
    }
    return (store, [emma, odes])
  }

  @Test(arguments: [
    "340282366920938463463374607431768211455e127", "-340282366920938463463374607431768211455e127",
    "12e127", "1234567890123456789e120", "1e101", "-25e99", "7e-120", "0",
  ])
  func `decimals of any size can be read back`(text: String) throws {
    let decimal = try #require(Decimal(string: text))
    let read = try #require(Decimal(attributeValue: decimal.attributeValue))
    #expect(abs(read - decimal) * 1_000_000_000_000_000 <= abs(decimal))
  }

  @Test func `attributes of many types survive a round trip`() throws {
    let (store, novels) = try Self.store()
    #expect(try store.fetch(FetchRequest<Novel>()) == novels)
    #expect(Novel.entity.toMany.map(\.table) == ["novel_tags"])
    #expect(Novel.entity.identifier == "title")
    #expect(Novel.entity.indexes == [["price", "genre"]])
  }

  @Test func `numbers that JSON lacks survive, and what cannot be encoded is refused`() throws {
    struct Stubborn: Codable {
      struct Refused: Error {}
      func encode(to encoder: any Encoder) throws { throw Refused() }
    }
    struct Chart: FetchableEntity {
      var objectID: ObjectID?
      var points: [Double] = []
      var other: Stubborn?
      static let entity = EntityDescription(
        Chart.self, name: "Chart",
        properties: [.codable("points", \.points), .codable("other", \.other)])
    }
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Chart.entity]))
    var chart = Chart()
    chart.points = [.nan, .infinity, -.infinity, 1]
    try store.write("Add") { [chart] in $0.insert(chart) }
    #expect(
      try store.fetch(FetchRequest<Chart>()).map { $0.points.description }
        == ["[nan, inf, -inf, 1.0]"])
    chart.other = Stubborn()
    #expect(throws: StoreError.self) { try store.write("Add") { [chart] in $0.insert(chart) } }
    #expect(try store.count(FetchRequest<Chart>()) == 1)
  }

  @Test func `enumerations are arguments and can be captured`() throws {
    let (store, _) = try Self.store()
    let genre = Genre.poetry
    func titles(_ predicate: FetchPredicate) throws -> [String] {
      try store.fetch(FetchRequest<Novel>(where: predicate)).map(\.title)
    }
    #expect(try titles(FetchPredicate(format: "genre == %@", genre)) == ["Odes"])
    #expect(try titles(FetchPredicate(format: "mood IN %@", [Genre.novel, .poetry])) == ["Odes"])
    #expect(try titles(FetchPredicate(format: "mood == %@", Genre?.none)) == ["Emma"])
    #expect(try titles(FetchPredicate(#Predicate<Novel> { $0.genre == genre })) == ["Odes"])
    #expect(try titles(FetchPredicate(#Predicate<Novel> { $0.mood != genre })) == ["Emma"])
    #expect(try titles(.comparison(\Novel.genre, .notEqual, genre)) == ["Emma"])
    #expect(try titles(FetchPredicate(format: "site == %@", URL(string: "x:y"))) == [])
    let limit: Decimal = 100
    #expect(try titles(FetchPredicate(#Predicate<Novel> { $0.price < limit })) == ["Emma"])
    #expect(try titles(FetchPredicate(format: "ANY tags == 'love'")) == ["Emma"])
  }

  @Test func `requests are made from typed predicates and key paths`() throws {
    let (store, _) = try Self.store()
    let first = try FetchRequest<Novel>(
      where: #Predicate { $0.title != "x" }, sortedBy: SortDescriptor(\.title, order: .reverse),
      limit: 1)
    #expect(try store.fetch(first).map(\.title) == ["Odes"])
    let second = try FetchRequest<Novel>(
      where: #Predicate { $0.title != "x" }, sortedBy: \.price, \.title)
    #expect(second.sortDescriptors == [FetchSortDescriptor("price"), FetchSortDescriptor("title")])
    #expect(try store.fetch(second).map(\.title) == ["Emma", "Odes"])
    let third = FetchRequest<Novel>(
      where: .comparison(\Novel.price, .lessThan, 100), sortedBy: FetchSortDescriptor(\Novel.title))
    #expect(try store.fetch(third).map(\.title) == ["Emma"])
  }

  @Test func `batch requests take plain values and typed predicates`() throws {
    let (store, _) = try Self.store()
    let update = try BatchUpdateRequest(
      Novel.self, set: [\.price: Decimal(5), \.genre: Genre.novel, \.mood: Genre?.none],
      where: #Predicate { $0.title == "Odes" })
    #expect(try store.perform(update).changed == 1)
    try store.perform(
      BatchUpdateRequest(Novel.self, set: [\.weight: FetchExpression.keyPath("price")]))
    let odes = try #require(try store.fetch(FetchRequest<Novel>()).last)
    #expect(odes.genre == .novel)
    #expect(odes.mood == nil)
    #expect(odes.weight == 5)
    let deletion = try BatchDeleteRequest(where: #Predicate<Novel> { $0.price == 5 })
    #expect(try store.perform(deletion).changed == 1)
  }
}
