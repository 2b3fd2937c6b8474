import JSONStream
import Venues

extension PlaceReader {
  /// The Places API of 2021 to 2025: https://docs.foursquare.com/developer/reference/place-details
  mutating func readPlacesV3(_ value: JSONValue) {
    let point = place[.geocodes].flatMap { Self.point(of: $0) }
    readPlace(
      id: values.text(place[.fsqID] ?? place[.id], "fsq_id"), in: value,
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
      id: values.text(place[.fsqPlaceID] ?? place[.id], "fsq_place_id"), in: value,
      place[.latitude],
      place[.longitude])
  }

  /// Rows of the open data set: https://docs.foursquare.com/data-products/docs/places-os-data-schema
  mutating func readOpenPlaces(_ value: JSONValue) {
    CategoryReader.read(
      labels: place[.categoryLabels], ids: place[.categoryIDs], into: &record)
    readPlaces2025(value)
  }

  private mutating func readPlace(
    id: TextSlice?, in value: JSONValue, _ latitude: JSONValue?, _ longitude: JSONValue?
  ) {
    location.load(place[.location] ?? value)
    readCommon(id: id)
    record[.phone] = values.phone(place[.tel], "tel")
    record[.url] = values.text(place[.website], "website")
    record.set(Coordinates(latitude, longitude, &values))
    let stats = place[.stats]
    record[.ratingSignals] = values.count(
      stats?[.totalRatings] ?? place[.totalRatings], "stats.total_ratings")
    record[.photoCount] = values.count(
      stats?[.totalPhotos] ?? place[.totalPhotos], "stats.total_photos")
    record.appendTips(place[.tips], &values)
    readTipCount(stats?[.totalTips] ?? place[.totalTips], place[.tips])
    readSocial(place[.socialMedia])
  }
}
