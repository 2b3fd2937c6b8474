public import FetchKit

/// A column of listings and exports: its key in JSON and the key path behind it.
public struct VenueField: Hashable, Sendable {
  /// The key in JSON and the header in CSV, such as `postalCode`.
  public let key: String
  /// The key path in predicates, such as `location.postalCode`.
  public let keyPath: String

  /// The fields of a venue's JSON, in their order.
  public static let all: [VenueField] = [
    "id", "name", "priceInfo.priceCategory", "priceInfo.tier", "location.distance",
    "location.address", "location.crossStreet", "location.city", "location.state",
    "location.postalCode", "location.country", "location.countryCode", "location.latitude",
    "location.longitude", "category.name", "categories.name", "rating", "stats.checkinsCount",
    "stats.usersCount", "stats.tipCount", "specialCount", "phone", "url", "favorite", "note",
    "verified", "closed", "menuURL", "closedAt", "createdAt", "ratingSignals", "ratingColor",
    "hours", "photoCount", "chain", "category.categoryID", "timeZone", "openNow", "openNowAt",
    "location.neighborhood",
  ].map(VenueField.init(keyPath:))

  /// The fields that a listing may have: those of the JSON, and what has a list of its own.
  public static let listed: [VenueField] = all + [VenueField(keyPath: "tips.text")]

  private init(keyPath: String) {
    self.keyPath = keyPath
    switch keyPath {
    case "category.name": key = "category"
    case "categories.name": key = "categories"
    case "tips.text": key = "tips"
    default: key = keyPath.split(separator: ".").last.map(String.init) ?? keyPath
    }
  }

  /// The field of a JSON key or of a key path; nil when there is none.
  public init?(key: String) {
    guard let field = Self.listed.first(where: { $0.key == key || $0.keyPath == key }) else {
      return nil
    }
    self = field
  }

  /// The value for a venue: distances are whole meters, to-many values are lists.
  public func value(of venue: Venue) -> Value {
    let value = (try? FetchExpression.keyPath(keyPath).value(with: venue)) ?? .null
    guard keyPath == "location.distance", let meters = value.doubleValue else { return value }
    return .integer(Int64(meters.rounded()))
  }
}
