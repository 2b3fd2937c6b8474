import JSONStream
import Venues

// What several dialects have in common.

extension PlaceReader {
  /// The attributes that Foursquare's formats have in common.
  mutating func readCommon(id: TextSlice?) {
    record[.id] = id
    record[.name] = prose(place[.name], "name")
    readAddress()
    readDistance(location[.distance] ?? place[.distance])
    readCategories(place[.categories])
    readPrice(place[.price])
    if record.isMissing(.tier) { readPrice(tier: place[.tier], in: place[.currency]) }
    readRating(place[.rating])
    record[.verified] = boolean(place[.verified], "verified")
    readClosing()
    let createdAt = place[.createdAt]
    record[.createdAt] = date(
      createdAt ?? place[.dateCreated], createdAt == nil ? "date_created" : "createdAt")
    readHours(place[.hours])
    let menu = place[.menu]
    let isObject = menu?.kind == .object
    record[.menuURL] = text(isObject ? menu?[.url] : menu, isObject ? "menu.url" : "menu")
    readChain(place[.venueChains] ?? place[.chains])
    readDetails()
  }

  /// What few places have.
  private mutating func readDetails() {
    record[.description] = prose(place[.description], "description")
    record[.storeID] = prose(place[.storeID], "storeId")
    record[.timeZone] = prose(place[.timeZone], "timeZone")
    readNumber(.popularity, upTo: 1, place[.popularity])
    record[.refreshedAt] = date(place[.dateRefreshed] ?? place[.refreshedAt], "date_refreshed")
    let likes = place[.likes]
    record[.likeCount] = count(likes?[.count] ?? place[.stats]?[.likesCount], "likes.count")
    record[.deliveryURL] = text(place[.delivery]?[.url], "delivery.url")
    record[.reservationURL] = text(place[.reservations]?[.url], "reservations.url")
    readTags()
    readPhotos(place[.photos])
    readPopularHours()
  }

  /// The address from the members of `location`, under the names of any dialect.
  mutating func readAddress() {
    record[.address] = prose(location[.address], "address")
    record[.crossStreet] = prose(location[.crossStreet], "crossStreet")
    readNeighborhood(location[.neighborhood])
    record[.city] =
      prose(location[.city], "city") ?? prose(location[.locality], "locality")
      ?? prose(location[.postTown], "post_town")
    record[.state] =
      prose(location[.state], "state") ?? prose(location[.region], "region")
      ?? prose(location[.adminRegion], "admin_region")
    record[.postalCode] = prose(location[.postalCode], "postalCode")
    record[.country] = prose(location[.country], "country")
    record[.countryCode] = prose(location[.countryCode], "countryCode")
    guard record.isMissing(.countryCode), let country: TextSlice = record[.country],
      country.count == 2, country.bytes.allSatisfy({ ($0 | 0x20) &- UInt8(ascii: "a") < 26 })
    else { return }
    record[.countryCode] = country
    record[.country] = nil as TextSlice?
  }

  /// A name, or a list of names of which the first that says something counts.
  private mutating func readNeighborhood(_ value: JSONValue?) {
    guard let value else { return }
    guard value.kind == .array else {
      record[.neighborhood] = prose(value, "neighborhood")
      if let name: TextSlice = record[.neighborhood] {
        record.append(.text(name), to: .neighborhoods)
      }
      return
    }
    for child in value.children {
      guard let name = prose(child, "neighborhood") else { continue }
      if record.isMissing(.neighborhood) { record[.neighborhood] = name }
      record.append(.text(name), to: .neighborhoods)
    }
  }

  /// Both coordinates or none; 0, 0 means unknown.
  mutating func readCoordinates(
    _ latitude: JSONValue?, _ longitude: JSONValue?, keepsOrigin: Bool = false
  ) {
    guard let north = double(latitude, "latitude"), let east = double(longitude, "longitude")
    else { return }
    guard abs(north) <= 90, abs(east) <= 180 else {
      if let latitude { report("latitude, longitude", .noSuchPlace, latitude) }
      return
    }
    guard keepsOrigin || north != 0 || east != 0 else {
      if let latitude { report("latitude, longitude", .nullIsland, latitude) }
      return
    }
    record[.latitude] = north
    record[.longitude] = east
  }

  mutating func readDistance(_ value: JSONValue?) {
    guard let value, let meters = double(value, "distance") else { return }
    guard meters >= 0 else { return report("distance", .negative, value) }
    record[.distance] = meters
  }

  mutating func readRating(_ value: JSONValue?) { readNumber(.rating, upTo: 10, value) }

  /// A number from 0 to a limit.
  mutating func readNumber(_ field: VenueField, upTo limit: Int, _ value: JSONValue?) {
    guard let value, let number = double(value, field.key) else { return }
    guard (0...Double(limit)).contains(number) else {
      return report(field.key, .notBetween(0, limit), value)
    }
    record[field] = number
  }

  /// The categories in order; the primary one is the first that says so, else the first.
  mutating func readCategories(_ list: JSONValue?) {
    guard let list else { return }
    guard list.kind == .array else {
      return report("categories", expected: .array, list)
    }
    var primary: Int?
    for value in list.children {
      guard let category = category(value) else { continue }
      if primary == nil, inner[.primary]?.boolean == true { primary = record.categories.count }
      record.categories.append(category)
    }
    if !record.categories.isEmpty { record.category = record.categories[primary ?? 0] }
  }

  /// A single category instead of a list.
  mutating func readCategory(_ value: JSONValue?) {
    guard let value, let category = category(value) else { return }
    record.categories.append(category)
    record.category = category
  }

