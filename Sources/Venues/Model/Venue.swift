public import FetchKit
public import Foundation

/// A venue: the data of Foursquare, and the user's own.
public struct Venue: FetchableEntity, Hashable {
  public var objectID: ObjectID?
  /// Foursquare's identifier, usually 24 hexadecimal digits.
  public var id = ""
  public var name = ""
  public var phone: String?
  public var url: String?
  public var menuURL: String?
  /// The number of deals; 0 if unknown.
  public var specialCount = 0
  /// Whether the venue is a favorite, which imports keep.
  public var favorite = false
  /// The user's note, which imports keep.
  public var note: String?
  public var verified = false
  /// Whether the venue is permanently closed.
  public var closed = false
  public var closedAt: Date?
  public var createdAt: Date?
  /// 0 to 10.
  public var rating: Double?
  /// The number of votes of the rating.
  public var ratingSignals: Int?
  /// Six hexadecimal digits.
  public var ratingColor: String?
  /// Opening hours as text, one line per group of days.
  public var hours: String?
  /// The name of the time zone in the time zone database; nil if unknown.
  public var timeZone: String?
  /// Whether the venue stated that it was open when it was imported; nil if unknown.
  public var openNow: Bool?
  /// When the venue stated it.
  public var openNowAt: Date?
  public var photoCount: Int?
  public var chain: String?
  /// Foursquare's identifier of the chain.
  public var chainID: String?
  /// The chain's identifier of the venue.
  public var storeID: String?
  public var description: String?
  /// User names or addresses of pages.
  public var twitter: String?
  public var facebook: String?
  public var instagram: String?
  public var deliveryURL: String?
  public var reservationURL: String?
  /// The popularity by visits, 0 to 1.
  public var popularity: Double?
  public var likeCount: Int?
  /// The currency of prices if it is not the dollar: a symbol, once for each level in some files.
  public var currency: String?
  /// When the source last updated the venue.
  public var refreshedAt: Date?
  /// What no other attribute has, as the text of a JSON object.
  public var extras: String?
  public var location = Location()
  public var priceInfo = PriceInfo()
  public var stats = Stats()
  /// The primary category.
  public var category = Category()
  /// All categories, including the primary one.
  public var categories: [Category] = []
  public var tips: [Tip] = []
  /// The regular opening hours; empty if unknown.
  public var openings: [Opening] = []
  /// The hours with many visitors.
  public var popularHours: [Opening] = []
  public var deals: [Deal] = []
  /// All neighborhoods, that of `location` first.
  public var neighborhoods: [String] = []
  /// What the venue has and is known for, such as "Wi-Fi".
  public var tags: [String] = []
  public var photos: [Photo] = []

  public init() {}
}

extension Venue {
  /// A location.
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
    /// The distance from the origin in meters; nil if unknown.
    public var distance: Double?

    public init() {}
  }

  /// A price level.
  public struct PriceInfo: Hashable, Sendable {
    /// `$` to `$$$$`; nil when unknown.
    public var priceCategory: String?
    /// 1 to 4; nil when unknown.
    public var tier: Int?

    public init() {}
  }

  /// Statistics of visitors; nil if unknown.
  public struct Stats: Hashable, Sendable {
    public var checkinsCount: Int?
    public var usersCount: Int?
    public var tipCount: Int?

    public init() {}
  }
}

extension Venue.Location {
  /// The coordinate; nil if unknown.
  package var coordinate: Coordinate? {
    guard let latitude, let longitude else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}
