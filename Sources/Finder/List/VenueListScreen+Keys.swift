import FetchKit
import TerminalKit
import Venues

extension VenueListScreen {
  var bindings: [KeyBinding] {
    state.search == nil ? listBindings + movingBindings : searchBindings
  }

  private var listBindings: [KeyBinding] {
    let endsSearch = !state.choices.search.isEmpty && state.selection.isEmpty && drilled == nil
    return [
      KeyBinding(.filter, rank: 2) { self.openFilter() },
      KeyBinding(.search, rank: 3) { self.beginSearch() },
      KeyBinding(.sort, rank: 5) { self.openSortMenu() },
      KeyBinding(.open, unless: noRows, rank: 6) { self.openDetail() },
      KeyBinding(.map, rank: 7) { self.openMap() },
      KeyBinding(.clear, unless: state.choices.isEmpty ? .nothingIsFiltered : nil, rank: 8) {
        self.show(choices: self.state.choices.cleared)
      },
      KeyBinding(.statistics, rank: 9) { self.openStatistics() },
      KeyBinding(.leaveGroup, unless: canLeaveGroup ? nil : stays) { self.leaveGroup() },
      KeyBinding(.location, rank: 10) { self.openPlace() },
      KeyBinding(.locationHere, unless: noRows) { self.takeAsPlace() },
      KeyBinding(.link, unless: noRows) { self.openLink() },
      KeyBinding(.savedFilters) { self.openSavedFilters() },
      KeyBinding(.saveFilter) {
        SavedFilters(context: self.context).openSave(self.state.choices, self.state.sorts)
      },
      KeyBinding(.explain) { self.explain() },
      KeyBinding(
        .importFile, unless: noFiles, rank: state.figures?.total == 0 ? 2 : nil
      ) { self.openImport() },
      KeyBinding(.exportFile, unless: noFiles ?? notAllRows) { self.openExport() },
      KeyBinding(.lastFilter, unless: state.offersLastFilter ? nil : .noLastFilter, rank: 4) {
        self.show(choices: self.state.lastMatching)
      },
      KeyBinding(.sections, rank: 12) { self.openSectionMenu() },
      KeyBinding(.columns, rank: 13) { self.openColumnMenu() },
      KeyBinding(.detail, rank: context.hasRoom(beside: detail) ? 9 : nil) {
        self.toggleDetail()
      },
      KeyBinding(.bars) { self.state.columns.hasBars.toggle() },
      KeyBinding(.clearSelection, unless: state.selection.isEmpty ? stays : nil) {
        self.state.selection = []
      },
      KeyBinding(.clearSearch, unless: endsSearch ? nil : stays) {
        self.setSearchText("")
      },
    ] + editBindings
  }

  private var canLeaveGroup: Bool { drilled != nil && state.selection.isEmpty }

  private var editBindings: [KeyBinding] {
    [
      KeyBinding(.select, unless: noRows) { self.toggleSelection() },
      KeyBinding(.selectRange, unless: noRows) { self.selectRange() },
      KeyBinding(.selectAll, unless: notAllRows) { self.selectAll() },
      KeyBinding(.favorite, unless: noRows, rank: 7) {
        self.toggleFavorite(of: self.commandIDs)
      },
      KeyBinding(.note, unless: noRows, rank: 10) { self.openNote() },
      KeyBinding(.delete, unless: noRows) { self.deleteVenues(self.commandIDs) },
      KeyBinding(.undo, rank: 11) { self.moveHistory(undoing: true) },
      KeyBinding(.redo) { self.moveHistory(undoing: false) },
      KeyBinding(.history) { self.openHistory() },
      KeyBinding(.undoView) { self.moveView(undoing: true) },
      KeyBinding(.redoView) { self.moveView(undoing: false) },
      KeyBinding(.copy, unless: noRows) { self.copy(self.commandIDs, asJSON: false) },
      KeyBinding(.copyJSON, unless: noRows) { self.copy(self.commandIDs, asJSON: true) },
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
      KeyBinding(.last) { self.moveToEnd() },
      KeyBinding(.nextSection, unless: noSections) { self.move { $0.move(bySections: 1) } },
      KeyBinding(.previousSection, unless: noSections) {
        self.move { $0.move(bySections: -1) }
      },
      KeyBinding(.jump, unless: noSections) { self.openIndex() },
    ]
  }

  private var noRows: DisabledReason? {
    if state.page.viewport.count > 0 { return nil }
    return state.page.isLoaded ? .listIsEmpty : .listIsLoading
  }

  /// Why there are no rows yet, or not all of them.
  private var notAllRows: DisabledReason? {
    noRows ?? (state.page.isComplete ? nil : .listIsLoading)
  }

  /// Why there is nothing to go back from.
  private var stays: DisabledReason { state.choices.isEmpty ? .nothingToLeave : .filterStays }

  private func toggleDetail() {
    guard context.hasRoom(beside: detail) else { return context.explain(.isTooNarrow) }
    context.preferences.showsDetail.toggle()
  }

  private var noFiles: DisabledReason? { context.files == nil ? .noFiles : nil }

  private var noSections: DisabledReason? { state.page.sections.isEmpty ? .noSections : nil }

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
  func edit(_ change: (inout TextField) -> Bool) -> Bool {
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

extension VenueListScreen: FilterScreenDelegate {
  func openFilter() {
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
}

// MARK: - Mouse

extension VenueListScreen {
  private static let doubleClick = Duration.milliseconds(400)

  func handle(_ mouse: MouseEvent) {
    guard mouse.point.column < area.right else { return handleBeside(mouse) }
    switch mouse.kind {
    case .wheelUp: move { $0.scroll(by: -3) }
    case .wheelDown: move { $0.scroll(by: 3) }
    case .press where mouse.button == .left: click(mouse.point)
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
  }

  /// The wheel turns the detail that stands there, a click gives it the keys.
  private func handleBeside(_ mouse: MouseEvent) {
    if mouse.kind == .press { openDetail() } else { _ = detail.handle(.mouse(mouse)) }
  }

  private func click(_ point: Point) {
    let frame = VenueListFrame(area)
    if frame.header.contains(point) { return sort(byColumnAt: point.column - frame.header.left) }
    guard frame.rows.contains(point) else { return }
    let lines = state.page.viewport.lines
    let line = point.row - frame.rows.top
    if point.column == frame.rows.right - 1, clickIndex(line) { return }
    guard lines.indices.contains(line), case .row(let row) = lines[line] else { return }
    let now = context.clock()
    let isSecond = lastClick.map { $0.row == row && now - $0.time < Self.doubleClick } ?? false
    lastClick = isSecond ? nil : (row, now)
    move { $0.move(to: row) }
    if isSecond { openDetail() }
  }

  private func clickIndex(_ line: Int) -> Bool {
    let titles = listView.indexTitles
    guard titles.count > 1, titles.indices.contains(line) else { return false }
    moveToSection(titles[line].sections.lowerBound)
    return true
  }

  private func sort(byColumnAt column: Int) {
    let layout = listView.layout(VenueListFrame(area))
    guard
      let place = layout.places.first(where: {
        ($0.left..<($0.left + $0.width)).contains(column)
      })
    else { return }
    let keyPath = place.column.sortKeyPath
    let isFirst = state.sorts.first?.keyPath == keyPath
    let ascending =
      isFirst ? state.sorts.first?.ascending == false : place.column.startsAscending
    show(
      sorts: [SortChoice].starting(with: SortChoice(keyPath: keyPath, ascending: ascending)))
  }

  var listView: VenueListView {
    VenueListView(state: state, render: context.render, keymap: context.keymap)
  }
}