  /// An object with a name, or just the name.
  private mutating func category(_ value: JSONValue) -> VenueRecord.Category? {
    inner.load(value)
    let name = prose(value.kind == .object ? inner[.name] : value, "categories.name")
    let id = text(inner[.id] ?? inner[.categoryID], "categories.id")
    guard name != nil || id != nil else { return nil }
    return VenueRecord.Category(name: name, id: id, path: path(name))
  }

  /// The names of all levels of the category in `inner`, from those of the parents; nil without parents.
  private mutating func path(_ name: TextSlice?) -> TextSlice? {
    if let path = inner[.path] { return prose(path, "categories.path") }
    guard let name, let parents = inner[.parents], parents.count > 0 else { return nil }
    var levels: [String] = []
    for parent in parents.children {
      let level = prose(
        parent.kind == .object ? parent[.name] : parent, "categories.parents")
      if let level { levels.append(level.string) }
    }
    return parents.tape.pointee.arena.copy(
      (levels + [name.string]).joined(separator: " > ").utf8)
  }

  /// The name of the first chain of a list.
  mutating func readChain(_ list: JSONValue?) {
    guard let chain = list?.children.first else { return }
    guard chain.kind == .object else { return record[.chain] = prose(chain, "chains") }
    record[.chain] = prose(chain[.name] ?? chain[.bestName]?[.name], "chains.name")
    record[.chainID] = text(chain[.chainID] ?? chain[.id], "chains.id")
  }

  private mutating func readClosing() {
    record[.closed] = boolean(place[.closed], "closed")
    // The other values are kept as they are.
    let bucket = place.peek(FieldName.closedBucket.key)?.text
    if bucket?.equals("VeryLikelyClosed") == true { record[.closed] = true }
    record[.closedAt] = date(place[.dateClosed], "date_closed")
    if !record.isMissing(.closedAt) { record[.closed] = true }
  }
}

// MARK: - Tips

extension PlaceReader {
  /// Tips are a list, or an object with `items`, or one with `groups` of `items`.
  mutating func readTips(_ value: JSONValue?) {
    guard let value else { return }
    if value.kind == .array { return readTipList(value) }
    guard value.kind == .object else {
      return report("tips", expected: .array, value)
    }
    if let items = value[.items] { readTipList(items) }
    guard let groups = value[.groups] else { return }
    for group in groups.children {
      if let items = group[.items] { readTipList(items) }
    }
  }

  /// The number of tips: from the statistics, or else the list's own count. Without both it
  /// is the number of tips that were read.
  mutating func readTipCount(_ statistic: JSONValue?, _ tips: JSONValue?) {
    record[.tipCount] = count(statistic, "stats.tipCount") ?? count(tips?[.count], "tips.count")
  }

  private mutating func readTipList(_ list: JSONValue) {
    for value in list.children {
      let isObject = value.kind == .object
      guard let text = prose(isObject ? value[.text] : value, "tips.text") else { continue }
      record.tips.append(
        VenueRecord.Tip(
          text: text, createdAt: isObject ? date(value[.createdAt], "tips.createdAt") : nil,
          agreeCount: isObject ? count(value[.agreeCount], "tips.agreeCount") : nil,
          likeCount: isObject
            ? count(value[.likeCount] ?? value[.likes]?[.count], "tips.likes") : nil,
          language: isObject ? self.text(value[.language] ?? value[.lang], "tips.lang") : nil))
    }
  }
}

// MARK: - Price

extension PlaceReader {
  /// The level of a price, which three generations of files write in three ways.
  ///
  /// A currency that is one symbol repeated twice to four times is the level, whatever `tier` says;
  /// then `tier`, then a bare number; a single symbol alone means the lowest level.
  mutating func readPrice(_ price: JSONValue?) {
    guard let price else { return }
    if price.kind == .object {
      readPrice(tier: price[.tier], in: price[.currency])
    } else if price.text.flatMap(PriceSymbols.count) != nil {
      readPrice(tier: nil, in: price)
    } else {
      record[.tier] = tier(price, "price")
    }
  }

  mutating func readPrice(tier: JSONValue?, in currency: JSONValue?) {
    let currency = prose(currency, "price.currency")?.trimmed
    // The dollar is what prices are shown in anyway.
    if let currency, currency.start[0] != UInt8(ascii: "$") { record[.currency] = currency }
    let symbols = currency.flatMap(PriceSymbols.count)
    if let symbols, symbols > 1 {
      record[.tier] = symbols
    } else {
      record[.tier] = self.tier(tier, "price.tier") ?? symbols
    }
  }

  /// 1 to 4; 0 is how some files say that they do not know.
  private mutating func tier(_ value: JSONValue?, _ field: String) -> Int64? {
    guard let value, let number = integer(value, field), number != 0 else { return nil }
    if (1...4).contains(number) { return number }
    report(field, .notBetween(1, 4), value)
    return nil
  }
}

/// Prices written as a currency symbol, once for each level.
enum PriceSymbols {
  /// How often one symbol is repeated, 1 to 4; nil for other text.
  static func count(_ text: TextSlice) -> Int64? {
    let text = text.trimmed
    if text.count > 0, text.start[0] < 0x80 { return asciiCount(text) }
    let scalars = text.string.unicodeScalars
    guard let symbol = scalars.first, symbol.properties.generalCategory == .currencySymbol,
      scalars.count <= 4, scalars.allSatisfy({ $0 == symbol })
    else { return nil }
    return Int64(scalars.count)
  }

  /// The dollar is the only currency symbol of ASCII.
  private static func asciiCount(_ text: TextSlice) -> Int64? {
    guard text.count <= 4 else { return nil }
    for index in 0..<text.count where text.start[index] != UInt8(ascii: "$") { return nil }
    return Int64(text.count)
  }
}
