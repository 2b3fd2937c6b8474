// The objects and rows that `boba export` writes: every attribute under its last name.

extension PlaceReader {
  mutating func readFlat(_ value: JSONValue) {
    location.load(value)
    record.id = text(place[.id], "id")
    record.name = guardedText(place[.name], "name")
    record.phone = text(place[.phone], "phone")
    record.url = guardedText(place[.url], "url")
    readFlatAddress()
    readCoordinates(place[.latitude], place[.longitude], keepsOrigin: true)
    readDistance(place[.distance])
    readFlatCategories()
    record.tier = level(place[.tier], place[.priceCategory])
    readRating(place[.rating])
    record.ratingSignals = count(place[.ratingSignals], "ratingSignals")
    record.ratingColor = text(place[.ratingColor], "ratingColor")
    record.specialCount = count(place[.specialCount], "specialCount") ?? 0
    record.checkinsCount = count(place[.checkinsCount], "checkinsCount")
    record.usersCount = count(place[.usersCount], "usersCount")
    if place[.tips]?.kind == .array { readTips(place[.tips]) } else { readJoinedTips() }
    record.tipCount = count(place[.tipCount], "tipCount")
    record.verified = boolean(place[.verified], "verified")
    record.createdAt = date(place[.createdAt], "createdAt")
    readOurOwn(value)
  }

  /// What Foursquare does not know, or not in this form: `value` is the place, or its `boba`.
  mutating func readOurOwn(_ value: JSONValue?) {
    guard let value else { return }
    record.favorite = boolean(value[.favorite], "favorite") ?? record.favorite
    record.note = guardedText(value[.note], "note") ?? record.note
    record.closed = boolean(value[.closed], "closed") ?? record.closed
    record.closedAt = date(value[.closedAt], "closedAt") ?? record.closedAt
    record.photoCount = count(value[.photoCount], "photoCount") ?? record.photoCount
    record.menuURL = text(value[.menuURL], "menuURL") ?? record.menuURL
    record.chain = text(value[.chain], "chain") ?? record.chain
    if let hours = value[.hours] { readHours(hours) }
    readOurOpenings(value)
  }

  private mutating func readFlatAddress() {
    record.address = guardedText(location[.address], "address")
    record.crossStreet = guardedText(location[.crossStreet], "crossStreet")
    record.neighborhood = guardedText(location[.neighborhood], "neighborhood")
    record.city = guardedText(location[.city], "city")
    record.state = guardedText(location[.state], "state")
    record.postalCode = text(location[.postalCode], "postalCode")
    record.country = text(location[.country], "country")
    record.countryCode = text(location[.countryCode], "countryCode")
  }

  private mutating func level(_ tier: JSONValue?, _ symbols: JSONValue?) -> Int? {
    readPrice(tier)
    if record.tier == nil { readPrice(symbols) }
    return record.tier
  }

  private mutating func readFlatCategories() {
    readCategoryNames()
    readCategoryIDs()
    if let first = record.categories.first { record.category = first }
    let primary = VenueRecord.Category(
      name: guardedText(place[.category], "category"), id: text(place[.categoryID], "categoryID"))
    guard primary.name != nil || primary.id != nil else { return }
    record.category = primary
    placePrimary(primary)
  }

  /// The list holds names only: the primary one's identifier goes to it, or it comes first.
  private mutating func placePrimary(_ primary: VenueRecord.Category) {
    let same = record.categories.firstIndex { $0.name?.string == primary.name?.string }
    if let same {
      record.categories[same].id = record.categories[same].id ?? primary.id
    } else {
      record.categories.insert(primary, at: 0)
    }
  }
}
