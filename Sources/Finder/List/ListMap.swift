import FetchKit
import TerminalKit
import Venues

/// The map of the listed venues.
final class ListMap: MapScreenDelegate {
  private unowned let list: VenueListScreen
  private weak var screen: MapScreen?
  /// The last state of the map; nil before it was opened.
  var saved: SavedMapState?

  init(_ list: VenueListScreen) { self.list = list }

  /// The last state of the map if it showed the venues of the list; else nil.
  var current: SavedMapState? {
    saved.flatMap {
      $0.choices == list.state.choices && $0.origin == list.state.origin ? $0 : nil
    }
  }

  /// Restores the viewport and the shading of a map of the current list; nil for no map.
  func restore(_ view: SavedMapView?, venue: ObjectID? = nil) {
    saved = view.map {
      SavedMapState(
        choices: list.state.choices, origin: list.state.origin, focus: $0.focus, shade: $0.shade,
        venue: venue)
    }
  }

  func open() {
    let screen = MapScreen(list.context, current)
    screen.delegate = self
    self.screen = screen
    listDidChange()
    cursorDidMove()
    list.context.push(screen)
  }

  func listDidChange() { screen?.show(list.model.request, of: list.state.choices) }

  func cursorDidMove() { screen?.show(list.model.cursorVenue, position: list.model.viewport) }

  func mapScreenDidChange(_ screen: MapScreen) {
    saved = SavedMapState(
      choices: list.state.choices, origin: list.state.origin, focus: screen.state.focus,
      shade: screen.state.chosenShade, venue: screen.state.venue?.objectID)
  }

  func mapScreen(_ screen: MapScreen, didMoveBy rows: Int) { list.model.move { $0.move(by: rows) } }

  func mapScreen(_ screen: MapScreen, didSelect id: ObjectID) {
    guard let row = list.model.ids.firstIndex(of: id) else { return }
    list.model.move { $0.move(to: row) }
  }

  func mapScreenDidOpen(_ screen: MapScreen) { list.detail.open() }

  /// Limits the list to a part of the map, in place of another part.
  func mapScreen(_ screen: MapScreen, didSearch area: MapArea) {
    var choices = list.state.choices
    choices.area = area
    list.show(choices: choices)
    mapScreenDidChange(screen)
  }

  func mapScreenDidFilter(_ screen: MapScreen) { list.openFilter() }
}
