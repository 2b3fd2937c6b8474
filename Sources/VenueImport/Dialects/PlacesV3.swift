// The Places API of 2021 to 2025: https://docs.foursquare.com/developer/reference/place-details

extension PlaceReader {
  mutating func readPlacesV3() {
    readPlacesCommon(id: text(place[.fsqID] ?? place[.id], "fsq_id"))
    let point = place[.geocodes].flatMap { $0[.main] ?? $0[.roof] ?? $0.children.first }
    readCoordinates(
      point?[.latitude] ?? place[.latitude], point?[.longitude] ?? place[.longitude])
    let bucket = text(place[.closedBucket], "closed_bucket")
    if bucket?.equals("VeryLikelyClosed") == true { record.closed = true }
  }

  /// What version 3 and the API of 2025 have in common.
  mutating func readPlacesCommon(id: TextSlice?) {
    location.load(place[.location])
    record.id = id
    record.name = decodedText(place[.name], "name")
    record.phone = text(place[.tel], "tel")
    record.url = text(place[.website], "website")
    readAddress()
    readDistance(place[.distance])
    readCategories(place[.categories])
    readPrice(place[.price])
    readRating(place[.rating])
    readPlacesStatistics()
    readHours(place[.hours])
    record.verified = boolean(place[.verified], "verified")
    readClosing(place[.dateClosed])
    record.createdAt = date(place[.dateCreated], "date_created")
    let menu = place[.menu]
    record.menuURL = text(menu?.kind == .object ? menu?[.url] : menu, "menu")
    readChain(place[.chains])
  }

  private mutating func readPlacesStatistics() {
    let stats = place[.stats]
    record.ratingSignals = count(stats?[.totalRatings], "stats.total_ratings")
    record.photoCount = count(stats?[.totalPhotos], "stats.total_photos")
    readTips(place[.tips])
    readTipCount(stats?[.totalTips], place[.tips])
  }
}
