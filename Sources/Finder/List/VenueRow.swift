import FetchKit
import Venues

/// What the list shows of a venue.
struct VenueRow: Hashable {
  let id: ObjectID?
  var name = ""
  var price: String?
  var isFavorite = false
  var isClosed = false
  private var numbers: [VenueColumn: Double] = [:]
  private var texts: [VenueColumn: String] = [:]

  init(_ venue: Venue) {
    id = venue.objectID
    name = venue.name
    price = venue.priceInfo.priceCategory
    isFavorite = venue.favorite
    isClosed = venue.closed
    numbers[.distance] = venue.location.distance
    numbers[.rating] = venue.rating
    numbers[.tips] = venue.stats.tipCount.map(Double.init)
    numbers[.checkins] = venue.stats.checkinsCount.map(Double.init)
    numbers[.visitors] = venue.stats.usersCount.map(Double.init)
    numbers[.deals] = Double(venue.specialCount)
    texts[.neighborhood] = venue.location.neighborhood
    texts[.city] = venue.location.city
    texts[.category] = venue.category.name
    texts[.address] = venue.location.address
    texts[.note] = venue.note
  }

  /// The number of a column; nil when it is missing or no number.
  func number(_ column: VenueColumn) -> Double? { numbers[column] }

  /// The text of a column; nil when the value is missing.
  func text(_ column: VenueColumn, _ figures: NumberFormat) -> String? {
    switch column {
    case .name: name
    case .price: price
    case .distance: numbers[column].map(figures.distance)
    case .rating: numbers[column].map(figures.tenths)
    case .tips, .checkins, .visitors, .deals:
      numbers[column].flatMap { Int(exactly: $0) }.map(figures.count)
    case .neighborhood, .city, .category, .address, .note: texts[column]
    }
  }
}
