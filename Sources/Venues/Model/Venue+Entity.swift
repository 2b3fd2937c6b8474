public import FetchKit

extension Venue {
  /// The attributes of a venue by their key paths, with the columns of the table `venue`.
  public static let entity = EntityDescription(
    Venue.self, name: "Venue",
    properties: VenueField.properties + [
      .derived("searchText", \.searchText, .foldedTexts(of: searchedKeyPaths)),
      .toMany("categories", \.categories, table: "venue_category"),
      .toMany("tips", \.tips, table: "venue_tip"),
      .toMany("openings", \.openings, table: "venue_opening"),
    ] + VenueList.properties,
    identifier: "id",
    indexes: [["location.distance", "name", "id", "closed"]]
  ).imports(keeping: ["favorite", "note"], stamping: ["openNowAt"])

  /// The attributes that the column cache keeps in memory: those of counts, sums, groups, the search
  /// and the map.
  public static let cachedKeyPaths = [
    "closed", "priceInfo.tier", "specialCount", "stats.tipCount", "favorite", "rating",
    "location.distance", "stats.checkinsCount", "stats.usersCount", "category.name",
    "location.neighborhood", "neighborhoods", "location.city", "categories.name",
    "categories.path",
    "searchText", "location.latitude", "location.longitude",
  ]

  /// The key paths that a search covers.
  static let searchedKeyPaths = [
    "name", "categories.name", "location.address", "location.crossStreet", "location.city",
    "location.neighborhood", "neighborhoods", "deals.title", "deals.message",
    "deals.description", "deals.finePrint",
  ]

  /// The searched texts, case and diacritics folded, one per line.
  public var searchText: String? {
    Derivation.foldedTexts(of: Self.searchedKeyPaths).value(for: self).stringValue
  }
}

extension FetchStore {
  /// Sets or clears the favorite flag of a venue in the background, and nothing else.
  ///
  /// `name` is the name of the change in the undo history; nil for the default.
  public func setFavorite(_ isFavorite: Bool, ofVenue id: String, name: String? = nil) async throws
  {
    try await perform(
      BatchUpdateRequest(
        entity: Venue.entity, set: ["favorite": .constant(.bool(isFavorite))],
        where: .comparison(.keyPath("id"), .equal, .constant(.string(id)))),
      name: name ?? (isFavorite ? "Add to favorites" : "Remove from favorites"))
  }
}
