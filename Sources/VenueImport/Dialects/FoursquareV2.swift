import JSONStream
import Venues

// The API of 2009 to 2021: https://docs.foursquare.com/developer/reference/venue-details-response

extension PlaceReader {
  mutating func readFoursquareV2(_ value: JSONValue) {
    values.splitsCategories = place[.boba] == nil
    location.load(place[.location] ?? value)
    readCommon(id: values.text(place[.id] ?? place[.fsqID] ?? place[.venueID] ?? objectID, "id"))
    record[.url] = values.text(place[.url], "url") ?? values.text(place[.website], "website")
    readContact()
    record.set(coordinates())
    record[.ratingSignals] = values.count(place[.ratingSignals], "ratingSignals")
    record[.ratingColor] = values.text(place[.ratingColor], "ratingColor")
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
      ? values.phone(inner[.phone], "contact.phone")
        ?? values.phone(inner[.formattedPhone], "contact.formattedPhone") : nil
    record[.phone] =
      inContact ?? values.phone(place[.phone], "phone")
      ?? values.phone(place[.formattedPhone], "formattedPhone") ?? values.phone(place[.tel], "tel")
  }

  private mutating func coordinates() -> Coordinates? {
    let pair = location[.coordinate] ?? location[.coordinates]
    if let pair, pair.kind == .object {
      return Coordinates(pair[.latitude], pair[.longitude], &values)
    }
    if let pair, pair.kind == .string { return Coordinates(text: pair, &values) }
    if let pair, pair.count == 2 { return Coordinates(point: pair, &values) }
    return Coordinates(
      location[.latitude] ?? place[.latitude], location[.longitude] ?? place[.longitude], &values)
  }

  /// Deals: `count` is their number even if `items` is empty; a list has its own number.
  mutating func readSpecials(_ specials: JSONValue?) {
    guard let specials else { return }
    switch specials.kind {
    case .array:
      record[.specialCount] = Int64(specials.count)
      for deal in specials.children { record.appendDeal(deal, &values) }
    case .object:
      let items = specials[.items]
      if let items { for deal in items.children { record.appendDeal(deal, &values) } }
      record[.specialCount] =
        values.count(specials[.count], "specials.count") ?? Int64(items?.count ?? 0)
    case .number, .string: record[.specialCount] = values.count(specials, "specials") ?? 0
    case .null, .false, .true:
      values.report("specials", expected: .object, specials)
    }
  }

  private mutating func readV2Statistics(_ value: JSONValue) {
    let stats = place[.stats]
    inner.load(stats ?? value)
    record[.checkinsCount] =
      values.count(inner[.checkinsCount], "stats.checkinsCount")
      ?? values.plainCount(stats?[.checkins] ?? place[.checkins], "checkins")
    record[.usersCount] =
      values.count(inner[.usersCount], "stats.usersCount")
      ?? values.plainCount(stats?[.users], "stats.users")
    let tips = place[.tips]
    record.appendTips(tips, &values)
    readTipCount(inner[.tipCount] ?? inner[.totalTips] ?? stats?[.tips], tips)
    record[.photoCount] = values.count(place[.photos]?[.count], "photos.count")
  }
}
