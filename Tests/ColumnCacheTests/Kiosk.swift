import FetchKit

/// A kiosk with an identifier and numbers that are packed in different ways.
struct Kiosk: FetchableEntity, Hashable {
  var objectID: ObjectID?
  var code = ""
  var name = ""
  var town: String?
  var rating: Double?
  var offset: Double?
  var visits: Int?
  var depth: Int?
  var latitude: Double?
  var longitude: Double?
  /// In meters from the harbor.
  var distance: Double?
  var teas: [String] = []
  /// Neither of these is cached.
  var street: String?
  var weight: Double?

  static let entity = EntityDescription(
    Kiosk.self, name: "Kiosk",
    properties: [
      .attribute("code", \.code), .attribute("name", \.name, hasNaturalOrder: true),
      .attribute("town", \.town), .attribute("rating", \.rating), .attribute("offset", \.offset),
      .attribute("visits", \.visits), .attribute("depth", \.depth),
      .attribute("latitude", \.latitude), .attribute("longitude", \.longitude),
      .attribute("distance", \.distance),
      .attribute("street", \.street), .attribute("weight", \.weight),
      .toMany("teas", values: \.teas, table: "kiosk_tea"),
    ],
    identifier: "code"
  ).computing("distance", as: harborDistance)

  private static let harborDistance = FetchExpression.function(
    .distance,
    [
      .aggregate([.keyPath("latitude"), .keyPath("longitude")]),
      .list([.constant(.double(53.5436)), .constant(.double(9.966))]),
    ])

  static let cachedKeyPaths = [
    "town", "rating", "offset", "visits", "depth", "latitude", "longitude", "distance", "teas",
  ]

  /// By name, and by the identifier.
  static let order = [
    FetchSortDescriptor("name", comparison: .natural), FetchSortDescriptor("code"),
  ]

  /// Keys that can come before.
  static let keys: [[FetchSortDescriptor]] =
    [[]]
    + (cachedKeyPaths.filter { $0 != "teas" } + ["name", "street", "weight"]).flatMap { keyPath in
      [true, false].flatMap { ascending in
        [FetchSortDescriptor.NilPlacement.first, .last, .lowest].map {
          [FetchSortDescriptor(keyPath, ascending: ascending, nils: $0)]
        }
      }
    }
    + [
      [FetchSortDescriptor("town", nils: .last), FetchSortDescriptor("depth", ascending: false)],
      [FetchSortDescriptor("name", ascending: false, comparison: .natural)],
      [FetchSortDescriptor("street", comparison: .natural)],
      [FetchSortDescriptor("town", comparison: .caseInsensitive, nils: .first)],
    ]

  static func random(_ number: Int, _ random: inout some RandomNumberGenerator) -> Kiosk {
    var kiosk = Kiosk()
    kiosk.code = String(UInt64.random(in: 0...(.max), using: &random), radix: 16)
    kiosk.name = ["Tea", "tea 2", "Tea 10", "Ätna", "茶", ""].randomElement(using: &random) ?? ""
    kiosk.town = ["Pirna", "Élan", "elan", "", nil].randomElement(using: &random) ?? nil
    kiosk.rating = number % 7 == 0 ? nil : Double(Int.random(in: 0...100, using: &random)) / 10
    kiosk.offset = number % 5 == 0 ? nil : Double.random(in: -2...2, using: &random)
    kiosk.visits = number % 9 == 0 ? nil : Int.random(in: 0...200_000, using: &random)
    kiosk.depth = number % 4 == 0 ? nil : Int.random(in: -70_000...70_000, using: &random)
    kiosk.teas = ["Oolong", "Élan", "matcha", ""].filter { _ in
      Int.random(in: 0..<3, using: &random) == 0
    }
    kiosk.street = ["Weg 10", "Weg 9", "weg 1", nil].randomElement(using: &random) ?? nil
    kiosk.weight = number % 6 == 0 ? nil : Double.random(in: 0...3, using: &random).rounded()
    kiosk.latitude = number % 8 == 0 ? nil : Double.random(in: 53...54, using: &random)
    kiosk.longitude = number % 10 == 0 ? nil : Double.random(in: 9...11, using: &random).rounded()
    return kiosk
  }
}
