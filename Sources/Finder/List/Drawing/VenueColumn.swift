import TerminalKit
import Venues

/// A column of the list.
enum VenueColumn: String, Hashable, CaseIterable, Codable {
  case name, price, distance, rating, tips, checkins, deals, neighborhood, city, category, address
  case visitors, note, phone, hours, website, menu, chain, crossStreet, state, postalCode, country
  case description, twitter, facebook, instagram, delivery, reservation, votes, likes, photos
  case popularity, currency, timeZone, verified, closed, createdAt, refreshedAt, latitude, longitude
  case identifier, chainID, storeID, categoryID

  /// The attribute that it shows.
  var field: VenueField {
    switch self {
    case .name: .name
    case .price: .tier
    case .distance: .distance
    case .rating: .rating
    case .tips: .tipCount
    case .checkins: .checkinsCount
    case .deals: .specialCount
    case .neighborhood: .neighborhood
    case .city: .city
    case .category: .category
    case .address: .address
    case .visitors: .usersCount
    case .note: .note
    case .phone: .phone
    case .hours: .hours
    case .website: .url
    case .menu: .menuURL
    case .chain: .chain
    case .crossStreet: .crossStreet
    case .state: .state
    case .postalCode: .postalCode
    case .country: .country
    case .description: .description
    case .twitter: .twitter
    case .facebook: .facebook
    case .instagram: .instagram
    case .delivery: .deliveryURL
    case .reservation: .reservationURL
    case .votes: .ratingSignals
    case .likes: .likeCount
    case .photos: .photoCount
    case .popularity: .popularity
    case .currency: .currency
    case .timeZone: .timeZone
    case .verified: .verified
    case .closed: .closed
    case .createdAt: .createdAt
    case .refreshedAt: .refreshedAt
    case .latitude: .latitude
    case .longitude: .longitude
    case .identifier: .id
    case .chainID: .chainID
    case .storeID: .storeID
    case .categoryID: .categoryID
    }
  }

  /// The key path that a click on the header sorts by.
  var sortKeyPath: String { field.keyPath }

  /// The column with such a header; nil without one.
  init?(sortKeyPath: String) {
    guard let column = Self.allCases.first(where: { $0.sortKeyPath == sortKeyPath }) else {
      return nil
    }
    self = column
  }

  /// The initial direction.
  var startsAscending: Bool { !isNumeric || self == .distance }

  /// The width of its values.
  var valueWidth: Int {
    switch self {
    case .name: 20
    case .price: 4
    case .distance: 8
    case .rating: 4
    case .tips: 5
    case .checkins, .visitors: 9
    case .deals: 3
    case .city, .phone: 14
    case .votes, .likes, .photos, .currency, .verified, .closed, .state: 6
    case .postalCode, .popularity, .createdAt, .refreshedAt, .latitude, .longitude: 10
    case .neighborhood, .category, .address, .note, .hours, .website, .menu, .chain, .crossStreet,
      .country, .description, .twitter, .facebook, .instagram, .delivery, .reservation, .timeZone,
      .identifier, .chainID, .storeID, .categoryID:
      Self.textWidth
    }
  }

  private static let textWidth = 18

  /// Whether its values are texts of any length, which take what room there is.
  var isFlexible: Bool { self == .name || valueWidth == Self.textWidth }

  /// Whether it is right-aligned.
  var isNumeric: Bool { field.isNumeric && self != .price }

  /// The columns that most lists need.
  static let usual = allCases.prefix { $0 != .website }

  /// The columns that may be dropped, in that order.
  static let leaving: [VenueColumn] =
    allCases[(usual.endIndex - 1)...].reversed() + [
      .phone, .note, .visitors, .address, .category, .city, .neighborhood, .checkins, .tips,
      .rating, .deals,
    ]
}

/// The chosen columns of the list with their order and widths.
struct ColumnSettings: Hashable, Codable {
  /// All columns, from the left.
  var order: [VenueColumn] = VenueColumn.allCases
  var hidden: Set<VenueColumn> = Self.hiddenAtFirst
  /// Chosen widths in columns.
  var widths: [VenueColumn: Int] = [:]
  /// Whether numbers have bars beside them.
  var hasBars = false

  private static let hiddenAtFirst = Set(VenueColumn.allCases).subtracting([
    .name, .price, .distance, .rating, .tips, .checkins, .deals,
  ])

  /// The columns that a wide list shows until it is full, unless others were chosen.
  static let extra: [VenueColumn] = [.category, .city, .address, .phone, .hours]

  /// Whether the columns were not chosen.
  var isStandard: Bool { order == VenueColumn.allCases && hidden == Self.hiddenAtFirst }

  /// The chosen columns, from the left.
  var shown: [VenueColumn] { order.filter { !hidden.contains($0) } }

  /// Toggles a column; the name is always shown.
  mutating func toggle(_ column: VenueColumn) {
    if column != .name { hidden.formSymmetricDifference([column]) }
  }

  /// Moves a column by a number of positions.
  mutating func move(_ column: VenueColumn, by places: Int) {
    guard let index = order.firstIndex(of: column) else { return }
    order.remove(at: index)
    order.insert(column, at: max(0, min(order.count, index + places)))
  }

  /// Changes the chosen width of a column, at first the `shown` one.
  mutating func resize(_ column: VenueColumn, by columns: Int, shown: Int?) {
    let usual = column.isFlexible ? shown : nil
    widths[column] = Self.limited((widths[column] ?? usual ?? column.valueWidth) + columns)
  }

  private static func limited(_ width: Int) -> Int { max(3, min(60, width)) }

  /// Saved settings with each current column once and widths within the limits.
  var completed: ColumnSettings {
    var copy = self
    var known: Set<VenueColumn> = []
    copy.order = (order + VenueColumn.allCases).filter { known.insert($0).inserted }
    copy.hidden.formUnion(known.subtracting(order))
    copy.hidden.remove(.name)
    copy.widths = widths.mapValues(Self.limited)
    return copy
  }
}

extension VenueColumn {
  /// The sort order after a click on the header, which reverses an order by this column.
  func sorts(after current: [SortChoice]) -> [SortChoice] {
    let isFirst = current.first?.keyPath == sortKeyPath
    let ascending = isFirst ? current.first?.ascending == false : startsAscending
    return .starting(with: SortChoice(keyPath: sortKeyPath, ascending: ascending))
  }
}
