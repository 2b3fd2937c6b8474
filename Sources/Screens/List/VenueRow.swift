import FetchKit
import Venues

/// What the list shows of a venue.
struct VenueRow: Hashable {
  var name = ""
  var price: String?
  /// Metres.
  var distance: Double?
  var rating: Double?
  var tips: Int?
  var checkins: Int?
  var deals = 0
  var isFavorite = false
  var isClosed = false

  init(_ venue: Venue) {
    name = venue.name
    price = venue.priceInfo.priceCategory
    distance = venue.location.distance
    rating = venue.rating
    tips = venue.stats.tipCount
    checkins = venue.stats.checkinsCount
    deals = venue.specialCount
    isFavorite = venue.favorite
    isClosed = venue.closed
  }

  /// The text of a column; nil when the value is missing.
  func text(_ column: VenueColumn, _ figures: Figures) -> String? {
    switch column {
    case .name: name
    case .price: price
    case .distance: distance.map(figures.distance)
    case .rating: rating.map(figures.tenths)
    case .tips: tips.map(figures.count)
    case .checkins: checkins.map(figures.count)
    case .deals: figures.count(deals)
    }
  }
}
