public import FetchKit

/// An attribute of a venue.
///
/// This is the one table of attributes: the entity, exports, listings, completions and documents are
/// made from it. A new case needs a `definition`, and a property of `Venue` for its key path.
/// The cases are in the order of the columns of the store, so a new one follows the others.
public enum VenueField: Int, Hashable, Sendable, CaseIterable {
  case id, name, phone, url, menuURL, specialCount, favorite, note, verified, closed, closedAt
  case createdAt, rating, ratingSignals, ratingColor, hours, timeZone, openNow, openNowAt
  case photoCount, chain
  case address, crossStreet, neighborhood, city, state, postalCode, country, countryCode
  case latitude, longitude, distance
  case priceCategory, tier
  case checkinsCount, usersCount, tipCount
  case category, categoryID
  case chainID, storeID, description, twitter, facebook, instagram, deliveryURL, reservationURL
  case popularity, likeCount, currency, refreshedAt, extras
  // To-many values.
  case categories, tips

  private var definition: Definition {
    switch self {
    case .id: Definition("id", \.id, .plain, title: "ID")
    case .name: Definition("name", \.name, hasNaturalOrder: true)
    case .phone: Definition("phone", \.phone, .plain)
    case .url: Definition("url", \.url, .verbatim, title: "URL")
    case .menuURL: Definition("menuURL", \.menuURL, .verbatim, title: "Menu")
    case .specialCount: Definition("specialCount", \.specialCount, title: "Deals")
    case .favorite: Definition("favorite", \.favorite)
    case .note: Definition("note", \.note)
    case .verified: Definition("verified", \.verified)
    case .closed: Definition("closed", \.closed)
    case .closedAt: Definition("closedAt", \.closedAt)
    case .createdAt: Definition("createdAt", \.createdAt)
    case .rating: Definition("rating", \.rating)
    case .ratingSignals: Definition("ratingSignals", \.ratingSignals)
    case .ratingColor: Definition("ratingColor", \.ratingColor, .verbatim)
    case .hours: Definition("hours", \.hours)
    case .timeZone: Definition("timeZone", \.timeZone)
    case .openNow: Definition("openNow", \.openNow)
    case .openNowAt: Definition("openNowAt", \.openNowAt)
    case .photoCount: Definition("photoCount", \.photoCount)
    case .chain: Definition("chain", \.chain)
    case .address: Definition("location.address", \.location.address)
    case .crossStreet: Definition("location.crossStreet", \.location.crossStreet)
    case .neighborhood: Definition("location.neighborhood", \.location.neighborhood)
    case .city: Definition("location.city", \.location.city)
    case .state: Definition("location.state", \.location.state)
    case .postalCode: Definition("location.postalCode", \.location.postalCode)
    case .country: Definition("location.country", \.location.country)
    case .countryCode: Definition("location.countryCode", \.location.countryCode)
    case .latitude: Definition("location.latitude", \.location.latitude)
    case .longitude: Definition("location.longitude", \.location.longitude)
    case .distance: Definition("location.distance", \.location.distance, .meters)
    case .priceCategory:
      Definition("priceInfo.priceCategory", \.priceInfo.priceCategory, title: "Price")
    case .tier: Definition("priceInfo.tier", \.priceInfo.tier, column: "price_tier")
    case .checkinsCount:
      Definition("stats.checkinsCount", \.stats.checkinsCount, title: "Check-ins")
    case .usersCount: Definition("stats.usersCount", \.stats.usersCount, title: "Visitors")
    case .tipCount: Definition("stats.tipCount", \.stats.tipCount, title: "Tips")
    case .category: Definition("category.name", \.category.name, key: "category")
    case .categoryID: Definition("category.categoryID", \.category.categoryID, title: "Category ID")
    case .chainID: Definition("chainID", \.chainID, title: "Chain ID")
    case .storeID: Definition("storeID", \.storeID, title: "Store ID")
    case .description: Definition("description", \.description)
    case .twitter: Definition("twitter", \.twitter)
    case .facebook: Definition("facebook", \.facebook)
    case .instagram: Definition("instagram", \.instagram)
    case .deliveryURL: Definition("deliveryURL", \.deliveryURL, .verbatim, title: "Delivery")
    case .reservationURL:
      Definition("reservationURL", \.reservationURL, .verbatim, title: "Reservation")
    case .popularity: Definition("popularity", \.popularity)
    case .likeCount: Definition("likeCount", \.likeCount, title: "Likes")
    case .currency: Definition("currency", \.currency)
    case .refreshedAt: Definition("refreshedAt", \.refreshedAt)
    case .extras: Definition("extras", \.extras, .json)
    case .categories: Definition(list: "categories.name", key: "categories")
    case .tips: Definition(list: "tips.text", key: "tips", title: "Tip texts")
    }
  }

  /// The path in the JSON of Foursquare's API, version 2; nil if the API does not have it.
  public var foursquarePath: String? {
    switch self {
    case .phone: "contact.phone"
    case .menuURL: "menu.url"
    case .specialCount: "specials.count"
    case .photoCount: "photos.count"
    case .latitude: "location.lat"
    case .longitude: "location.lng"
    case .countryCode: "location.cc"
    case .priceCategory: "price.currency"
    case .tier: "price.tier"
    case .id, .name, .url, .verified, .createdAt, .rating, .ratingSignals, .ratingColor, .timeZone:
      keyPath
    default: keyPath.hasPrefix("location.") || keyPath.hasPrefix("stats.") ? keyPath : nil
    }
  }

  /// The kind of a field's values, besides their type.
  public enum Format: Hashable, Sendable {
    case plain
    /// Text that a spreadsheet could take for a formula.
    case prose
    /// Such text without HTML entities, such as the address of a page.
    case verbatim
    /// A distance, in whole meters outside of the store.
    case meters
    /// The text of a JSON object.
    case json
  }

