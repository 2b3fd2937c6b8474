import JSONStream
import Venues

extension PlaceReader {
  /// The Places API of 2021 to 2025: https://docs.foursquare.com/developer/reference/place-details
  mutating func readPlacesV3(_ value: JSONValue) {
    let point = place[.geocodes].flatMap { Self.point(of: $0) }
    readPlace(
      id: text(place[.fsqID] ?? place[.id], "fsq_id"), in: value,
      point?[.latitude] ?? place[.latitude], point?[.longitude] ?? place[.longitude])
  }

  /// The main one of the points that have both coordinates.
  private static func point(of geocodes: JSONValue) -> JSONValue? {
    let isWhole = { (point: JSONValue) in point[.latitude] != nil && point[.longitude] != nil }
    if let main = geocodes[.main], isWhole(main) { return main }
    if let roof = geocodes[.roof], isWhole(roof) { return roof }
    return geocodes.children.first(where: isWhole)
  }

  /// The Places API since 2025: https://docs.foursquare.com/fsq-developers-places/reference
  mutating func readPlaces2025(_ value: JSONValue) {
    readPlace(
      id: text(place[.fsqPlaceID] ?? place[.id], "fsq_place_id"), in: value, place[.latitude],
      place[.longitude])
  }

  /// Rows of the open data set: https://docs.foursquare.com/data-products/docs/places-os-data-schema
  mutating func readOpenPlaces(_ value: JSONValue) {
    readPlaces2025(value)
    readLabels()
  }

  private mutating func readPlace(
    id: TextSlice?, in value: JSONValue, _ latitude: JSONValue?, _ longitude: JSONValue?
  ) {
    location.load(place[.location] ?? value)
    readCommon(id: id)
    record[.phone] = text(place[.tel], "tel")
    record[.url] = text(place[.website], "website")
    readCoordinates(latitude, longitude)
    let stats = place[.stats]
    record[.ratingSignals] = count(
      stats?[.totalRatings] ?? place[.totalRatings], "stats.total_ratings")
    record[.photoCount] = count(stats?[.totalPhotos] ?? place[.totalPhotos], "stats.total_photos")
    readTips(place[.tips])
    readTipCount(stats?[.totalTips] ?? place[.totalTips], place[.tips])
    readSocial(place[.socialMedia])
  }

  /// Labels are paths such as "Dining > Tea > Bubble Tea Shop": the last step is the name.
  private mutating func readLabels() {
    let labels = list(place[.categoryLabels])
    let ids = list(place[.categoryIDs])
    for index in 0..<max(labels.count, ids.count) {
      let path = index < labels.count ? labels[index] : nil
      let id = index < ids.count ? ids[index] : nil
      guard path ?? id != nil else { continue }
      record.categories.append(
        VenueRecord.Category(name: path.map(Self.leaf), id: id, path: path?.trimmed))
    }
    if let first = record.categories.first { record.category = first }
  }

  /// The texts of an array, or of an array that was written as a text into a CSV cell; nil for those that say nothing.
  private mutating func list(_ value: JSONValue?) -> [TextSlice?] {
    guard let value else { return [] }
    if let text = value.text { return BracketedList.items(text, in: &value.tape.pointee.arena) }
    return value.children.map { $0.textOrDigits.flatMap { $0.isBlank ? nil : $0 } }
  }

  private static func leaf(_ path: TextSlice) -> TextSlice {
    var start = path.count
    while start > 0, path.start[start - 1] != UInt8(ascii: ">") { start -= 1 }
    return TextSlice(start: path.start + start, count: path.count - start).trimmed
  }
}
