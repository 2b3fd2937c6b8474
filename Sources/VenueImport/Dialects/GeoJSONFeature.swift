// RFC 7946: a feature has a geometry and properties; a point is [longitude, latitude].

extension PlaceReader {
  mutating func readFeature(_ value: JSONValue) {
    let geometry = place[.geometry]
    let featureID = place[.id]
    guard let properties = place[.properties], properties.kind == .object else { return }
    place.load(properties)
    switch detectedFormat {
    case .v3: readPlacesV3()
    case .places2025: readPlaces2025()
    case .osplaces: readOpenPlaces(properties)
    case .v2: readFoursquareV2(properties)
    case .auto, .geojson, .boba: readFlat(properties)
    }
    if record.id == nil { record.id = text(featureID, "id") }
    readPoint(geometry)
  }

  private mutating func readPoint(_ geometry: JSONValue?) {
    guard let geometry else { return }
    guard geometry[.type]?.text?.equals("Point") == true, let point = geometry[.coordinates],
      point.kind == .array, point.count >= 2
    else { return report("geometry", .notPoint, geometry) }
    var numbers = point.children
    let (east, north) = (numbers.next(), numbers.next())
    readCoordinates(north, east, keepsOrigin: true)
  }
}
