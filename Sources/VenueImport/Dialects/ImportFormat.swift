import JSONStream

/// A dialect of venue data.
public enum ImportFormat: String, Sendable, CaseIterable, Codable {
  /// Each place tells by its keys what it is.
  case auto
  /// Foursquare's API until 2021, and files people made of it.
  case v2
  /// The Places API with `fsq_id`.
  case v3
  /// The Places API of 2025, with `fsq_place_id`.
  case places2025
  /// Rows of the open data set FSQ OS Places.
  case osplaces
  /// Features of a GeoJSON collection.
  case geojson
  /// The flat objects and rows that `boba export` writes.
  case boba
}

extension ImportFormat {
  /// The dialect that the keys of a place speak of.
  static func detect(_ place: borrowing MemberIndex, hasOnlyExportColumns: Bool) -> ImportFormat {
    if place.has(.properties), place[.type]?.text?.equals("Feature") == true { return .geojson }
    if place.has(.fsqPlaceID) { return place.isNested ? .places2025 : .osplaces }
    if place.has(.fsqID) || place.has(.geocodes) { return .v3 }
    if place.isNested { return .v2 }
    if place.has(.categoryLabels) || place.has(.categoryIDs) { return .osplaces }
    return hasOnlyExportColumns || place.isFlat ? .boba : .v2
  }
}

extension MemberIndex {
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

  /// Keys that few flat places have but our exports.
  static let exportKeys = Set(ourKeys + sharedKeys)

  /// Whether a flat place has keys that only our own exports have.
  var hasExportKeys: Bool { has(Self.ourKeys) || has(Self.sharedKeys) }

  /// Whether the place has keys that only our dialect reads in a flat place.
  fileprivate var isFlat: Bool {
    has(Self.ourKeys) || (has(Self.sharedKeys) || has(Self.flatKeys)) && !has(Self.v2Keys)
  }

  /// Whether the place keeps its parts in objects of their own, as the answers of the API do.
  fileprivate var isNested: Bool {
    isObject(.location) || isObject(.contact) || isObject(.stats)
  }

  private func isObject(_ name: FieldName) -> Bool { peek(name.key)?.kind == .object }

  private func has(_ names: [FieldName]) -> Bool {
    for name in names where has(name) { return true }
    return false
  }

  /// Whether the place has a member, which this does not read.
  fileprivate func has(_ name: FieldName) -> Bool {
    peek(name.key).map { $0.kind != .null } ?? false
  }
}
