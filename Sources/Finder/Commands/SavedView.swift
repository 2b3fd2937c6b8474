import FetchKit
import Foundation
import Venues

/// What a saved filter keeps besides filter and sort order.
struct SavedView: Hashable, Codable {
  /// nil for a list without sections.
  var sectioning: VenueSectioning?
  var columns = ColumnSettings()
  /// The walking distance in meters.
  var radius = FilterChoices.walkingDistance
  var includesClosed = false
  /// nil for a map that was not moved.
  var map: SavedMapView?

  /// The view of a list.
  init(_ list: VenueListScreen) {
    sectioning = list.state.sectioning
    columns = list.state.columns
    radius = list.state.choices.radius
    includesClosed = list.state.choices.includesClosed
    map = list.savedMapState.flatMap { list.isCurrent($0) ? SavedMapView($0) : nil }
  }

  /// The view of a saved filter; nil for a filter alone, or a view of a newer version.
  init?(_ text: String?) {
    guard let text,
      let view = try? JSONDecoder().decode(SavedView.self, from: Data(text.utf8))
    else { return nil }
    self = view
    columns = columns.completed
  }

  var text: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }
}
