import FetchKit
import TerminalKit
import Venues

// MARK: - Map

extension VenueListScreen: MapScreenDelegate {
  func openMap() {
    let screen = MapScreen(context, savedMapState.flatMap { isCurrent($0) ? $0 : nil })
    screen.delegate = self
    screen.show(model.request, of: state.choices)
    screen.show(model.cursorVenue, position: model.viewport)
    map = screen
    context.push(screen)
  }

  /// The neighbors and the radius on the map of the cursor's venue.
  var surroundings: DetailState.Surroundings {
    var surroundings = DetailState.Surroundings(radius: state.choices.walkingRadius)
    for row in page.rows {
      guard let row, let point = row.point else { continue }
      surroundings.neighbors.append(point)
      surroundings.names[point.id] = row.name
    }
    return surroundings
  }

  /// Whether a map showed the venues of the list.
  func isCurrent(_ map: SavedMapState) -> Bool {
    map.choices == state.choices && map.origin == state.origin
  }

  func mapScreenDidChange(_ screen: MapScreen) {
    savedMapState = SavedMapState(
      choices: state.choices, origin: state.origin, focus: screen.state.focus,
      shade: screen.state.chosenShade, venue: screen.state.venue?.objectID)
  }

  func mapScreen(_ screen: MapScreen, didMoveBy rows: Int) { model.move { $0.move(by: rows) } }

  func mapScreen(_ screen: MapScreen, didSelect id: ObjectID) {
    guard let row = model.ids.firstIndex(of: id) else { return }
    model.move { $0.move(to: row) }
  }

  func mapScreenDidOpen(_ screen: MapScreen) { openDetail() }

  /// Limits the list to a part of the map, in place of another part.
  func mapScreen(_ screen: MapScreen, didSearch area: MapArea) {
    var choices = state.choices
    choices.area = area
    show(choices: choices)
    mapScreenDidChange(screen)
  }

  func mapScreenDidFilter(_ screen: MapScreen) { openFilter() }
}