  /// The first keys of a venue's JSON; other fields follow in the order of the cases.
  private static let firstInJSON: [VenueField] = [
    .id, .name, .priceCategory, .tier, .distance, .address, .crossStreet, .city, .state,
    .postalCode, .country, .countryCode, .latitude, .longitude, .category, .categories, .rating,
    .checkinsCount, .usersCount, .tipCount, .specialCount, .phone, .url, .favorite, .note,
    .verified, .closed, .menuURL, .closedAt, .createdAt, .ratingSignals, .ratingColor, .hours,
    .photoCount, .chain, .categoryID, .timeZone, .openNow, .openNowAt,
  ]
}

// MARK: - The table

extension VenueField {
  private struct Definition: Sendable {
    let keyPath: String
    let key: String
    private let ownTitle: String?
    let format: Format
    /// nil for the values of a to-many.
    let property: EntityProperty<Venue>?
    let type: AttributeType

    init<Member: AttributeValue>(
      _ keyPath: String, _ member: any WritableKeyPath<Venue, Member> & Sendable,
      key: String? = nil, _ format: Format? = nil, title: String? = nil, column: String? = nil,
      hasNaturalOrder: Bool = false
    ) {
      let key = key ?? keyPath.split(separator: ".").last.map(String.init) ?? keyPath
      self.keyPath = keyPath
      self.key = key
      ownTitle = title
      type = Member.attributeType
      self.format = format ?? (type == .string ? .prose : .plain)
      property = .attribute(
        keyPath, member, column: column ?? Self.words(key).joined(separator: "_"),
        hasNaturalOrder: hasNaturalOrder)
    }

    init(list keyPath: String, key: String, title: String? = nil) {
      self.keyPath = keyPath
      self.key = key
      ownTitle = title
      format = .prose
      property = nil
      type = .string
    }

    /// `Postal code` for `postalCode`, unless it has its own.
    var title: String {
      if let ownTitle { return ownTitle }
      let spaced = Self.words(key).joined(separator: " ")
      return spaced.prefix(1).uppercased() + spaced.dropFirst()
    }

    /// The words of a name in camel case, in lowercase.
    private static func words(_ key: String) -> [String] {
      var words = [""]
      for character in key {
        // `ID` is one word.
        if character.isUppercase, words[words.count - 1].last?.isUppercase == false {
          words.append("")
        }
        words[words.count - 1].append(character)
      }
      return words.map { $0.lowercased() }
    }
  }

  private static let definitions = allCases.map(\.definition)
  private static let titles = definitions.map(\.title)
  private static let byName: [String: VenueField] = {
    let named = allCases.flatMap { [($0.key, $0), ($0.keyPath, $0)] }
    return Dictionary(named, uniquingKeysWith: { first, _ in first })
  }()

  /// The key in JSON and the header in CSV, such as `postalCode`.
  public var key: String { Self.definitions[rawValue].key }
  /// The key path in predicates, such as `location.postalCode`.
  public var keyPath: String { Self.definitions[rawValue].keyPath }
  /// The English title of the column.
  public var title: String { Self.titles[rawValue] }
  public var format: Format { Self.definitions[rawValue].format }
  public var type: AttributeType { Self.definitions[rawValue].type }

  /// Whether each venue has one value.
  public var isAttribute: Bool { Self.definitions[rawValue].property != nil }
  public var isNumeric: Bool { type == .integer || type == .double }

  /// The numbers that it can have; nil for any, and without numbers.
  public var range: ClosedRange<Double>? {
    switch self {
    case .rating: 0...10
    case .popularity: 0...1
    case .tier: 1...4
    case .latitude: -90...90
    case .longitude: -180...180
    case .distance: 0...(.infinity)
    default: type == .integer ? 0...(.infinity) : nil
    }
  }

  /// Whether it can have a number.
  public func allows(_ number: Double) -> Bool { range?.contains(number) ?? true }

  /// The properties of the entity.
  static let properties = definitions.compactMap(\.property)

  /// The fields with one value, in the order of the store's columns.
  public static let attributes = allCases.filter(\.isAttribute)

  /// The fields of a venue's JSON, in their order.
  public static let all =
    firstInJSON + attributes.filter { !firstInJSON.contains($0) }

  /// The field with a JSON key or key path; nil if there is none.
  public init?(key: String) {
    guard let field = Self.byName[key] else { return nil }
    self = field
  }

  /// The field that a word in an option names: a sort word such as `tips`, or a JSON key or key path, also in another
  /// case and with hyphens or underscores.
  public init?(word: String) {
    guard let field = Self.byFoldedName[Self.folded(word)] else { return nil }
    self = field
  }

  private static let byFoldedName: [String: VenueField] = {
    let sortWords = VenueSort.allCases.compactMap { sort in
      byName[sort.keyPath].map { (sort.rawValue, $0) }
    }
    let named = sortWords + allCases.flatMap { [($0.key, $0), ($0.keyPath, $0)] }
    return Dictionary(named.map { (folded($0), $1) }, uniquingKeysWith: { first, _ in first })
  }()

  private static func folded(_ word: String) -> String {
    word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
  }

  /// The value for a venue: distances are whole meters if they fit in 64 bits, to-many values are lists.
  public func value(of venue: Venue) -> FetchValue {
    let value = (try? FetchExpression.keyPath(keyPath).value(with: venue)) ?? .null
    guard format == .meters, let meters = value.doubleValue else { return value }
    return Int64(exactly: meters.rounded()).map(FetchValue.integer) ?? value
  }
}
