import FetchKit
import Venues

/// Where the attributes of a venue are in a row.
struct VenueColumns {
  let id, name, phone, url, menuURL, specialCount, favorite, note, verified, closed: Int
  let closedAt, createdAt, rating, ratingSignals, ratingColor, hours, photoCount, chain: Int
  let address, crossStreet, neighborhood, city, state, postalCode, country, countryCode: Int
  let latitude, longitude, distance, priceCategory, tier: Int
  let checkinsCount, usersCount, tipCount, category, categoryID: Int
  let timeZone, openNow, openNowAt: Int
  let categories, tips, openings: Int
  let opens, closes: Int
  let elementName, elementID, tipText, tipCreatedAt, tipAgreeCount: Int

  init(_ entity: EntityDescription = Venue.entity) {
    func column(_ keyPath: String) -> Int {
      guard let index = entity.attributeIndex(forKeyPath: keyPath) else {
        preconditionFailure("\(entity.name) has no attribute \(keyPath)")
      }
      return index
    }
    func list(_ name: String) -> Int {
      guard let index = entity.toManyIndex(named: name) else {
        preconditionFailure("\(entity.name) has no list \(name)")
      }
      return index
    }
    func element(_ list: Int, _ keyPath: String) -> Int {
      guard let index = entity.toMany[list].attributeIndex(forKeyPath: keyPath) else {
        preconditionFailure("\(entity.toMany[list].name) have no attribute \(keyPath)")
      }
      return index
    }
    (id, name, phone) = (column("id"), column("name"), column("phone"))
    (url, menuURL, specialCount) = (column("url"), column("menuURL"), column("specialCount"))
    (favorite, note, verified) = (column("favorite"), column("note"), column("verified"))
    (closed, closedAt) = (column("closed"), column("closedAt"))
    (createdAt, rating) = (column("createdAt"), column("rating"))
    (ratingSignals, ratingColor) = (column("ratingSignals"), column("ratingColor"))
    (hours, photoCount, chain) = (column("hours"), column("photoCount"), column("chain"))
    (address, crossStreet) = (column("location.address"), column("location.crossStreet"))
    neighborhood = column("location.neighborhood")
    (city, state) = (column("location.city"), column("location.state"))
    (postalCode, country) = (column("location.postalCode"), column("location.country"))
    countryCode = column("location.countryCode")
    (latitude, longitude) = (column("location.latitude"), column("location.longitude"))
    distance = column("location.distance")
    (priceCategory, tier) = (column("priceInfo.priceCategory"), column("priceInfo.tier"))
    (checkinsCount, usersCount) = (column("stats.checkinsCount"), column("stats.usersCount"))
    tipCount = column("stats.tipCount")
    (category, categoryID) = (column("category.name"), column("category.categoryID"))
    (timeZone, openNow, openNowAt) = (column("timeZone"), column("openNow"), column("openNowAt"))
    (categories, tips, openings) = (list("categories"), list("tips"), list("openings"))
    (opens, closes) = (element(openings, "opens"), element(openings, "closes"))
    (elementName, elementID) = (element(categories, "name"), element(categories, "categoryID"))
    (tipText, tipCreatedAt) = (element(tips, "text"), element(tips, "createdAt"))
    tipAgreeCount = element(tips, "agreeCount")
  }
}
