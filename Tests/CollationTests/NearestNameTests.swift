import Testing

@testable import Collation

struct NearestNameTests {
  private static let keys = [
    "id", "name", "phone", "url", "rating", "favorite", "specialCount", "location.address",
    "location.city",
    "location.distance", "location.latitude", "priceInfo.tier", "stats.checkinsCount",
    "stats.tipCount",
    "category.name", "categories.name",
  ]

  @Test(arguments: [
    ("stats.tipcount", "stats.tipCount"), ("tipCount", "stats.tipCount"),
    ("tipcuont", "stats.tipCount"),
    ("nmae", "name"), ("names", "name"), ("Näme", "name"), ("location.name", "name"),
    ("distance", "location.distance"),
    ("loction.distance", "location.distance"), ("checkins", "stats.checkinsCount"),
    ("lat", "location.latitude"),
    ("favorite", "favorite"), ("price", "priceInfo.tier"), ("categorie.name", "categories.name"),
    ("ID", "id"),
    ("special", "specialCount"), ("xyz", nil), ("", nil), ("ix", nil), ("color", nil),
    ("...", nil),
  ])
  func `the nearest key is offered`(written: String, expected: String?) {
    #expect(NearestName.nearest(to: written, in: Self.keys) == expected)
  }

  @Test func `without candidates nothing is offered`() {
    #expect(NearestName.nearest(to: "name", in: []) == nil)
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3),
    ("ca", "abc", 3),
    ("tea", "ta", 1), ("ta", "tea", 1),
  ])
  func `the distance counts mistakes`(left: String, right: String, expected: Int) {
    let (one, other) = (left.unicodeScalars.map(\.value), right.unicodeScalars.map(\.value))
    #expect(EditDistance.between(one, other) == expected)
    #expect(EditDistance.between(other, one) == expected)
  }
}
