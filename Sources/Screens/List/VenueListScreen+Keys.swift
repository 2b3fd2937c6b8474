import FetchKit
import Terminal
import Venues

extension VenueListScreen {
  var bindings: [KeyBinding] {
    state.search == nil ? listBindings + movingBindings : searchBindings
  }

  private var listBindings: [KeyBinding] {
    let hasRows = state.page.window.count > 0
    let isSearched = !state.choices.search.isEmpty
    return [
      KeyBinding(.filter, rank: 2) { self.openFilter() },
      KeyBinding(.search, rank: 3) { self.beginSearch() },
      KeyBinding(.sort, rank: 5) { self.openSortMenu() },
      KeyBinding(.open, isEnabled: hasRows, rank: 6) { self.openDetail() },
      KeyBinding(.favorite, isEnabled: hasRows, rank: 7) { self.toggleFavorite() },
      KeyBinding(.clear, isEnabled: !state.choices.isEmpty, rank: 8) {
        self.show(choices: self.state.choices.cleared)
      },
      KeyBinding(.clearSearch, isEnabled: isSearched) { self.setSearchText("") },
    ]
  }

  private var movingBindings: [KeyBinding] {
    [
      KeyBinding(.down) { self.move { $0.move(by: 1) } },
      KeyBinding(.up) { self.move { $0.move(by: -1) } },
      KeyBinding(.pageDown) { self.move { $0.page(by: 1) } },
      KeyBinding(.pageUp) { self.move { $0.page(by: -1) } },
      KeyBinding(.halfPageDown) { self.move { $0.page(by: 0.5) } },
      KeyBinding(.halfPageUp) { self.move { $0.page(by: -0.5) } },
      KeyBinding(.first) { self.move { $0.move(to: 0) } },
      KeyBinding(.last) { self.move { $0.move(to: $0.count - 1) } },
    ]
  }

  private var searchBindings: [KeyBinding] {
    [
      KeyBinding(.keepSearch, rank: 1) { self.setSearch(nil) },
      KeyBinding(.restoreSearch, rank: 2) { self.restoreSearch() },
      KeyBinding(.down) { self.move { $0.move(by: 1) } },
      KeyBinding(.up) { self.move { $0.move(by: -1) } },
      KeyBinding(.pageDown) { self.move { $0.page(by: 1) } },
      KeyBinding(.pageUp) { self.move { $0.page(by: -1) } },
    ]
  }

  func handle(_ event: TerminalEvent) -> Bool {
    switch event {
    case .key(let key): return edit { $0.handle(key) }
    case .paste(let text):
      return edit {
        $0.insert(text)
        return true
      }
    case .mouse(let mouse):
      handle(mouse)
      return true
    case .resize, .focus, .interrupt, .terminate, .suspend, .resumed, .backgroundColor, .hangup:
      return false
    }
  }
}

// MARK: - Search

extension VenueListScreen {
  private func beginSearch() {
    before = snapshot
    setSearch(TextField(state.choices.search))
  }

  private func restoreSearch() {
    setSearch(nil)
    if let before { restore(before) }
    before = nil
  }

  /// Edits what is searched; every change of it narrows or widens the list at once.
  private func edit(_ change: (inout TextField) -> Bool) -> Bool {
    guard var field = state.search, change(&field) else { return false }
    setSearch(field)
    setSearchText(field.text)
    return true
  }

  private func setSearchText(_ text: String) {
    guard text != state.choices.search else { return }
    var choices = state.choices
    choices.search = text
    show(choices: choices)
  }
}

// MARK: - Filter and order

extension VenueListScreen: FilterScreenDelegate, SortMenuDelegate {
  private func openFilter() {
    before = snapshot
    let screen = FilterScreen(
      context, choices: state.choices, sorts: state.sorts, figures: state.figures)
    screen.delegate = self
    context.push(screen)
  }

  func filterScreen(
    _ screen: FilterScreen, didPreview predicate: FetchPredicate?,
    sortDescriptors: [FetchSortDescriptor]
  ) {
    show(
      screen.choices, screen.sorts, predicate: predicate, sortDescriptors: sortDescriptors)
  }

  func filterScreen(
    _ screen: FilterScreen, didSelect predicate: FetchPredicate?,
    sortDescriptors: [FetchSortDescriptor]
  ) {
    before = nil
    show(
      screen.choices, screen.sorts, predicate: predicate, sortDescriptors: sortDescriptors)
  }

  func filterScreenDidCancel(_ screen: FilterScreen) {
    if let before { restore(before) }
    before = nil
  }

  private func openSortMenu() {
    let menu = SortMenu(context, sorts: state.sorts)
    menu.delegate = self
    context.push(menu)
  }

  func sortMenu(_ menu: SortMenu, didChoose sorts: [SortChoice]) {
    show(sorts: sorts)
  }
}

// MARK: - Mouse

extension VenueListScreen {
  private static let doubleClick = Duration.milliseconds(400)

  private func handle(_ mouse: MouseEvent) {
    switch mouse.kind {
    case .wheelUp: move { $0.scroll(by: -3) }
    case .wheelDown: move { $0.scroll(by: 3) }
    case .press where mouse.button == .left: click(mouse.point)
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
  }

  private func click(_ point: Point) {
    let frame = VenueListFrame(area)
    if frame.header.contains(point) { return sort(byColumnAt: point.column - frame.header.left) }
    guard frame.rows.contains(point) else { return }
    let row = state.page.window.top + point.row - frame.rows.top
    guard row < state.page.window.count else { return }
    let now = context.clock()
    let isSecond = lastClick.map { $0.row == row && now - $0.time < Self.doubleClick } ?? false
    lastClick = isSecond ? nil : (row, now)
    move { $0.move(to: row) }
    if isSecond { openDetail() }
  }

  private func sort(byColumnAt column: Int) {
    let layout = ColumnLayout(columns: area.columns, strings: context.look.strings)
    guard
      let place = layout.places.first(where: {
        ($0.left..<($0.left + $0.width)).contains(column)
      })
    else { return }
    let sort = place.column.sort
    let isFirst = state.sorts.first?.sort == sort
    let ascending = isFirst ? state.sorts.first?.ascending == false : sort.startsAscending
    show(sorts: [SortChoice].starting(with: SortChoice(sort, ascending: ascending)))
  }
}
