import FetchKit
public import Foundation
import Venues

/// The state of the finder that the next session restores.
struct FinderState: Hashable, Codable {
  var columns = ColumnSettings()
  var sectioning: VenueSectioning?
  var choices = SavedChoices()
  /// The choices with the variables of the filter in place of their values; nil without variables, and in the state of
  /// an older version.
  var template: SavedChoices?
  /// The sort keys, with the prefix "-" if descending.
  var sorts: [String] = []
  /// The user's location in degrees; nil for the initial one.
  var latitude: Double?
  var longitude: Double?
  /// Its name; nil without one.
  var placeName: String?
  /// The row of the cursor and its line in the viewport; nil in an empty list.
  var row: Int64?
  var line = 0
  /// The map's viewport; nil if it shows all venues.
  var map: SavedMapView?
  /// The name of the theme; nil if every start set it.
  var theme: String?
  /// The code of the language that was chosen in the finder; nil for that of the settings.
  var language: String?
  /// Whether mouse reports were enabled; nil if every start set it.
  var usesMouse: Bool?
  /// Whether the detail pane was shown; nil in the state of an older version.
  var showsDetail: Bool?
  /// The texts that were being typed, by the names of their fields; nil in the state of an older version.
  var drafts: [String: String]?

  /// The cursor's venue and its line; nil without one.
  var position: ListPosition? {
    get {
      row.map { ListPosition(id: ObjectID(entityName: Venue.entity.name, rowID: $0), line: line) }
    }
    set {
      row = newValue?.id.rowID
      line = newValue?.line ?? 0
    }
  }

  /// Decodes a saved state; nil if it cannot be decoded.
  init?(_ data: Data) {
    guard let memory = try? JSONDecoder().decode(FinderState.self, from: data) else { return nil }
    self = memory
    columns = columns.completed
    line = max(0, line)
  }

  init() {}

  /// The user's own place; nil without one.
  var coordinate: Coordinate? {
    get {
      guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 360 else {
        return nil
      }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    set {
      latitude = newValue?.latitude
      longitude = newValue?.longitude
    }
  }

  /// The encoded state; nil if it cannot be encoded.
  var data: Data? { try? JSONEncoder().encode(self) }
}

/// Filter choices in a form that can be saved.
struct SavedChoices: Hashable, Codable {
  var prices: [Int] = []
  var toggles: [String] = []
  var radius = FilterChoices.walkingDistance
  var minimumRating: Double?
  /// The ranges by the names of their filters; nil in the state of an older version.
  var ranges: [String: NumberRange]?
  var categories: [String] = []
  var cities: [String] = []
  /// nil in the state of an older version.
  var neighborhoods: [String]?
  var search = ""
  /// The words of a fuzzy search; nil in the state of an older version, too.
  var similar: SimilarWords?
  var condition: String?
  /// nil in the state of an older version, too.
  var area: MapArea?
  var isOpen = false
  var includesClosed = false

  init() {}

  init(_ choices: FilterChoices) {
    prices = choices.prices.map(\.rawValue).sorted()
    toggles = choices.toggles.map(\.rawValue).sorted()
    radius = choices.radius
    minimumRating = choices.minimumRating
    ranges = Dictionary(uniqueKeysWithValues: choices.ranges.map { ($0.rawValue, $1) })
    categories = choices.categories
    cities = choices.cities
    neighborhoods = choices.neighborhoods
    search = choices.search
    similar = choices.similar
    condition = choices.condition?.predicateFormat
    area = choices.area
    isOpen = choices.open != nil
    includesClosed = choices.includesClosed
  }

  /// The choices; unknown ones are omitted. The open filter has the current time and no time zones yet.
  var choices: FilterChoices {
    var choices = FilterChoices()
    choices.prices = Set(prices.compactMap(PriceLevel.init(rawValue:)))
    choices.toggles = Set(toggles.compactMap(ToggleFilter.init(rawValue:)))
    choices.radius = radius
    choices.minimumRating = minimumRating
    for (name, range) in ranges ?? [:] {
      if let filter = RangeFilter(rawValue: name) { choices.ranges[filter] = range }
    }
    choices.categories = categories
    choices.cities = cities
    choices.neighborhoods = neighborhoods ?? []
    choices.search = search
    choices.similar = similar
    choices.area = area
    choices.condition = condition.flatMap { try? FetchPredicate(format: $0) }
    if isOpen { choices.open = OpenMoment(date: Date(), localZone: .current, zones: []) }
    choices.includesClosed = includesClosed
    return choices
  }
}

/// Storage for the state that the next session restores.
public nonisolated protocol FinderStateStore: Sendable {
  /// Returns the saved state; nil if there is none.
  func load() -> Data?
  /// Saves a state; errors are ignored.
  func keep(_ data: Data) async
}

extension FinderState {
  /// The state of a list, to restore at the next start.
  init(_ list: VenueListScreen) {
    let (state, settings, preferences) = (list.state, list.settings, list.context.preferences)
    columns = state.columns
    sectioning = state.sectioning
    choices = SavedChoices(state.choices)
    if let saved = state.filled?.saved(state.choices), saved != state.choices {
      template = SavedChoices(saved)
    }
    sorts = state.sorts.map(\.text)
    if case .place(let place) = state.origin, !settings.hasLocation {
      coordinate = place
      placeName = state.placeName
    }
    position = list.model.position
    map = list.map.current.flatMap(SavedMapView.init)
    showsDetail = preferences.showsDetail
    drafts = list.context.unsavedTexts
    // A setting that every start sets does not replace the saved one.
    theme = settings.theme == nil ? preferences.theme.rawValue : list.lastState?.theme
    language = settings.hasOwnLanguage ? list.lastState?.language : preferences.language?.code
    usesMouse = settings.usesMouse == nil ? preferences.usesMouse : list.lastState?.usesMouse
  }
}
