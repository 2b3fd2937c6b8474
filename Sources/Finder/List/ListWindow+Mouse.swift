import TerminalKit

extension ListWindow {
  /// Moves the cursor with the wheel, or to the row that is clicked, which is given; nil for none.
  ///
  /// `area` is where the rows stand, the first visible one at its top.
  mutating func follow(_ mouse: MouseEvent, in area: Rect) -> Int? {
    switch mouse.kind {
    case .wheelUp: move(by: -1)
    case .wheelDown: move(by: 1)
    case .press where mouse.button == .left && area.contains(mouse.point):
      let row = top + mouse.point.row - area.top
      guard row < count else { return nil }
      move(to: row)
      return row
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
    return nil
  }
}

extension MouseEvent {
  /// Whether it is a click beside a box, which puts the box away.
  func isClick(outside area: Rect) -> Bool {
    kind == .press && button == .left && !area.contains(point)
  }
}
