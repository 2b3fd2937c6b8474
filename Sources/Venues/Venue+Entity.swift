public import FetchKit

extension Venue {
  /// The attributes of a venue by their key paths, with the columns of the table `venue`.
  public static let entity = EntityDescription(
    Venue.self, name: "Venue",
    properties: own + ofLocation + ofPriceAndStats + [
      .attribute("category.name", \.category.name, column: "category"),
      .attribute("category.categoryID", \.category.categoryID, column: "category_id"),
      .derived("searchText", \.searchText, .foldedTexts(of: searchedKeyPaths)),
      .toMany("categories", \.categories, table: "venue_category"),
      .toMany("tips", \.tips, table: "venue_tip"),
      .toMany("openings", \.openings, table: "venue_opening"),
    ],
    identifier: "id",
    indexes: [["location.distance", "name", "id", "closed"]],
    keptByImports: ["favorite", "note"],
    importStamps: ["openNowAt"])

  /// The attributes behind counts, sums, groups, the search and the map, which a program that asks for
  /// them all the time holds in memory.
  public static let countedKeyPaths = [
    "closed", "priceInfo.tier", "specialCount", "stats.tipCount", "favorite", "rating",
    "location.distance", "stats.checkinsCount", "stats.usersCount", "category.name",
    "location.neighborhood", "location.city", "categories.name",
    "searchText", "location.latitude", "location.longitude",
  ]

  private static var own: [EntityProperty<Venue>] {
    [
      .attribute("id", \.id),
      .attribute("name", \.name, hasNaturalOrder: true),
      .attribute("phone", \.phone),
      .attribute("url", \.url),
      .attribute("menuURL", \.menuURL, column: "menu_url"),
      .attribute("specialCount", \.specialCount),
      .attribute("favorite", \.favorite),
      .attribute("note", \.note),
      .attribute("verified", \.verified),
      .attribute("closed", \.closed),
      .attribute("closedAt", \.closedAt),
      .attribute("createdAt", \.createdAt),
      .attribute("rating", \.rating),
      .attribute("ratingSignals", \.ratingSignals),
      .attribute("ratingColor", \.ratingColor),
      .attribute("hours", \.hours),
      .attribute("timeZone", \.timeZone),
      .attribute("openNow", \.openNow),
      .attribute("openNowAt", \.openNowAt),
      .attribute("photoCount", \.photoCount),
      .attribute("chain", \.chain),
    ]
  }

  private static var ofLocation: [EntityProperty<Venue>] {
    [
      .attribute("location.address", \.location.address, column: "address"),
      .attribute("location.crossStreet", \.location.crossStreet, column: "cross_street"),
      .attribute("location.neighborhood", \.location.neighborhood, column: "neighborhood"),
      .attribute("location.city", \.location.city, column: "city"),
      .attribute("location.state", \.location.state, column: "state"),
      .attribute("location.postalCode", \.location.postalCode, column: "postal_code"),
      .attribute("location.country", \.location.country, column: "country"),
      .attribute("location.countryCode", \.location.countryCode, column: "country_code"),
      .attribute("location.latitude", \.location.latitude, column: "latitude"),
      .attribute("location.longitude", \.location.longitude, column: "longitude"),
      .attribute("location.distance", \.location.distance, column: "distance"),
    ]
  }

  private static var ofPriceAndStats: [EntityProperty<Venue>] {
    [
      .attribute("priceInfo.priceCategory", \.priceInfo.priceCategory, column: "price_category"),
      .attribute("priceInfo.tier", \.priceInfo.tier, column: "price_tier"),
      .attribute("stats.checkinsCount", \.stats.checkinsCount, column: "checkins_count"),
      .attribute("stats.usersCount", \.stats.usersCount, column: "users_count"),
      .attribute("stats.tipCount", \.stats.tipCount, column: "tip_count"),
    ]
  }
}
