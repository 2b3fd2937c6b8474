public import FetchKit
public import Foundation

/// A list of a venue besides its categories, tips and opening hours: the one table of lists, from which the entity,
/// imports, exports and `show` are made.
public enum VenueList: Int, Hashable, Sendable, CaseIterable {
  case deals, neighborhoods, tags, photos, popularHours

  /// An attribute of the elements.
  public struct Part: Hashable, Sendable {
    /// The key in the JSON of an element, and after the list's name in predicates; `self` for plain texts.
    public let key: String
    /// The header in CSV, where each part has a cell with the values of all elements.
    public let header: String
    public let type: AttributeType

    fileprivate init(_ key: String, _ header: String, _ type: AttributeType = .string) {
      self.key = key
      self.header = header
      self.type = type
    }
  }

  /// The name in predicates and the key in JSON.
  public var key: String {
    switch self {
    case .deals: "deals"
    case .neighborhoods: "neighborhoods"
    case .tags: "tags"
    case .photos: "photos"
    case .popularHours: "popularHours"
    }
  }

  public var parts: [Part] {
    switch self {
    case .deals:
      [
        Part("title", "dealTitles"), Part("message", "dealMessages"),
        Part("description", "dealDescriptions"), Part("finePrint", "dealFinePrints"),
        Part("type", "dealTypes"), Part("startsAt", "dealStarts", .date),
        Part("endsAt", "dealEnds", .date),
      ]
    case .neighborhoods, .tags: [Part("self", key)]
    case .photos:
      [
        Part("url", "photoURLs"), Part("width", "photoWidths", .integer),
        Part("height", "photoHeights", .integer),
      ]
    case .popularHours:
      [Part("opens", "popularOpens", .integer), Part("closes", "popularCloses", .integer)]
    }
  }

  /// Whether the elements are texts, without parts.
  public var isTextList: Bool {
    switch self {
    case .neighborhoods, .tags: true
    case .deals, .photos, .popularHours: false
    }
  }

  /// The title of an element.
  public var title: String {
    switch self {
    case .deals: "Deal"
    case .neighborhoods: "Neighborhood"
    case .tags: "Tag"
    case .photos: "Photo"
    case .popularHours: "Popular"
    }
  }

  /// The key paths of the parts.
  public var keyPaths: [String] { isTextList ? [key] : parts.map { "\(key).\($0.key)" } }

  private var property: EntityProperty<Venue> {
    switch self {
    case .deals: .toMany(key, \.deals, table: "venue_deal")
    case .neighborhoods: .toMany(key, values: \.neighborhoods, table: "venue_neighborhood")
    case .tags: .toMany(key, values: \.tags, table: "venue_tag")
    case .photos: .toMany(key, \.photos, table: "venue_photo")
    case .popularHours: .toMany(key, \.popularHours, table: "venue_popular_hour")
    }
  }

  /// The properties of the entity.
  static let properties = allCases.map(\.property)
}

/// An offer of a venue to its visitors.
public struct Deal: DescribedValue, Hashable {
  public var title: String?
  public var message: String?
  /// What a visitor has to do for it.
  public var description: String?
  public var finePrint: String?
  /// Foursquare's kind of deal, such as `mayor` or `frequency`.
  public var type: String?
  public var startsAt: Date?
  public var endsAt: Date?

  public init() {}

  public static let entity = EntityDescription(
    Deal.self, name: "Deal",
    properties: [
      .attribute("title", \.title), .attribute("message", \.message),
      .attribute("description", \.description), .attribute("finePrint", \.finePrint),
      .attribute("type", \.type), .attribute("startsAt", \.startsAt),
      .attribute("endsAt", \.endsAt),
    ])
}

/// A photo of a venue, without its author.
public struct Photo: DescribedValue, Hashable {
  public var url: String?
  /// Pixels.
  public var width: Int?
  /// Pixels.
  public var height: Int?

  public init() {}

  public static let entity = EntityDescription(
    Photo.self, name: "Photo",
    properties: [
      .attribute("url", \.url), .attribute("width", \.width), .attribute("height", \.height),
    ])
}
