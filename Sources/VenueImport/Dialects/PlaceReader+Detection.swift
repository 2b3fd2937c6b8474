extension PlaceReader {
  /// The dialect that the keys of the place speak of.
  var detectedFormat: ImportFormat {
    if place[.properties] != nil, place[.type]?.text?.equals("Feature") == true { return .geojson }
    if place[.fsqPlaceID] != nil { return isNested ? .places2025 : .osplaces }
    if place[.fsqID] != nil || place[.geocodes] != nil { return .v3 }
    if isNested { return .v2 }
    if place[.categoryLabels] != nil || place[.categoryIDs] != nil { return .osplaces }
    let isOurs = Self.ourKeys.contains { place[$0] != nil }
    return isOurs ? .boba : .v2
  }

  /// Keys that a flat place has only when we wrote it.
  private static let ourKeys: [FieldName] = [
    .specialCount, .priceCategory, .tier, .tipCount, .checkinsCount, .crossStreet, .favorite,
  ]

  /// Whether the place keeps its parts in objects of their own, as the answers of the API do.
  private var isNested: Bool {
    place[.location]?.kind == .object || place[.contact]?.kind == .object
      || place[.stats]?.kind == .object
  }
}
