import JSONStream
import Venues

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

// RFC 7946: a feature has a geometry and properties; a point is [longitude, latitude].

extension PlaceReader {
  mutating func readFeature(_ value: JSONValue) {
    let geometry = place[.geometry]
    let featureID = place[.id]
    guard let properties = place[.properties], properties.kind == .object else { return }
    place.load(properties)
    let dialect = detectedFormat
    read(properties, as: dialect == .geojson ? .boba : dialect)
    if record.isMissing(.id) { record[.id] = text(featureID, "id") }
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
