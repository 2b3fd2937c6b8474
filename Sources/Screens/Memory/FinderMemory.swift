import FetchKit
import Foundation
import Venues

/// What the finder keeps with the store, to go on there the next time.
struct FinderMemory: Hashable, Codable {
  var columns = ColumnSettings()
  var sectioning: VenueSectioning?
  var choices = RememberedChoices()
  /// The keys of the order, "-" before a falling one.
  var sorts: [String] = []
  /// Degrees of the user's own place; nil without one.
  var latitude: Double?
  var longitude: Double?
  /// The row and the line of the window where the cursor was; nil in an empty list.
  var row: Int64?
  var line = 0

  private nonisolated static let key = "finder"

  /// What was kept; nil when nothing was, or when it cannot be read.
  init?(in store: Store) {
    guard let text = try? store.metadata(forKey: Self.key),
      let memory = try? JSONDecoder().decode(FinderMemory.self, from: Data(text.utf8))
    else { return nil }
    self = memory
    columns = columns.completed
  }

  init() {}

  /// The user's own place; nil without one.
  var coordinate: Coordinate? {
    get {
      guard let latitude, let longitude else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    set {
      latitude = newValue?.latitude
      longitude = newValue?.longitude
    }
  }

  /// Keeps this with the store; nothing happens when that cannot be.
  func keep(in store: Store) async {
    guard !store.isReadOnly, FinderMemory(in: store) != self,
      let data = try? JSONEncoder().encode(self)
    else { return }
    let text = String(decoding: data, as: UTF8.self)
    try? await store.write("Remember") { $0.setMetadata(text, forKey: Self.key) }
  }
}

/// What was chosen, in a form that can be kept.
struct RememberedChoices: Hashable, Codable {
  var prices: [Int] = []
  var toggles: [String] = []
  var radius = FilterChoices.walkingDistance
  var minimumRating: Double?
  var categories: [String] = []
  var cities: [String] = []
  var search = ""
  var condition: String?
  var includesClosed = false

  init() {}

  init(_ choices: FilterChoices) {
    prices = choices.prices.map(\.rawValue).sorted()
    toggles = choices.toggles.map(\.rawValue).sorted()
    radius = choices.radius
    minimumRating = choices.minimumRating
    categories = choices.categories
    cities = choices.cities
    search = choices.search
    condition = choices.condition?.predicateFormat
    includesClosed = choices.includesClosed
  }

  /// The choices; what is no longer known is left out.
  var choices: FilterChoices {
    var choices = FilterChoices()
    choices.prices = Set(prices.compactMap(PriceLevel.init(rawValue:)))
    choices.toggles = Set(toggles.compactMap(ToggleFilter.init(rawValue:)))
    choices.radius = radius
    choices.minimumRating = minimumRating
    choices.categories = categories
    choices.cities = cities
    choices.search = search
    choices.condition = condition.flatMap { try? FetchPredicate(format: $0) }
    choices.includesClosed = includesClosed
    return choices
  }
}
