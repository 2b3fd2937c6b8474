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

  /// The screens to be seen and where, from the lowest.
  func places(in area: Rect) -> [(screen: any Screen, area: Rect)] {
    places(upTo: screens.count - 1, in: area)
  }

  private func places(upTo index: Int, in area: Rect) -> [(screen: any Screen, area: Rect)] {
    guard screens.indices.contains(index) else { return [] }
    let screen = screens[index]
    switch screen.placement {
    case .pane(let columns, let minimum) where area.columns >= minimum && index > 0:
      let (pane, rest) = area.split(right: columns)
      return places(upTo: index - 1, in: rest) + [(screen, pane)]
    case .box(let size) where index > 0:
      return places(upTo: index - 1, in: area) + [(screen, area.centred(size))]
    case .full, .pane, .box:
      return [(screen, area)]
    }
  }
}
