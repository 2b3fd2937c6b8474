import TerminalKit

extension FilterScreen {
  func handle(_ mouse: MouseEvent) {
    switch mouse.kind {
    case .wheelUp: move(by: -1)
    case .wheelDown: move(by: 1)
    case .press where mouse.button == .left: click(mouse.point)
    case .drag where mouse.button == .left: _ = moveRange(to: mouse.point)
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
  }

  /// Moves an end of the range whose scale is at a point; returns false if there is none.
  private func moveRange(to point: Point) -> Bool {
    guard let (filter, place) = layout.scale(at: point) else { return false }
    state.editing = nil
    state.move(to: .field(.range(filter)))
    change { $0.move(filter, to: place) }
    return true
  }

  private func click(_ point: Point) {
    if moveRange(to: point) { return }
    guard let row = layout.row(at: point) else { return }
    state.editing = nil
    state.move(to: row)
    change { $0.toggle() }
  }

  /// Moves to another row, and ends editing before.
  private func move(by rows: Int) {
    if state.editing == nil { state.viewport.move(by: rows) } else { leaveField(by: rows) }
  }
}
