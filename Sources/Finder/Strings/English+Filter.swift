import Venues

extension English {
  func chosen(_ toggle: ToggleFilter, radius: Double) -> String {
    switch toggle {
    case .deals: "offering a deal"
    case .walking: "within \(figures.radius(radius))"
    case .tips: "with tips"
    case .favorites: "favorites"
    }
  }

  func ratingAtLeast(_ rating: Double) -> String { "rating \(figures.tenths(rating)) or better" }

  var openNow: String { "open now" }

  func sortKey(_ keyPath: String) -> String {
    switch SortChoice(keyPath: keyPath).sort {
    case .name: "name"
    case .distance: "distance"
    case .price: "price"
    case .rating: "rating"
    case .tips: "tips"
    case .checkins: "check-ins"
    case .deals: "deals"
    case nil: sortKey(ofColumn: keyPath)
    }
  }

  func matching(_ count: Int, of total: Int) -> String {
    "\(venues(count, of: total)) \(total == 1 ? "matches" : "match")"
  }

  func bubbleTeaPlaces(_ count: Int) -> String {
    plural(count, "bubble tea place", "bubble tea places")
  }

  func title(of toggle: ToggleFilter) -> String {
    switch toggle {
    case .deals: "Offering a deal"
    case .walking: "Within walking distance"
    case .tips: "Has user tips"
    case .favorites: "Favorites"
    }
  }

  func totalDeals(_ deals: Int, places: Int) -> [String] {
    let sum = plural(deals, "total deal", "total deals")
    return ["\(sum) at \(plural(places, "place", "places"))", sum]
  }

  func lessThan(_ meters: Double) -> String { "< \(figures.radius(meters))" }

  func title(of sort: SortOption) -> String {
    switch sort {
    case .nameAscending: "Name (A-Z)"
    case .nameDescending: "Name (Z-A)"
    case .distance: "Distance"
    case .price: "Price"
    case .rating: "Rating"
    case .tips: "Tips"
    case .checkins: "Check-ins"
    case .deals: "Deals"
    case .key(let keyPath): sortKey(keyPath).capitalizedFirst
    }
  }

  var more: String { "More" }

  func title(of field: FilterField) -> String {
    switch field {
    case .category: "Category"
    case .city: "City"
    case .search: "Search"
    case .condition: "Condition"
    }
  }

  func hint(for field: FilterField) -> String {
    switch field {
    case .category, .city: "type to find"
    case .search: "words"
    case .condition: "such as rating > 7"
    }
  }

  func bringsBack(_ key: String, _ filter: String) -> String { "\(key) brings back: \(filter)" }
}
