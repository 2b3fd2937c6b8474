// What several dialects have in common.

extension PlaceReader {
  /// The address from the members of `location`, under the names of any dialect.
  mutating func readAddress() {
    record.address = text(location[.address], "address")
    record.crossStreet = text(location[.crossStreet], "crossStreet")
    readNeighborhood(location[.neighborhood])
    record.city =
      text(location[.city] ?? location[.locality], "city") ?? text(location[.postTown], "post_town")
    record.state =
      text(location[.state] ?? location[.region], "state")
      ?? text(location[.adminRegion], "admin_region")
    record.postalCode = text(location[.postalCode], "postalCode")
    record.country = text(location[.country], "country")
    record.countryCode = text(location[.countryCode], "countryCode")
    guard record.countryCode == nil, let country = record.country, country.count == 2 else {
      return
    }
    record.countryCode = country
    record.country = nil
  }

  /// A name, or a list of names of which the first that says something counts.
  private mutating func readNeighborhood(_ value: JSONValue?) {
    guard let value else { return }
    guard value.kind == .array else {
      record.neighborhood = decodedText(value, "neighborhood")
      return
    }
    for name in value.children where record.neighborhood == nil {
      record.neighborhood = decodedText(name, "neighborhood")
    }
  }

  /// Both coordinates or none; a place at 0, 0 is one whose coordinates nobody knew.
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
    record.latitude = north
    record.longitude = east
  }

  mutating func readDistance(_ value: JSONValue?) {
    guard let value, let meters = double(value, "distance") else { return }
    guard meters >= 0 else { return report("distance", .negative, value) }
    record.distance = meters
  }

  mutating func readRating(_ value: JSONValue?) {
    guard let value, let rating = double(value, "rating") else { return }
    guard (0...10).contains(rating) else { return report("rating", .notBetween(0, 10), value) }
    record.rating = rating
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
      if primary == nil, value[.primary]?.boolean == true { primary = record.categories.count }
      record.categories.append(category)
    }
    if !record.categories.isEmpty { record.category = record.categories[primary ?? 0] }
  }

  /// A single category that stands for the list.
  mutating func readCategory(_ value: JSONValue?) {
    guard let value, let category = category(value) else { return }
    record.categories.append(category)
    record.category = category
  }

  /// An object with a name, or just the name.
  private mutating func category(_ value: JSONValue) -> VenueRecord.Category? {
    let isObject = value.kind == .object
    let name = decodedText(isObject ? value[.name] : value, "categories.name")
    let id = isObject ? text(value[.id] ?? value[.categoryID], "categories.id") : nil
    return name == nil && id == nil ? nil : VenueRecord.Category(name: name, id: id)
  }

  /// The name of the first chain of a list.
  mutating func readChain(_ list: JSONValue?) {
    guard let chain = list?.children.first else { return }
    record.chain = decodedText(chain[.name] ?? chain[.bestName]?[.name], "chains.name")
  }

  mutating func readClosing(_ value: JSONValue?) {
    guard let value else { return }
    record.closedAt = date(value, "date_closed")
    if record.closedAt != nil { record.closed = true }
  }
}
