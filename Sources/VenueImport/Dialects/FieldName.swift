import JSONStream

/// A key that the importer knows, however a dialect spells it.
///
/// Other keys are validated but not kept on the tape.
enum FieldName: UInt8 {
  /// A key that the importer does not know.
  case unknown = 0
  /// The key of what has none: an element of an array, or a whole value.
  case element

  // Containers of venues.
  case meta, response, responses, results, groups, items, venues, venue, minivenues, features
  case code, errorType, errorDetail

  // Places.
  case id, underscoreID, objectID, fsqID, fsqPlaceID, name, type
  case contact, phone, formattedPhone, tel, url, website
  case location, address, crossStreet, neighborhood, city, locality, region, state, postalCode,
    country
  case countryCode, latitude, longitude, coordinate, distance, geocodes, main, roof, geometry
  case adminRegion, postTown, dropOff, frontDoor, road
  case coordinates, properties
  case categories, category, categoryID, primary, categoryIDs, categoryLabels
  case price, tier, currency, priceCategory
  case stats, checkinsCount, usersCount, tipCount, totalTips, totalPhotos, totalRatings
  case tips, text, createdAt, agreeCount, count
  case specials, specialCount
  case rating, ratingSignals, ratingColor
  case hours, status, timeframes, days, open, renderedTime, display
  case photos, photoCount, menu, menuURL, chains, venueChains, bestName, chain
  case verified, closed, closedBucket, dateClosed, closedAt, dateCreated
  case boba, favorite, note
  case regular, day, close, isOpen, openNow, openNowAt, timeZone
  case ownCategoryIDs, tipsCreatedAt, tipsAgreeCount, openings, opens, closes

  /// Every spelling the dialects have for a field.
  static let spellings: [(String, FieldName)] =
    envelopes + identity + places + numbers + extras + ours

  private static let envelopes: [(String, FieldName)] = [
    ("meta", .meta), ("response", .response), ("responses", .responses), ("results", .results),
    ("groups", .groups), ("items", .items), ("venues", .venues), ("venue", .venue),
    ("minivenues", .minivenues), ("features", .features), ("code", .code),
    ("errorType", .errorType), ("errorDetail", .errorDetail),
  ]

  private static let identity: [(String, FieldName)] = [
    ("id", .id), ("_id", .underscoreID), ("$oid", .objectID), ("fsq_id", .fsqID),
    ("fsq_place_id", .fsqPlaceID), ("name", .name), ("type", .type), ("contact", .contact),
    ("phone", .phone), ("formattedPhone", .formattedPhone), ("tel", .tel), ("url", .url),
    ("website", .website), ("verified", .verified), ("closed", .closed),
    ("closed_bucket", .closedBucket), ("date_closed", .dateClosed), ("closedAt", .closedAt),
    ("createdAt", .createdAt), ("created_at", .createdAt), ("date_created", .dateCreated),
  ]

  private static let places: [(String, FieldName)] = [
    ("location", .location), ("address", .address), ("crossStreet", .crossStreet),
    ("cross_street", .crossStreet), ("neighborhood", .neighborhood), ("city", .city),
    ("locality", .locality),
    ("region", .region), ("state", .state), ("postalCode", .postalCode),
    ("postcode", .postalCode), ("country", .country), ("cc", .countryCode),
    ("countryCode", .countryCode), ("lat", .latitude), ("latitude", .latitude),
    ("lng", .longitude), ("lon", .longitude), ("longitude", .longitude),
    ("coordinate", .coordinate), ("coordinates", .coordinates), ("distance", .distance),
    ("geocodes", .geocodes), ("main", .main), ("roof", .roof), ("drop_off", .dropOff),
    ("front_door", .frontDoor), ("road", .road), ("geometry", .geometry),
    ("admin_region", .adminRegion), ("post_town", .postTown),
    ("properties", .properties),
  ]

  private static let numbers: [(String, FieldName)] = [
    ("categories", .categories), ("category", .category), ("category.name", .category),
    ("categoryID", .categoryID),
    ("fsq_category_id", .categoryID), ("fsq_category_ids", .categoryIDs),
    ("fsq_category_labels", .categoryLabels), ("primary", .primary), ("price", .price),
    ("tier", .tier), ("currency", .currency), ("priceCategory", .priceCategory),
    ("stats", .stats), ("checkinsCount", .checkinsCount), ("usersCount", .usersCount),
    ("tipCount", .tipCount), ("total_tips", .totalTips), ("total_photos", .totalPhotos),
    ("total_ratings", .totalRatings), ("tips", .tips), ("text", .text),
    ("agreeCount", .agreeCount), ("agree_count", .agreeCount), ("count", .count),
    ("specials", .specials), ("specialCount", .specialCount), ("rating", .rating),
    ("ratingSignals", .ratingSignals), ("ratingColor", .ratingColor),
  ]

  private static let extras: [(String, FieldName)] = [
    ("hours", .hours), ("status", .status), ("timeframes", .timeframes), ("days", .days),
    ("open", .open), ("renderedTime", .renderedTime), ("display", .display),
    ("photos", .photos), ("photoCount", .photoCount), ("menu", .menu), ("menuURL", .menuURL),
    ("chains", .chains), ("venueChains", .venueChains), ("bestName", .bestName),
    ("chain", .chain), ("boba", .boba), ("favorite", .favorite), ("note", .note),
  ]

  private static let ours: [(String, FieldName)] = [
    ("regular", .regular), ("day", .day), ("close", .close), ("isOpen", .isOpen),
    ("open_now", .openNow), ("openNow", .openNow), ("openNowAt", .openNowAt),
    ("timeZone", .timeZone), ("timezone", .timeZone), ("categoryIDs", .ownCategoryIDs),
    ("tipsCreatedAt", .tipsCreatedAt), ("tipsAgreeCount", .tipsAgreeCount),
    ("openings", .openings), ("opens", .opens), ("closes", .closes),
  ]
}

extension FieldName {
  /// The spellings as keys of a scanner.
  static let keys = spellings.map { ($0, $1.key) }

  @inline(__always)
  init(_ key: JSONKey) { self = FieldName(rawValue: key.rawValue) ?? .unknown }

  @inline(__always)
  var key: JSONKey { JSONKey(rawValue: rawValue) }
}

extension JSONValue {
  /// The key of a member of an object.
  var name: FieldName { FieldName(key) }

  /// The member of an object, the last one of duplicates; nil if absent or null.
  subscript(name: FieldName) -> JSONValue? { self[name.key] }
}

extension MemberIndex {
  /// The member with a name; nil if absent or null.
  @inline(__always)
  subscript(name: FieldName) -> JSONValue? { self[name.key] }
}
