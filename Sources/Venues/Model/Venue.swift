public import FetchKit
public import Foundation

/// A venue: the data of Foursquare, and the user's own.
public struct Venue: FetchableEntity, Hashable {
  public var objectID: ObjectID?
  /// Foursquare's identifier, usually 24 hexadecimal digits; cannot be set.
  public var id = ""
  /// The name.
  public var name = ""
  /// The phone number as imported.
  public var phone: String?
  /// The website.
  public var url: String?
  /// The menu on the web.
  public var menuURL: String?
  /// The number of deals; 0 if unknown.
  public var specialCount = 0
  /// Whether the venue is a favorite.
  public var favorite = false
  /// The user's note.
  public var note: String?
  /// Whether its owner has claimed the venue.
  public var verified = false
  /// Whether the venue is permanently closed.
  public var closed = false
  /// When it closed.
  public var closedAt: Date?
  /// When Foursquare created the venue.
  public var createdAt: Date?
  /// The rating, 0 to 10.
  public var rating: Double?
  /// The number of votes of the rating.
  public var ratingSignals: Int?
  /// The color of the rating, six hexadecimal digits.
  public var ratingColor: String?
  /// Opening hours as text, one line per group of days.
  public var hours: String?
  /// The time zone in the time zone database, such as `America/New_York`.
  public var timeZone: String?
  /// Whether the source said at the time of the import that the venue was open.
  public var openNow: Bool?
  /// The time of the import that brought it; importing the same again does not renew it.
  public var openNowAt: Date?
  /// The number of photos.
  public var photoCount: Int?
  /// The name of the chain.
  public var chain: String?
  /// Foursquare's identifier of the chain.
  public var chainID: String?
  /// The chain's identifier of the venue.
  public var storeID: String?
  /// What the venue says about itself.
  public var description: String?
  /// The name on Twitter, or the address of a page.
  public var twitter: String?
  /// The name or number on Facebook, or the address of a page.
  public var facebook: String?
  /// The name on Instagram, or the address of a page.
  public var instagram: String?
  /// The delivery service on the web.
  public var deliveryURL: String?
  /// Reservations on the web.
  public var reservationURL: String?
  /// The popularity by visits, 0 to 1.
  public var popularity: Double?
  /// The number of likes.
  public var likeCount: Int?
  /// The currency of prices if it is not the dollar: a symbol, once for each level in some files, such as `€€`.
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
    /// The street address.
    public var address: String?
    /// The nearest cross street.
    public var crossStreet: String?
    /// The part of the city that Foursquare names first.
    public var neighborhood: String?
    /// The city.
    public var city: String?
    /// The state or region.
    public var state: String?
    /// The postal code.
    public var postalCode: String?
    /// The country.
    public var country: String?
    /// The ISO 3166-1 code of the country, two letters.
    public var countryCode: String?
    /// The latitude in degrees, north positive.
    public var latitude: Double?
    /// The longitude in degrees, east positive.
    public var longitude: Double?
    /// The distance in meters from your location, which `--near` or the config sets, else as imported.
    public var distance: Double?

    public init() {}
  }

  /// A price level.
  public struct PriceInfo: Hashable, Sendable {
    /// The price level, `$` to `$$$$`.
    public var priceCategory: String?
    /// The same as a number, 1 to 4; setting one sets both.
    public var tier: Int?

    public init() {}
  }

  /// Statistics of visitors; nil if unknown.
  public struct Stats: Hashable, Sendable {
    /// The number of check-ins.
    public var checkinsCount: Int?
    /// The number of visitors.
    public var usersCount: Int?
    /// The number of tips, which can exceed that of the imported ones.
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
