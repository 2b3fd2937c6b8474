public import FetchKit
public import Foundation

/// A place: what Foursquare tells of it, and what its user noted.
public struct Venue: FetchableEntity, Hashable {
  public var objectID: ObjectID?
  /// Foursquare's identifier, usually 24 hexadecimal digits.
  public var id = ""
  public var name = ""
  public var phone: String?
  public var url: String?
  public var menuURL: String?
  /// How many deals the place offers; 0 when nothing is known of any.
  public var specialCount = 0
  /// Whether the user marked the place; kept through imports.
  public var favorite = false
  /// The user's own words; kept through imports.
  public var note: String?
  public var verified = false
  /// Whether the place has closed for good.
  public var closed = false
  public var closedAt: Date?
  public var createdAt: Date?
  /// 0 to 10.
  public var rating: Double?
  /// How many votes the rating rests on.
  public var ratingSignals: Int?
  /// Six hexadecimal digits.
  public var ratingColor: String?
  /// Opening hours as text, one line for a group of days.
  public var hours: String?
  /// The name of the place's time zone in the time zone database; nil when unknown.
  public var timeZone: String?
  /// Whether the place said that it was open when it was imported; nil when it said nothing.
  public var openNow: Bool?
  /// When the place said so.
  public var openNowAt: Date?
  public var photoCount: Int?
  public var chain: String?
  public var location = Location()
  public var priceInfo = PriceInfo()
  public var stats = Stats()
  /// The primary category.
  public var category = Category()
  /// All categories, the primary one among them.
  public var categories: [Category] = []
  public var tips: [Tip] = []
  /// The regular opening hours; empty when they are not known.
  public var openings: [Opening] = []

  public init() {}
}

extension Venue {
  /// Where a place is.
  public struct Location: Hashable, Sendable {
    public var address: String?
    public var crossStreet: String?
    /// The part of the city that Foursquare names first.
    public var neighborhood: String?
    public var city: String?
    public var state: String?
    public var postalCode: String?
    public var country: String?
    /// Two letters, ISO 3166-1.
    public var countryCode: String?
    /// Degrees, north positive.
    public var latitude: Double?
    /// Degrees, east positive.
    public var longitude: Double?
    /// Meters from where the distances are measured; nil when that is not known.
    public var distance: Double?

    public init() {}
  }

  /// What a place costs.
  public struct PriceInfo: Hashable, Sendable {
    /// `$` to `$$$$`; nil when unknown.
    public var priceCategory: String?
    /// 1 to 4; nil when unknown.
    public var tier: Int?

    public init() {}
  }

  /// What visitors did at a place; nil when unknown.
  public struct Stats: Hashable, Sendable {
    public var checkinsCount: Int?
    public var usersCount: Int?
    public var tipCount: Int?

    public init() {}
  }
}

extension Venue.Location {
  /// The place on the globe; nil when it is not known.
  public var coordinate: Coordinate? {
    guard let latitude, let longitude else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
