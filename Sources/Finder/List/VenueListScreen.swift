import FetchKit
import Foundation
import TerminalKit
import Venues

/// The list of venues, which opens all other screens.
///
/// `VenueListModel` has the request and its results, `VenueListTotals` the counts; this screen has the view that the
/// user chose.
final class VenueListScreen: TypingScreen {
  let context: FinderContext
  let settings: FinderSettings
  let model: VenueListModel
  let totals: VenueListTotals
  let commands: VenueCommands
  var state = VenueListState()
  /// The views to undo and redo to.
  lazy var views = ViewHistory(ListView(state))
  /// The view before the filter preview.
  private var before: ListSnapshot?
  /// The number of selected venues that have left the list since the user was told.
  private var deselected = 0
  private(set) lazy var searching = ListSearch(self)
  private(set) lazy var detail = ListDetail(self)
  private(set) lazy var map = ListMap(self)
  private(set) lazy var statistics = ListStatistics(self)
  /// The walk that was opened last; nil without one.
  var crawl: CrawlScreen?
  private var doubleClick = DoubleClick<Int>()
  private var area = Rect(.zero)
  /// The state of the last run; nil without one.
  var lastState: FinderState?
  private var observation: StoreObservation?

  init(_ context: FinderContext, _ settings: FinderSettings) {
    self.context = context
    self.settings = settings
    model = VenueListModel(context)
    totals = VenueListTotals(context)
    commands = VenueCommands(context)
    state.origin = context.origin
    state.choices = settings.choices
    state.sorts = settings.sorts.isEmpty ? .standard : settings.sorts
    model.delegate = self
    ListSession(self).restore()
  }

  var name: String { context.strings.appName }

  var companion: (any Screen<Action>)? {
    let hasVenue = page.viewport.count > 0 || !page.isLoaded
    return context.preferences.showsDetail && hasVenue ? detail.screen : nil
  }

  /// The visible rows.
  var page: VenueListState.Page { model.page }

  /// Starts fetching and observing the store.
  func start() {
    context.waitForList = { [weak self] in await self?.showChanges() }
    totals.observe()
    observation = context.store.observe(Venue.entity) { [weak self] in self?.storeDidChange() }
    guard !settings.hasQuery, lastState?.choices.isOpen == true else { return fetchFirst() }
    context.open {
      await ListSession(self).updateOpenFilter()
      self.fetchFirst()
    }
  }

  /// Waits until the list and the open venue show the changes of the store.
  private func showChanges() async {
    await model.showChanges()
    await detail.showChanges()
  }

  /// Follows changes of the store besides those of the list.
  private func storeDidChange() {
    updateOrigin()
    context.dropOutdatedNotice()
    detail.storeDidChange()
  }

  private func fetchFirst() {
    // SQLite computes all distances before it has the first rows.
    if case .place = context.origin { totals.prepareAccelerator() }
    views = ViewHistory(ListView(state))
    let isRestored = state.isRestored
    show(sectioning: .some(state.sectioning))
    state.isRestored = isRestored
  }

  func prepare(in area: Rect) {
    self.area = area
    if isWide { totals.includeBands() }
    model.resize(height: listView.frame(area).rows.rows)
    model.update()
  }

  /// Whether keys wait for the list that earlier ones asked for, so that they act on its rows; not for long.
  var holdsKeys: Bool {
    guard context.isListAlone, state.search == nil,
      let start = model.awaitedSince ?? searching.startedAt
    else { return false }
    return context.clock() - start < FinderContext.maximumDelay
  }

  /// Whether the footer has room for the distance bands.
  private var isWide: Bool { area.columns >= VenueListView.wide }

  /// Whether the list has not arrived that was asked for a while ago.
  private var isOutdated: Bool {
    model.awaitedSince.map { context.clock() - $0 >= FinderContext.maximumDelay } ?? false
  }

