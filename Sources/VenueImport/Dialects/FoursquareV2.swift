import JSONStream
import Venues

// The API of 2009 to 2021: https://docs.foursquare.com/developer/reference/venue-details-response

extension PlaceReader {
  mutating func readFoursquareV2(_ value: JSONValue) {
    location.load(place[.location] ?? value)
    readCommon(id: text(place[.id] ?? place[.fsqID] ?? objectID, "id"))
    if record.categories.isEmpty { readCategory(place[.category]) }
    record[.url] = text(place[.url], "url") ?? text(place[.website], "website")
    readContact()
    readV2Coordinates()
    record[.ratingSignals] = count(place[.ratingSignals], "ratingSignals")
    record[.ratingColor] = text(place[.ratingColor], "ratingColor")
    readSpecials(place[.specials])
    readV2Statistics(value)
    readOurOwn(place[.boba])
  }

  /// The `_id` of a document store, bare or as `{"$oid": …}`.
  private var objectID: JSONValue? {
    let id = place[.underscoreID]
    return id?[.objectID] ?? id
  }

  private mutating func readContact() {
    let contact = place[.contact]
    let isObject = contact?.kind == .object
    readSocial(isObject ? contact : nil)
    let inContact =
      isObject
      ? text(inner[.phone], "contact.phone")
        ?? text(inner[.formattedPhone], "contact.formattedPhone") : nil
    record[.phone] =
      inContact ?? text(place[.phone], "phone") ?? text(place[.formattedPhone], "formattedPhone")
      ?? text(place[.tel], "tel")
  }

  private mutating func readV2Coordinates() {
    let pair = location[.coordinate] ?? location[.coordinates]
    if let pair, pair.kind == .object {
      readCoordinates(pair[.latitude], pair[.longitude])
    } else if let pair, pair.count == 2 {
      // In GeoJSON, and so in document stores, the longitude is the first.
      var numbers = pair.children
      let (east, north) = (numbers.next(), numbers.next())
      readCoordinates(north, east)
    } else {
      readCoordinates(
        location[.latitude] ?? place[.latitude], location[.longitude] ?? place[.longitude])
    }
  }

  /// Deals: `count` is their number even if `items` is empty; a list has its own number.
  private mutating func readSpecials(_ specials: JSONValue?) {
    guard let specials else { return }
    switch specials.kind {
    case .array:
      record[.specialCount] = Int64(specials.count)
      for deal in specials.children { readDeal(deal) }
    case .object:
      let items = specials[.items]
      if let items { for deal in items.children { readDeal(deal) } }
      record[.specialCount] =
        count(specials[.count], "specials.count") ?? Int64(items?.count ?? 0)
    case .number: record[.specialCount] = count(specials, "specials") ?? 0
    case .null, .false, .true, .string:
      report("specials", expected: .object, specials)
    }
  }

  private mutating func readV2Statistics(_ value: JSONValue) {
    inner.load(place[.stats] ?? value)
    record[.checkinsCount] = count(inner[.checkinsCount], "stats.checkinsCount")
    record[.usersCount] = count(inner[.usersCount], "stats.usersCount")
    let tips = place[.tips]
    readTips(tips)
    readTipCount(inner[.tipCount] ?? inner[.totalTips], tips)
    record[.photoCount] = count(place[.photos]?[.count], "photos.count")
  }
}
