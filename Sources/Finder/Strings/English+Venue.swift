import Venues

extension English {
  func title(of column: VenueColumn) -> String {
    switch column {
    case .name: "Name"
    case .price: "Price"
    case .distance: "Distance"
    case .rating: "Rating"
    case .tips: "Tips"
    case .checkins: "Check-ins"
    case .deals: "Deals"
    case .neighborhood: "Neighborhood"
    case .city: "City"
    case .category: "Category"
    case .address: "Address"
    case .visitors: "Visitors"
    case .note: "Note"
    }
  }

  func direction(_ point: CompassPoint) -> String { point.rawValue }

  func rating(_ rating: Double, votes: Int?) -> String {
    let text = "\(figures.tenths(rating)) of 10"
    return votes.map { "\(text) (\(plural($0, "vote", "votes")))" } ?? text
  }

  func label(of fact: VenueFact) -> String {
    switch fact {
    case .rating: "Rating"
    case .checkins: "Check-ins"
    case .visitors: "Visitors"
    case .tips: "Tips"
    case .deals: "Deals"
    case .hours: "Hours"
    case .note: "Note"
    case .favorite: "Favorite"
    }
  }

  func visitorsAgree(_ count: Int) -> String {
    plural(count, "visitor agrees", "visitors agree")
  }
}
