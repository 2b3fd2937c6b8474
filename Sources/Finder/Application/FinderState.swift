import FetchKit
public import Foundation
import Venues

/// What the finder keeps of a store, to go on there the next time.
struct FinderState: Hashable, Codable {
  var columns = ColumnSettings()
  var sectioning: VenueSectioning?
  var choices = SavedChoices()
  /// The keys of the order, "-" before a falling one.
  var sorts: [String] = []
  /// Degrees of the user's own place; nil without one.
  var latitude: Double?
  var longitude: Double?
  /// What the user calls it; nil without a name.
  var placeName: String?
  /// The row and the line of the viewport where the cursor was; nil in an empty list.
  var row: Int64?
  var line = 0
  /// How the map was left; nil when it shows all venues.
  var map: SavedMapView?
  /// The name of the colors; nil when they were asked for at every start.
  var theme: String?
  /// Whether the mouse was reported; nil when that was asked for at every start.
  var usesMouse: Bool?
  /// Whether the detail stood beside the list; nil in what an older version kept.
  var showsDetail: Bool?

  /// The cursor's venue and the line it stood on; nil without one.
  var position: ListPosition? {
    get {
      row.map { ListPosition(id: ObjectID(entityName: Venue.entity.name, rowID: $0), line: line) }
    }
    set {
      row = newValue?.id.rowID
      line = newValue?.line ?? 0
    }
  }

  /// Reads what was kept; nil when it cannot be read.
  init?(_ data: Data) {
    guard let memory = try? JSONDecoder().decode(FinderState.self, from: data) else { return nil }
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

  /// What is to be kept; nil when it cannot be written down.
  var data: Data? { try? JSONEncoder().encode(self) }
}

/// What was chosen, in a form that can be kept.
struct SavedChoices: Hashable, Codable {
  var prices: [Int] = []
  var toggles: [String] = []
  var radius = FilterChoices.walkingDistance
  var minimumRating: Double?
  var categories: [String] = []
  var cities: [String] = []
  var search = ""
  var condition: String?
  var isOpen = false
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
    isOpen = choices.open != nil
    includesClosed = choices.includesClosed
  }

  /// The choices in a store, open places by the time that it is now; what is no longer known is left out.
  func choices(in store: Store) -> FilterChoices {
    var choices = FilterChoices()
    choices.prices = Set(prices.compactMap(PriceLevel.init(rawValue:)))
    choices.toggles = Set(toggles.compactMap(ToggleFilter.init(rawValue:)))
    choices.radius = radius
    choices.minimumRating = minimumRating
    choices.categories = categories
    choices.cities = cities
    choices.search = search
    choices.condition = condition.flatMap { try? FetchPredicate(format: $0) }
    if isOpen { choices.open = try? OpenMoment.now(in: store) }
    choices.includesClosed = includesClosed
    return choices
  }
}

/// Keeps what the finder goes on with the next time.
public nonisolated protocol FinderStateStore: Sendable {
  /// What was kept last; nil when nothing was.
  func load() -> Data?
  /// Keeps something instead; nothing happens when that cannot be.
  func keep(_ data: Data) async
}

extension FinderState {
  /// The state of a list, to restore at the next start.
  init(_ list: VenueListScreen) {
    let (state, settings, preferences) = (list.state, list.settings, list.context.preferences)
    columns = state.columns
    sectioning = state.sectioning
    choices = SavedChoices(state.choices)
    sorts = state.sorts.map(\.text)
    let isOwn = !settings.hasOwnPlace && state.origin != settings.origin
    coordinate = isOwn ? state.origin.coordinate : nil
    placeName = isOwn ? state.placeName : nil
    position = list.model.position
    map = list.savedMapState.flatMap { list.isCurrent($0) ? SavedMapView($0) : nil }
    showsDetail = preferences.showsDetail
    // What the settings ask for at every start does not replace what was saved before.
    theme = settings.theme == nil ? preferences.theme.rawValue : list.lastState?.theme
    usesMouse = settings.usesMouse == nil ? preferences.usesMouse : list.lastState?.usesMouse
  }
}
