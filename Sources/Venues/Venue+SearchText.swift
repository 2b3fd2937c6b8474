extension Venue {
  /// What a search looks through: name, categories, address, cross street and city, one a line.
  public var searchText: String {
    let parts = [name] + categories.map(\.name) + [
      location.address, location.crossStreet, location.city,
    ]
    return parts.compactMap(\.self).joined(separator: "\n")
  }
}
