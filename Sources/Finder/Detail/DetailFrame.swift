import TerminalKit
import Venues

/// The parts of the detail screen, by the room there is.
struct DetailFrame: Hashable {
  let title: Rect
  let summary: Rect
  let rule: Rect
  /// Where the lines are that can be scrolled.
  let text: Rect
  /// Where the small map is; empty without one.
  let map: Rect

  /// The parts for a venue.
  init(_ area: Rect, _ state: DetailState) {
    self.init(area, hasMap: state.venue?.location.coordinate != nil)
  }

  /// Puts the map at the right where the text stays wide enough, else below a long text.
  init(_ area: Rect, hasMap: Bool) {
    title = area.row(0)
    summary = area.row(1)
    rule = area.row(2)
    let body = area.inset(left: 1, top: 3, right: 1)
    if hasMap, body.columns >= 70, body.rows >= 10 {
      let (right, left) = body.split(right: min(44, body.columns * 2 / 5))
      text = left.inset(right: 2)
      map = right.split(top: right.columns / 2 + 1).top
    } else if hasMap, body.columns >= 30, body.rows >= 24 {
      let (bottom, top) = body.split(bottom: min(body.rows * 2 / 5, body.columns / 3))
      text = top.inset(bottom: 1)
      map = bottom
    } else {
      text = body
      map = Rect(origin: body.origin, size: .zero)
    }
  }
}
