/// The screens in use, each on top of the one that opened it.
@MainActor
package final class ScreenStack<Action: KeyAction> {
  package private(set) var screens: [any Screen<Action>] = []
  private var area = Rect(.zero)

  package init() {}

  /// The screen that hears keys.
  package var top: (any Screen<Action>)? { screens.last }

  /// Puts a screen on top; one that is open already comes back to the top without those above it.
  package func push(_ screen: any Screen<Action>) {
    if isOpen(screen) { pop(screen) }
    screens.append(screen)
  }

  /// Takes a screen away, with all that were opened from it.
  package func pop(_ screen: any Screen<Action>) {
    guard let index = screens.lastIndex(where: { $0 === screen }), index > 0 else { return }
    screens.removeSubrange(index...)
  }

  package func removeAll() { screens = [] }

  /// Fits all screens to their cells; those that are covered to the cells they would have on top.
  package func layout(in area: Rect) {
    self.area = area
    for (index, screen) in screens.enumerated() {
      let before = place(of: screen, at: index)
      screen.prepare(in: before)
      // The rows that have been read decide whether the screen has a companion.
      let after = place(of: screen, at: index)
      if after != before { screen.prepare(in: after) }
      screen.layout(in: after)
    }
    for place in places(in: area) where !isOpen(place.screen) {
      place.screen.prepare(in: place.area)
      place.screen.layout(in: place.area)
    }
  }

  /// Whether a screen was opened, and does not only accompany another one.
  package func isOpen(_ screen: any Screen<Action>) -> Bool { screens.contains { $0 === screen } }

  /// The screen that an open one was opened from; nil for none.
  package func screen(below screen: any Screen<Action>) -> (any Screen<Action>)? {
    screens.prefix { $0 !== screen }.last
  }

  /// Whether a screen can be seen.
  package func isShown(_ screen: any Screen<Action>) -> Bool {
    places(in: area).contains { $0.screen === screen }
  }

  /// Whether a screen has room beside another one.
  package func hasRoom(beside screen: any Screen<Action>) -> Bool {
    pane(of: screen, in: area) != nil
  }

  /// The screens to be seen and where, from the lowest.
  package func places(in area: Rect) -> [ScreenPlace<Action>] {
    places(upTo: screens.count - 1, in: area)
  }

  private func place(of screen: any Screen<Action>, at index: Int) -> Rect {
    let place = [places(in: area), places(upTo: index, in: area)].lazy
      .compactMap { $0.first { $0.screen === screen } }.first
    return place?.area ?? area
  }

  private func places(
    upTo index: Int, in area: Rect, hasPane: Bool = false
  ) -> [ScreenPlace<Action>] {
    guard screens.indices.contains(index) else { return [] }
    let screen = screens[index]
    switch screen.placement {
    case .pane where index > 0:
      guard let pane = pane(of: screen, in: area) else { break }
      return places(upTo: index - 1, in: pane.rest, hasPane: true) + [pane.place]
    case .box(let size) where index > 0:
      return places(upTo: index - 1, in: area, hasPane: hasPane)
        + [ScreenPlace<Action>(screen: screen, area: area.centered(size))]
    case .full, .pane, .box: break
    }
    guard !hasPane, let companion = screen.companion, let pane = pane(of: companion, in: area)
    else { return [ScreenPlace<Action>(screen: screen, area: area)] }
    return [ScreenPlace<Action>(screen: screen, area: pane.rest), pane.place]
  }

  /// Where a screen stands at the right, and what is left; nil when it stands in no pane, or there are
  /// too few columns.
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

  /// What comes instead of another pane does not move what is at its left.
  private func paneColumns(_ columns: Int, in area: Rect) -> Int {
    let least = area.columns >= Placement.wide ? Placement.widePane : columns
    return max(least, min(area.columns * 3 / 10, 64))
  }
}

/// A screen and the cells it is drawn in.
@MainActor
package struct ScreenPlace<Action: KeyAction> {
  package let screen: any Screen<Action>
  package let area: Rect
  /// The column that parts it from the screen at its left; empty when it covers that.
  package var divider = Rect(.zero)
}