  private var listView: VenueListView {
    VenueListView(
      state: state, page: page, totals: totals.values, render: context.render,
      keymap: context.keymap, isCovered: context.hasBox,
      hasKeys: context.isTop(self), isOutdated: isOutdated,
      groupConditions: statistics.groupConditions)
  }

  /// The columns for which there is room, with their widths.
  var visibleColumns: [VenueColumn: Int] { listView.columns(in: area) }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    listView.draw(on: &canvas, in: area)
  }
}

// MARK: - Choices

extension VenueListScreen {
  var snapshot: ListSnapshot { ListSnapshot(view: ListView(state), position: model.position) }

  /// Applies a filter, sort order or grouping; nil keeps the current one.
  func show(
    choices: FilterChoices? = nil, sorts: [SortChoice]? = nil,
    sectioning: VenueSectioning?? = nil
  ) {
    if choices?.isEmpty == true { statistics.forgetGroups() }
    if let sectioning { state.sectioning = sectioning }
    show(FilterSelection(choices: choices ?? state.choices, sorts: sorts ?? state.sorts))
  }

  /// Fetches and counts the venues of a selection, unless that is what the list shows.
  private func show(_ selection: FilterSelection) {
    if selection.sorts != state.sorts { model.stayOnFirstRow() }
    state.choices = selection.choices
    state.sorts = selection.sorts
    state.filled = selection.filled ?? state.filled
    state.isRestored = false
    model.fetch(
      selection.predicate, selection.sortDescriptors, sectioning: state.sectioning,
      similar: state.choices.similar)
    if model.awaitedSince != nil { context.later(FinderContext.maximumDelay) {} }
    totals.show(state.choices, includesBands: isWide)
    statistics.listDidChange()
  }

  /// If the list has another order than before, says that the cursor stayed on its venue, and which key leads to the
  /// first row.
  func explainCursor(sortedBefore sorts: [SortChoice]?) {
    guard sorts != state.sorts, model.viewport.cursor > 0,
      let key = context.keyName(of: .first)
    else { return }
    context.hint(context.strings.cursorStays(firstKey: key))
  }

  /// Restores filter, sort order, grouping and cursor, and adds to the selection.
  func restore(_ snapshot: ListSnapshot) {
    model.move(to: snapshot.position)
    state.sorts = snapshot.view.sorts
    show(choices: snapshot.view.choices, sectioning: .some(snapshot.view.sectioning))
    state.selection.add(snapshot.view.selection)
    deselected = 0
  }

  /// Sets the origin of distances.
  func setOrigin(_ origin: Origin, named name: String? = nil) {
    state.placeName = name
    // In an order by distance, the nearest venue is what matters now.
    model.stayOnFirstRow(isAnywhere: state.sorts.first?.keyPath == RangeFilter.distance.keyPath)
    show(from: origin)
  }

  private func show(from origin: Origin) {
    (context.origin, state.origin) = (origin, origin)
    totals.prepareAccelerator()
    show()
  }

  /// Follows the origin of the imported distances, which imports remove, and undoing one brings back.
  private func updateOrigin() {
    guard case .asImported(let known) = context.origin else { return }
    context.tasks.start { [weak self, store = context.store] in
      guard
        let new = try? await store.snapshot({
          Origin(metadata: try $0.metadata(forKey: Origin.metadataKey))
        }), let self, new != .asImported(known), context.origin == .asImported(known)
      else { return }
      show(from: new)
    }
  }

  func moveToSection(_ index: Int) {
    guard page.sections.indices.contains(index) else { return }
    model.move { $0.move(toTop: self.page.sections[index].start) }
  }
}

// MARK: - Filter

extension VenueListScreen: FilterScreenDelegate {
  func openFilter() {
    before = snapshot
    let screen = FilterScreen(
      context,
      FilterSelection(choices: state.choices, sorts: state.sorts, filled: state.filled),
      total: totals.values.list?.total)
    screen.delegate = self
    context.push(screen)
  }

