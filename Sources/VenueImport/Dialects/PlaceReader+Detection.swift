extension PlaceReader {
  /// The dialect that the keys of the place speak of.
  var detectedFormat: ImportFormat {
    if place[.properties] != nil, place[.type]?.text?.equals("Feature") == true { return .geojson }
    if place[.fsqPlaceID] != nil { return isNested ? .places2025 : .osplaces }
    if place[.fsqID] != nil || place[.geocodes] != nil { return .v3 }
    if isNested { return .v2 }
    if place[.categoryLabels] != nil || place[.categoryIDs] != nil { return .osplaces }
    let isOurs =
      place[.specialCount] != nil || place[.priceCategory] != nil || place[.favorite] != nil
      || place[.crossStreet] != nil || place[.tipCount] != nil
    return isOurs ? .boba : .v2
  }

  /// Whether the place keeps its parts in objects of their own, as the answers of the API do.
  private var isNested: Bool {
    place[.location]?.kind == .object || place[.contact]?.kind == .object
      || place[.stats]?.kind == .object
  }
}
