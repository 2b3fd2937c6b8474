import JSONStream
import Venues

// The Places API of 2021 to 2025: https://docs.foursquare.com/developer/reference/place-details

extension PlaceReader {
  mutating func readPlacesV3() {
    readPlacesCommon(id: text(place[.fsqID] ?? place[.id], "fsq_id"))
    let point = place[.geocodes].flatMap { $0[.main] ?? $0[.roof] ?? $0.children.first }
    readCoordinates(
      point?[.latitude] ?? place[.latitude], point?[.longitude] ?? place[.longitude])
    let bucket = text(place[.closedBucket], "closed_bucket")
    if bucket?.equals("VeryLikelyClosed") == true { record[.closed] = true }
  }

  /// The common part of version 3 and the API of 2025.
  mutating func readPlacesCommon(id: TextSlice?) {
    location.load(place[.location])
    record[.id] = id
    record[.name] = decodedText(place[.name], "name")
    record[.phone] = text(place[.tel], "tel")
    record[.url] = text(place[.website], "website")
    readAddress()
    readDistance(place[.distance])
    readCategories(place[.categories])
    readPrice(place[.price])
    readRating(place[.rating])
    readPlacesStatistics()
    readHours(place[.hours])
    record[.verified] = boolean(place[.verified], "verified")
    readClosing(place[.dateClosed])
    record[.createdAt] = date(place[.dateCreated], "date_created")
    let menu = place[.menu]
    record[.menuURL] = text(menu?.kind == .object ? menu?[.url] : menu, "menu")
    readChain(place[.chains])
  }

  private mutating func readPlacesStatistics() {
    let stats = place[.stats]
    record[.ratingSignals] = count(stats?[.totalRatings], "stats.total_ratings")
    record[.photoCount] = count(stats?[.totalPhotos], "stats.total_photos")
    readTips(place[.tips])
    readTipCount(stats?[.totalTips], place[.tips])
  }
}

// The Places API since 2025: https://docs.foursquare.com/fsq-developers-places/reference

extension PlaceReader {
  mutating func readPlaces2025() {
    readPlacesCommon(id: text(place[.fsqPlaceID] ?? place[.id], "fsq_place_id"))
    readCoordinates(place[.latitude], place[.longitude])
  }
}

// Rows of the open data set: https://docs.foursquare.com/data-products/docs/places-os-data-schema

extension PlaceReader {
  mutating func readOpenPlaces(_ value: JSONValue) {
    location.load(value)
    record[.id] = text(place[.fsqPlaceID] ?? place[.id], "fsq_place_id")
    record[.name] = decodedText(place[.name], "name")
    record[.phone] = text(place[.tel], "tel")
    record[.url] = text(place[.website], "website")
    readAddress()
    readCoordinates(place[.latitude], place[.longitude])
    readLabels()
    readClosing(place[.dateClosed])
    record[.createdAt] = date(place[.dateCreated], "date_created")
  }

  /// Labels are paths such as "Dining > Tea > Bubble Tea Shop": the last step is the name.
  private mutating func readLabels() {
    let labels = list(place[.categoryLabels])
    let ids = list(place[.categoryIDs])
    for index in 0..<max(labels.count, ids.count) {
      let name = index < labels.count ? Self.leaf(labels[index]) : nil
      let id = index < ids.count ? ids[index] : nil
      record.categories.append(VenueRecord.Category(name: name, id: id))
    }
    if let first = record.categories.first { record.category = first }
  }

  /// The texts of an array, or of an array that was written as a text into a CSV cell.
  private mutating func list(_ value: JSONValue?) -> [TextSlice] {
    guard let value else { return [] }
    if let text = value.text { return BracketedList.items(text) }
    return value.children.compactMap { $0.text }.filter { !$0.isBlank }
  }

  private static func leaf(_ path: TextSlice) -> TextSlice {
    var start = path.count
    while start > 0, path.start[start - 1] != UInt8(ascii: ">") { start -= 1 }
    return TextSlice(start: path.start + start, count: path.count - start).trimmed
  }
}
