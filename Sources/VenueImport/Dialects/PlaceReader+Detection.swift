import JSONStream
import Venues

extension PlaceReader {
  /// The dialect that the keys of the place speak of.
  var detectedFormat: ImportFormat {
    if has(.properties), place[.type]?.text?.equals("Feature") == true { return .geojson }
    if has(.fsqPlaceID) { return isNested ? .places2025 : .osplaces }
    if has(.fsqID) || has(.geocodes) { return .v3 }
    if isNested { return .v2 }
    if has(.categoryLabels) || has(.categoryIDs) { return .osplaces }
    if Self.ourKeys.contains(where: { has($0) }) { return .boba }
    let isOurs =
      hasOwnColumns
      || (Self.sharedKeys + Self.flatKeys).contains { has($0) }
        && !Self.v2Keys.contains { has($0) }
    return isOurs ? .boba : .v2
  }

  /// Whether the texts of a flat place are as we wrote them.
  var isOurExport: Bool {
    format == .boba || Self.ourKeys.contains { has($0) } || Self.sharedKeys.contains { has($0) }
  }

  /// Keys that a flat place has only when we wrote it.
  private static let ourKeys: [FieldName] = [
    .specialCount, .priceCategory, .tier, .tipCount, .checkinsCount, .crossStreet, .favorite,
  ]

  /// Other keys of ours, which only our dialect reads in a flat place.
  private static let sharedKeys: [FieldName] = [
    .usersCount, .note, .menuURL, .closedAt, .photoCount, .chain, .openNowAt, .deliveryURL,
    .reservationURL, .likeCount, .currency, .ownCategoryIDs, .categoryPaths, .openings, .deals,
    .neighborhoods, .popularHours,
  ]

  /// Keys that other flat places have as well.
  private static let flatKeys: [FieldName] = [
    .categoryID, .chainID, .openNow, .twitter, .facebook, .instagram,
  ]

  /// Keys that only the API of 2009 reads in a flat place.
  private static let v2Keys: [FieldName] = [.underscoreID, .tel, .specials]

  /// Whether the place keeps its parts in objects of their own, as the answers of the API do.
  private var isNested: Bool {
    isObject(.location) || isObject(.contact) || isObject(.stats)
  }

  private func isObject(_ name: FieldName) -> Bool { place.peek(name.key)?.kind == .object }

  /// Whether the place has a member, which this does not read.
  private func has(_ name: FieldName) -> Bool {
    place.peek(name.key).map { $0.kind != .null } ?? false
  }
}

// RFC 7946: a feature has a geometry and properties; a point is [longitude, latitude].

extension PlaceReader {
  mutating func readFeature(_ value: JSONValue) {
    let (geometry, featureID, _) = (place[.geometry], place[.id], place[.type])
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
    readCoordinates(north, east, keepsOrigin: isOwn)
  }
}
