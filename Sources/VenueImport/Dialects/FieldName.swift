import JSONStream

/// A key that the importer knows, however a dialect spells it.
///
/// Other keys are validated but not kept on the tape.
enum FieldName: UInt8, CaseIterable {
  /// A key that the importer does not know.
  case unknown = 0
  /// No key: an element of an array, or a root value.
  case element
  /// A key whose value is left out, such as personal data.
  case ignored

  // Containers of venues.
  case meta, response, responses, results, groups, items, venues, venue, place, minivenues,
    features
  case checkins, list, listItems, similarVenues, nextVenues, group, recent, hits, source
  case code, errorType, errorDetail

  // Places.
  case id, venueID, underscoreID, objectID, wrappedNumber, wrappedDate, fsqID, fsqPlaceID
  case name, type
  case contact, phone, formattedPhone, tel, url, website
  case location, address, formattedAddress, crossStreet, neighborhood, city, locality, region,
    state, postalCode,
    country
  case countryCode, latitude, longitude, coordinate, distance, geocodes, main, roof, geometry
  case adminRegion, postTown, dropOff, frontDoor, road
  case coordinates, properties
  case categories, category, categoryID, primary, categoryIDs, categoryLabels
  case price, tier, currency, priceCategory
  case stats, users, checkinsCount, usersCount, tipCount, totalTips, totalPhotos, totalRatings
  case tips, text, createdAt, agreeCount, count
  case specials, specialCount
  case rating, ratingSignals, ratingColor
  case hours, status, timeframes, days, open, renderedTime, display
  case photos, photoCount, menu, menuURL, chains, venueChains, bestName, chain
  case verified, closed, closedBucket, dateClosed, closedAt, dateCreated
  case boba, favorite, note
  case regular, day, close, isOpen, openNow, openNowAt, timeZone
  case ownCategoryIDs, categoryPaths, tipsCreatedAt, tipsAgreeCount, tipsLikeCount, tipsLanguage
  case openings, opens, closes

  // Other details of a place.
  case description, twitter, facebook, facebookID, facebookUsername, instagram, socialMedia
  case delivery, deliveryURL, reservations, reservationURL, provider
  case popularity, likes, likeCount, likesCount, dateRefreshed, refreshedAt
  case storeID, chainID
  case path, parents, language, lang
  case deals, title, message, finePrint, startsAt, endsAt
  case dealTitles, dealMessages, dealDescriptions, dealFinePrints, dealTypes, dealStarts, dealEnds
  case neighborhoods, tags, tastes, attributes, displayName, displayValue
  case prefix, suffix, sizes, width, height, photoURLs, photoWidths, photoHeights
  case popular, popularHours, hoursPopular, popularOpens, popularCloses, start, end
  case extras

  /// How the dialects spell the key: like the case, unless it is listed here.
  private var spellings: [String] {
    switch self {
    case .unknown, .element: []
    case .ignored: IgnoredKeys.frequent
    case .venueID: ["venueId", "venue_id"]
    case .underscoreID: ["_id"]
    case .objectID: ["$oid"]
    case .wrappedNumber: ["$numberDouble", "$numberInt", "$numberLong", "$numberDecimal"]
    case .wrappedDate: ["$date"]
    case .source: ["_source"]
    case .fsqID: ["fsq_id"]
    case .fsqPlaceID: ["fsq_place_id"]
    case .formattedAddress: ["formattedAddress", "formatted_address"]
    case .crossStreet: ["crossStreet", "cross_street", "crossstreet"]
    case .postalCode: ["postalCode", "postcode", "zip"]
    case .countryCode: ["countryCode", "cc"]
    case .latitude: ["latitude", "lat", "geolat"]
    case .longitude: ["longitude", "lng", "lon", "long", "geolong"]
    case .adminRegion: ["admin_region"]
    case .postTown: ["post_town"]
    case .dropOff: ["drop_off"]
    case .frontDoor: ["front_door"]
    case .category: ["category", "category.name"]
    case .categoryID: ["categoryID", "fsq_category_id"]
    case .categoryIDs: ["fsq_category_ids"]
    case .categoryLabels: ["fsq_category_labels"]
    case .ownCategoryIDs: ["categoryIDs"]
    case .totalTips: ["total_tips"]
    case .totalPhotos: ["total_photos"]
    case .totalRatings: ["total_ratings"]
    case .agreeCount: ["agreeCount", "agree_count"]
    case .closedBucket: ["closed_bucket"]
    case .dateClosed: ["date_closed"]
    case .dateCreated: ["date_created"]
    case .createdAt: ["createdAt", "created_at"]
    case .checkins: ["checkins", "checkIns", "check_ins"]
    case .openNow: ["openNow", "open_now"]
    case .timeZone: ["timeZone", "timezone"]
    case .facebookID: ["facebook_id"]
    case .socialMedia: ["social_media"]
    case .dateRefreshed: ["date_refreshed"]
    case .likesCount: ["total_likes"]
    case .storeID: ["storeID", "store_id", "storeId"]
    case .chainID: ["chainID", "fsq_chain_id"]
    case .startsAt: ["startsAt", "startAt"]
    case .endsAt: ["endsAt", "endAt"]
    case .hoursPopular: ["hours_popular"]
    default: ["\(self)"]
    }
  }

  /// The usual spelling of the key.
  var spelling: String { spellings.first ?? "" }

  static let spellings = allCases.flatMap { name in name.spellings.map { ($0, name) } }

  static let bySpelling = Dictionary(spellings, uniquingKeysWith: { first, _ in first })
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
