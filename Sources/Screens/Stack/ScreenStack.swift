import Terminal

/// The screens in use, each on top of the one that opened it.
final class ScreenStack {
  private(set) var screens: [any Screen] = []

  /// The screen that hears keys.
  var top: (any Screen)? { screens.last }

  func push(_ screen: any Screen) { screens.append(screen) }

  /// Takes a screen away, with all that were opened from it.
  func pop(_ screen: any Screen) {
    guard let index = screens.lastIndex(where: { $0 === screen }), index > 0 else { return }
    screens.removeSubrange(index...)
  }

  func removeAll() { screens = [] }

  /// Fits all screens to their cells; those that are covered to the cells they would have on top.
  func layout(in area: Rect) {
    let visible = places(in: area)
    for (index, screen) in screens.enumerated() {
      let place = visible.first { $0.screen === screen } ?? places(upTo: index, in: area).last
      screen.layout(in: place?.area ?? area)
    }
  }

  /// The screens to be seen and where, from the lowest.
  func places(in area: Rect) -> [ScreenPlace] {
    places(upTo: screens.count - 1, in: area)
  }

  private func paneColumns(_ columns: Int, in area: Rect) -> Int {
    max(columns, min(area.columns * 3 / 10, 64))
  }

  private func places(upTo index: Int, in area: Rect) -> [ScreenPlace] {
    guard screens.indices.contains(index) else { return [] }
    let screen = screens[index]
    switch screen.placement {
    case .pane(let columns, let minimum) where area.columns >= minimum && index > 0:
      let (pane, rest) = area.split(right: paneColumns(columns, in: area))
      let (divider, inner) = pane.split(left: 1)
      return places(upTo: index - 1, in: rest)
        + [ScreenPlace(screen: screen, area: inner, divider: divider)]
    case .box(let size) where index > 0:
      return places(upTo: index - 1, in: area)
        + [ScreenPlace(screen: screen, area: area.centred(size))]
    case .full, .pane, .box:
      return [ScreenPlace(screen: screen, area: area)]
    }
  }
}

/// A screen and the cells it is drawn in.
struct ScreenPlace {
  let screen: any Screen
  let area: Rect
  /// The column that parts it from the screen at its left; empty when it covers that.
  var divider = Rect(.zero)
}
