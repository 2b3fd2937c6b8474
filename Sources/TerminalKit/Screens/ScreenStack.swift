/// The stack of open screens.
@MainActor
package final class ScreenStack<Action: KeyAction> {
  package private(set) var screens: [any Screen<Action>] = [] { didSet { isLaidOut = false } }
  /// Whether the screens have been laid out since one was opened or closed.
  package private(set) var isLaidOut = false
  private var area = Rect(.zero)

  package init() {}

  /// The focused screen.
  package var top: (any Screen<Action>)? { screens.last }

  /// Pushes a screen; if it is already open, pops those above it.
  package func push(_ screen: any Screen<Action>) {
    if isOpen(screen) { pop(screen) }
    screens.append(screen)
  }

  /// Pops a screen and those above it.
  package func pop(_ screen: any Screen<Action>) {
    guard let index = screens.lastIndex(where: { $0 === screen }), index > 0 else { return }
    screens.removeSubrange(index...)
  }

  package func removeAll() { screens = [] }

  /// Lays out all screens; covered ones as if they were on top.
  package func layout(in area: Rect) {
    self.area = area
    isLaidOut = true
    for (index, screen) in screens.enumerated() {
      let before = place(of: screen, at: index)
      screen.prepare(in: before)
      // The loaded rows decide whether the screen has a companion.
      let after = place(of: screen, at: index)
      if after != before { screen.prepare(in: after) }
      screen.layout(in: after)
    }
    for place in places(in: area) where !isOpen(place.screen) {
      place.screen.prepare(in: place.area)
      place.screen.layout(in: place.area)
    }
  }

  /// Whether a screen is on the stack, and not only a companion.
  package func isOpen(_ screen: any Screen<Action>) -> Bool { screens.contains { $0 === screen } }

  /// The screen below an open one; nil for none.
  package func screen(below screen: any Screen<Action>) -> (any Screen<Action>)? {
    screens.prefix { $0 !== screen }.last
  }

  /// Whether a screen is visible.
  package func isShown(_ screen: any Screen<Action>) -> Bool {
    places(in: area).contains { $0.screen === screen }
  }

  /// Whether there is room for a screen in a pane.
  package func hasRoom(beside screen: any Screen<Action>) -> Bool {
    pane(of: screen, in: area) != nil
  }

  /// The visible screens and their areas, from the lowest.
  package func places(in area: Rect) -> [ScreenPlace<Action>] {
    places(upTo: screens.count - 1, in: area)
  }

  private func place(of screen: any Screen<Action>, at index: Int) -> Rect {
    let shown = places(in: area).first { $0.screen === screen }
    let place = shown ?? places(upTo: index, in: area).first { $0.screen === screen }
    return place?.area ?? area
  }

  private func places(
    upTo index: Int, in area: Rect, hasPane: Bool = false
  ) -> [ScreenPlace<Action>] {
    guard index >= 0, index < screens.count else { return [] }
    let screen = screens[index]
    switch screen.placement {
    case .pane where index > 0:
      guard let pane = pane(of: screen, in: area) else { break }
      return places(upTo: index - 1, in: pane.rest, hasPane: true) + [pane.place]
    case .box(let size, let rows) where index > 0:
      let box = area.centered(size)
      return places(upTo: index - 1, in: area, hasPane: hasPane)
        + [
          ScreenPlace<Action>(
            screen: screen, area: box.split(top: min(rows, box.rows)).top, isBox: true)
        ]
    case .full, .pane, .box: break
    }
    guard !hasPane, let companion = screen.companion, let pane = pane(of: companion, in: area)
    else { return [ScreenPlace<Action>(screen: screen, area: area)] }
    return [ScreenPlace<Action>(screen: screen, area: pane.rest), pane.place]
  }

  /// The pane of a screen and the rest of the area; nil if it has no pane or there are too few columns.
  private func pane(of screen: any Screen<Action>, in area: Rect) -> (
    place: ScreenPlace<Action>, rest: Rect
  )? {
    guard case .pane(let columns, let minimum) = screen.placement, area.columns >= minimum else {
      return nil
    }
    let (pane, rest) = area.split(right: paneColumns(columns, in: area))
    let (divider, inner) = pane.split(left: 1)
    return (ScreenPlace<Action>(screen: screen, area: inner, divider: divider), rest)
  }

  /// All panes of a wide terminal have one width, so that the screen at the left does not move.
  private func paneColumns(_ columns: Int, in area: Rect) -> Int {
    let least = area.columns >= Placement.wide ? Placement.widePane : columns
    return max(least, min(area.columns * 3 / 10, 64))
  }
}

/// A screen and its area.
@MainActor
package struct ScreenPlace<Action: KeyAction> {
  package let screen: any Screen<Action>
  package let area: Rect
  /// The divider to the screen at its left; empty without one.
  package var divider = Rect(.zero)
  /// Whether it is a box over other screens.
  package var isBox = false
}
