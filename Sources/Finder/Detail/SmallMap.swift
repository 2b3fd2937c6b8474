import TerminalKit
import Venues

/// A venue and you on a map of a few cells, with its scale below.
struct SmallMap {
  let venue: Venue
  let origin: Origin
  let look: Look

  func draw(on canvas: inout Canvas, in area: Rect) {
    let (row, map) = area.split(bottom: 1)
    guard let viewport = viewport(map.size) else { return }
    var state = MapState()
    state.venue = venue
    state.origin = origin
    let sight = MapSight(of: MapPoints(), around: viewport.center, in: viewport)
    MapPicture(state: state, sight: sight, look: look, hasLabels: false)
      .draw(on: &canvas, in: map)
    ScaleBar(viewport: viewport, look: look).line(columns: row.columns)
      .draw(on: &canvas, at: row.origin, columns: row.columns)
  }

  /// The closest view of both; nil when there is no map to draw.
  private func viewport(_ size: Size) -> MapViewport? {
    guard !size.isEmpty, let place = venue.location.coordinate else { return nil }
    let you = origin.coordinate.map(MapPosition.init)
    let positions = [MapPosition(place), you].compactMap(\.self)
    return MapBounds(positions).map { MapViewport(fitting: $0, size: size) }
  }
}
