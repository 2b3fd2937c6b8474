// The Places API since 2025: https://docs.foursquare.com/fsq-developers-places/reference

extension PlaceReader {
  mutating func readPlaces2025() {
    readPlacesCommon(id: text(place[.fsqPlaceID] ?? place[.id], "fsq_place_id"))
    readCoordinates(place[.latitude], place[.longitude])
  }
}