  func filterScreen(_ screen: FilterScreen, didPreview selection: FilterSelection) {
    show(selection)
  }

  func filterScreen(_ screen: FilterScreen, didSelect selection: FilterSelection) {
    show(selection)
    if context.isListAlone { explainCursor(sortedBefore: before?.view.sorts) }
    before = nil
  }

  func filterScreenDidCancel(_ screen: FilterScreen) {
    let discarded = ListView(state)
    if let before { restore(before) }
    before = nil
    guard context.isListAlone, discarded != ListView(state) else { return }
    views.offer(discarded)
    context.hint(context.strings.discardedFilter(recallKey: context.keyName(of: .redoView)))
  }
}

// MARK: - Search, selection and views

extension VenueListScreen {
  /// Edits the search; the list follows every change.
  func edit(_ change: (inout TextField) -> Bool) -> Bool {
    guard var field = state.search, change(&field) else { return false }
    let isChanged = field.text != state.search?.text
    state.search = field
    if isChanged { searching.search(field.text) }
    return true
  }

  /// Deselects venues that are no longer in the list, unless that is still being fetched.
  func pruneSelection() {
    guard !state.selection.isEmpty, let ids = model.fetchedIDs else { return }
    deselected += state.selection.count
    state.selection.remove { ids.firstIndex(of: $0) == nil }
    deselected -= state.selection.count
    explainDeselection()
    // Canceling the preview restores the selection.
    if state.choices == views.current.choices {
      views.forget { ids.firstIndex(of: $0) == nil }
    }
  }

  /// Adds the current view to the history, unless it is still being chosen.
  func recordView() {
    guard context.isListAlone, state.search == nil else { return }
    views.record(ListView(state))
    explainDeselection()
  }

  /// Says how many selected venues the view no longer has, unless it is still being chosen.
  private func explainDeselection() {
    guard deselected > 0, context.isListAlone, state.search == nil else { return }
    if context.notice == nil {
      context.hint(
        context.strings.deselected(deselected, undoKey: context.keyName(of: .undoView)))
    }
    deselected = 0
  }
}

// MARK: - Model

extension VenueListScreen: VenueListModelDelegate {
  func listModelDidReadFirstRows() { totals.start() }

  func listModelDidFetch() { map.listDidChange() }

  func listModelDidChange() {
    searching.storeDidChange()
    map.listDidChange()
  }

  /// Highlights a changed venue until the next key.
  func listModel(didChange id: ObjectID) {
    if !settings.reducesMotion, state.flashing.count < 100 { state.flashing.insert(id) }
  }

  func listModelDidUpdatePage(isNewList: Bool) {
    if isNewList { pruneSelection() }
    searching.trySimilarIfEmpty()
    detail.follow(isNewList: isNewList)
    map.cursorDidMove()
  }
}

// MARK: - Mouse

extension VenueListScreen {
  func handle(_ mouse: MouseEvent) {
    guard mouse.point.column < area.right else { return handleBeside(mouse) }
    switch mouse.kind {
    case .wheelUp: model.move { $0.scroll(by: -3) }
    case .wheelDown: model.move { $0.scroll(by: 3) }
    case .press where mouse.button == .left: click(mouse.point)
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
  }

  /// Scrolls the detail pane with the wheel and focuses it with a click.
  private func handleBeside(_ mouse: MouseEvent) {
    if mouse.kind == .press { detail.open() } else { _ = detail.screen.handle(.mouse(mouse)) }
  }

  private func click(_ point: Point) {
    switch listView.target(at: point, in: area) {
    case .column(let column):
      let sorts = state.sorts
      show(sorts: column.sorts(after: sorts))
      explainCursor(sortedBefore: sorts)
    case .section(let index): moveToSection(index)
    case .row(let row): click(row: row)
    case nil: break
    }
  }

  private func click(row: Int) {
    model.move { $0.move(to: row) }
    if doubleClick.click(row, at: context.clock()) { detail.open() }
  }
}
