import FetchKit
import Foundation
import TerminalKit
import Venues

/// The list of venues: it owns the results controller, and asks it anew when other screens say so.
final class VenueListScreen: TypingScreen {
  let context: FinderContext
  private var results: FetchedResultsController<Venue>
  /// A controller for other sections, until its list is there.
  private var upcoming: FetchedResultsController<Venue>?
  /// How the list of `results` is cut into sections.
  private var sectioning: VenueSectioning?
  var state = VenueListState()
  /// What was shown before.
  lazy var views = ViewHistory(ListView(state))

  /// The list that `window` counts in; the controller may have a newer one already.
  private var ids = FetchedIDs()
  /// The viewport as the keys moved it; the page in the state follows when its rows are there.
  private var viewport = ListViewport()
  /// Where the cursor goes as soon as the list has it.
  private var target: ListPlace?
  /// What is to be done with a venue as soon as it is read.
  private var wish: (id: ObjectID, body: (Venue) -> Void)?
  /// Whether the cursor stays on the first row of the next list, whatever venue that is.
  private var staysOnTop = false
  /// Whether the cursor goes to the last row as soon as all rows are there.
  private var staysOnEnd = false
  private var loader: RowLoader
  /// Whether any list has arrived.
  private var hasList = false
  /// Whether venues are counted, too, and not only listed.
  private var counts = false
  private var fetching: Task<Void, Never>?
  private var counting: Task<Void, Never>?
  private var observation: StoreObservation?

  /// What was there before the search that is being typed, or the filter that is being chosen.
  var before: ListSnapshot?
  /// What was there before the group that was gone into, and how it was grouped.
  var drilled: (snapshot: ListSnapshot, numbers: StatisticsState)?
  /// How the numbers were grouped last.
  var grouping = VenueSectioning.price
  var lastClick: (row: Int, time: Duration)?
  /// The venue that was marked last, where a range begins.
  var selectionAnchor: ObjectID?
  var area = Rect(.zero)
  /// All of the cursor's venue, opened or beside the list.
  let detail: DetailScreen
  /// The changes of the user that may not be in the list yet.
  var ownChanges = 0
  private weak var map: MapScreen?
  /// How the map was left; nil before it was looked at.
  var savedMapState: SavedMapState?
  let settings: FinderSettings
  /// What was kept of the last time; nil when nothing was.
  var remembered: FinderState?

  init(_ context: FinderContext, _ settings: FinderSettings) {
    self.context = context
    self.settings = settings
    results = Self.controller(context, nil)
    loader = RowLoader(results, context)
    detail = DetailScreen(context)
    state.origin = context.origin
    state.choices = settings.choices
    state.sorts = settings.sorts.isEmpty ? .standard : settings.sorts
    detail.delegate = self
    recall()
  }

  private static func controller(_ context: FinderContext, _ sectioning: VenueSectioning?)
    -> FetchedResultsController<Venue>
  {
    let entity = context.origin.entity
    var request = FetchRequest<Venue>(entity: sectioning?.entity(entity) ?? entity)
    request.fetchBatchSize = RowLoader.batch
    let results = FetchedResultsController(
      request, store: context.store,
      sectionNameKeyPath: sectioning.map { _ in VenueSectioning.keyPath })
    results.refreshesInBackground = true
    return results
  }

  var name: String { context.strings.appName }

  var companion: (any Screen)? {
    let hasVenue = state.page.viewport.count > 0 || !state.page.isLoaded
    return context.preferences.showsDetail && hasVenue ? detail : nil
  }

  /// Begins to fetch, and follows the store from now on.
  func start() {
    results.delegate = self
    observation = context.store.observe(Venue.entity) { [weak self] in self?.recount() }
    views = ViewHistory(ListView(state))
    let (place, isRecalled) = (target, state.isRecalled)
    show(sectioning: .some(state.sectioning))
    target = place
    state.isRecalled = isRecalled
  }

  /// Begins to count, and to hold what is counted in memory, when the first rows have been read or are not
  /// wanted: those are wanted sooner.
  private func beginCounting() {
    guard !counts else { return }
    counts = true
    holdColumns()
    recount()
  }

  /// Has what is counted, and the order that all others end with, held in memory.
  private func holdColumns() {
    context.store.holdColumns(
      Venue.countedKeyPaths, of: context.origin.entity, order: [SortChoice(.name)].descriptors,
      keepsFile: true)
  }

  /// Waits for changes of the store that are on their way into the list; false when there were none.
  func waitForChanges() async -> Bool {
    let old = loader.revision
    await results.waitForChanges()
    return loader.revision != old
  }

  func layout(in area: Rect) {
    self.area = area
    if isWide, state.bands == nil, state.figures != nil {
      state.bands = []
      recount()
    }
    viewport.resize(height: VenueListFrame(area).rows.rows)
    refreshPage()
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    VenueListView(state: state, render: context.render, keymap: context.keymap)
      .draw(on: &canvas, in: area)
  }
}

// MARK: - What is shown

extension VenueListScreen {
  /// The choices and the order, and where the cursor is.
  var snapshot: ListSnapshot {
    let place =
      ids.indices.contains(viewport.cursor)
      ? ListPlace(id: ids[viewport.cursor], line: viewport.cursor - viewport.top) : nil
    return ListSnapshot(
      choices: state.choices, sorts: state.sorts, sectioning: state.sectioning,
      selection: state.selection, place: place)
  }

  /// Shows what other choices, another order or other sections give; nil leaves each as it is.
  ///
  /// The cursor stays on its venue; but who asks for an order on the first row wants to see what
  /// comes first in it.
  func show(
    choices: FilterChoices? = nil, sorts: [SortChoice]? = nil,
    sectioning: VenueSectioning?? = nil
  ) {
    state.choices = choices ?? state.choices
    setSorts(sorts ?? state.sorts)
    if choices?.isEmpty == true { drilled = nil }
    if let sectioning, sectioning != state.sectioning || ids.isEmpty {
      state.sectioning = sectioning
      upcoming = Self.controller(context, sectioning)
    }
    refetch(state.choices.predicate, state.sorts.descriptors)
  }

  /// Shows what another screen chose, by the predicate and the order that it made of it.
  func show(
    _ choices: FilterChoices, _ sorts: [SortChoice], predicate: FetchPredicate?,
    sortDescriptors: [FetchSortDescriptor]
  ) {
    state.choices = choices
    setSorts(sorts)
    refetch(predicate, sortDescriptors)
  }

  private func setSorts(_ sorts: [SortChoice]) {
    if sorts != state.sorts, viewport.cursor == 0 { staysOnTop = true }
    state.sorts = sorts
  }

  /// Goes back to choices, order, sections and place as they were.
  func restore(_ snapshot: ListSnapshot) {
    show(choices: snapshot.choices, sorts: snapshot.sorts, sectioning: .some(snapshot.sectioning))
    state.selection.formUnion(snapshot.selection)
    target = snapshot.place
    staysOnTop = false
  }

  /// Measures all distances from another place; who is on the first row wants to see the nearest one.
  func setOrigin(_ origin: Origin, named name: String? = nil) {
    context.origin = origin
    state.origin = origin
    state.placeName = name
    if viewport.cursor == 0 { staysOnTop = true }
    holdColumns()
    upcoming = Self.controller(context, state.sectioning)
    refetch(state.choices.predicate, state.sorts.descriptors)
  }

  /// Moves the cursor to a venue as soon as the list has it; nil leaves it where it is.
  func select(_ place: ListPlace?) { target = place ?? target }

  /// Takes the place of the user over before anything is fetched.
  func begin() {
    state.origin = context.origin
    results = Self.controller(context, nil)
    loader.results = results
  }

  func setSearch(_ field: TextField?) { state.search = field }

  /// Moves the cursor or the viewport, which ends any wish to go elsewhere.
  func move(_ change: (inout ListViewport) -> Void) {
    target = nil
    wish = nil
    staysOnTop = false
    staysOnEnd = false
    change(&viewport)
  }

  /// Moves the cursor to the last row, and to the last of all when there are only the first ones yet.
  func moveToEnd() {
    move { $0.move(to: $0.count - 1) }
    staysOnEnd = !results.isComplete
  }

  /// The 0-based row of the cursor, where the keys moved it.
  var cursor: Int { viewport.cursor }

  /// Does something with the venue under the cursor: keys may be faster than its row is read.
  func withCursorVenue(_ body: @escaping (Venue) -> Void) {
    if let venue = cursorVenue { return body(venue) }
    wish = cursorID.map { ($0, body) }
  }

  /// Does what was wished for when the row is there, unless the user went elsewhere meanwhile.
  private func fulfilWish() {
    guard let wish, wish.id == cursorID, let venue = cursorVenue else { return }
    self.wish = nil
    context.tasks.start { [context] in
      if context.isListAlone { wish.body(venue) }
    }
  }

  private func refetch(_ predicate: FetchPredicate?, _ sortDescriptors: [FetchSortDescriptor]) {
    state.isRecalled = false
    let results = upcoming ?? results
    staysOnEnd = false
    let section = state.sectioning.map { [$0.descriptor] } ?? []
    results.fetchRequest.predicate = predicate
    results.fetchRequest.sortDescriptors = section + sortDescriptors
    fetching?.cancel()
    fetching = context.tasks.start { [self] in
      do {
        let isThere = try await results.performFetch(
          first: RowLoader.first, wantsFirst: wantsFirst,
          didShowFirst: {
            listDidArrive(in: results)
            await readFirstRows()
          })
        if isThere { listDidArrive(in: results) }
      } catch {
        context.report(error)
      }
      beginCounting()
    }
    recount()
  }

  /// Whether the first rows of a list are to be shown before the others are there.
  private func wantsFirst(_ first: FetchedIDs) -> Bool {
    let isWanted = hasPlace(in: first)
    if !isWanted { beginCounting() }
    return isWanted
  }

  /// Reads the rows that are seen first before anything else is asked of the store.
  private func readFirstRows() async {
    refreshPage()
    await loader.waitForRows()
    context.tasks.wake()
    beginCounting()
  }

  /// Whether the cursor is where it belongs with no more than the first rows of a list.
  private func hasPlace(in first: FetchedIDs) -> Bool {
    if let target { return first.firstIndex(of: target.id) != nil }
    if staysOnTop || ids.isEmpty { return true }
    return cursorID.map { first.firstIndex(of: $0) != nil } ?? false
  }

  private func listDidArrive(in controller: FetchedResultsController<Venue>) {
    if controller !== results {
      guard controller === upcoming else { return }
      results.delegate = nil
      controller.delegate = self
      results = controller
      sectioning = state.sectioning
      loader.results = controller
      upcoming = nil
    }
    hasList = true
    loader.listDidChange()
    if results.isComplete { map?.show(results.fetchRequest, radius: state.choices.radius) }
  }

  /// Whether the footer has room for more than figures.
  private var isWide: Bool { area.columns >= VenueListView.wide }

  /// Counts and sums anew; the old figures stay, dimmed, until the new ones are there.
  private func recount() {
    guard counts else { return }
    state.areFiguresCurrent = false
    counting?.cancel()
    let (store, entity) = (context.store, context.origin.entity)
    counting = context.tasks.start { [self, choices = state.choices, isWide] in
      do {
        let (figures, bands) = try await store.snapshot { store in
          let figures = try ListFigures.fetch(choices, in: entity, from: store)
          return (
            figures,
            isWide
              ? try VenueGroup.distanceBands(choices.predicate, in: entity, from: store) : nil
          )
        }
        guard !Task.isCancelled else { return }
        state.figures = figures
        state.bands = bands
        if figures.shown.count > 0 { state.lastMatching = choices }
        state.areFiguresCurrent = true
      } catch {
        context.report(error)
      }
    }
  }
}

// MARK: - Rows

extension VenueListScreen {
  /// Takes over the controller's list and the rows of the viewport when all of them have been read.
  private func refreshPage() {
    let list = results.objectIDs
    let isNew = list != ids
    let sections = isNew ? currentSections : state.page.sections
    let next = window(in: list, sections)
    loader.load(around: next.visible, height: next.height)
    guard let rows = loader.rows(next.visible) else { return }
    if isNew { staysOnTop = false }
    if results.isComplete { staysOnEnd = false }
    ids = list
    viewport = next
    if let target, list.firstIndex(of: target.id) != nil { self.target = nil }
    state.page = VenueListState.Page(
      viewport: next, rows: rows.map { $0.map(VenueRow.init) }, sections: sections,
      sectioning: isNew ? sectioning : state.page.sectioning, isLoaded: hasList,
      isComplete: results.isComplete)
    if isNew { pruneSelection { list.firstIndex(of: $0) == nil } }
    fulfilWish()
    detail.follow(cursorVenue, position: next)
    map?.show(cursorVenue, position: next)
  }

  private func pruneSelection(_ isGone: (ObjectID) -> Bool) {
    guard !state.selection.isEmpty else { return }
    state.selection = state.selection.filter { !isGone($0) }
    // What is only looked at so far may be given up, and the marks be wanted back.
    if state.choices == views.current.choices { views.forget(selection: isGone) }
  }

  private var currentSections: [ListSection] {
    results.sectionNameKeyPath == nil ? [] : [ListSection](results.sections)
  }

  /// The viewport in a newer list: its cursor stays on its venue, or goes to a neighbor.
  private func window(in list: FetchedIDs, _ sections: [ListSection]) -> ListViewport {
    var next = viewport
    let starts = sections.map(\.start)
    if staysOnEnd, results.isComplete {
      next.replace(count: list.count, cursor: list.count - 1, starts: starts)
    } else if let target, let index = list.firstIndex(of: target.id) {
      next.replace(count: list.count, cursor: index, line: target.line, starts: starts)
    } else if list != ids {
      let cursor = staysOnTop ? nil : list.index(ofNearest: viewport.cursor, in: ids)
      next.replace(count: list.count, cursor: cursor ?? 0, starts: starts)
    }
    return next
  }

  /// What the list asks of the store.
  var request: FetchRequest<Venue> { results.fetchRequest }

  /// The identities in the list on show, in its order.
  var listedIDs: FetchedIDs { ids }

  /// The identity under the cursor; nil in an empty list.
  var cursorID: ObjectID? {
    ids.indices.contains(viewport.cursor) ? ids[viewport.cursor] : nil
  }

  /// The venue under the cursor; nil when it has not been read.
  var cursorVenue: Venue? {
    results.objectIDs.indices.contains(viewport.cursor)
      ? results.loadedObject(atIndex: viewport.cursor) : nil
  }

  func openDetail() {
    withCursorVenue { self.detail.open($0, position: self.viewport) }
  }
}

extension VenueListScreen: FetchedResultsControllerDelegate {
  /// A venue that changed draws attention to itself for a moment.
  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    guard !settings.reducesMotion, type != .delete, state.flashing.count < 100 else { return }
    state.flashing.insert(object)
    context.later(.milliseconds(800)) { [weak self] in self?.state.flashing.remove(object) }
  }

  func controllerDidChangeContent<Element>(_ controller: FetchedResultsController<Element>) {
    reportDeletion(in: results.objectIDs)
    loader.listDidChange()
    map?.show(results.fetchRequest, radius: state.choices.radius)
    context.tasks.wake()
  }
}

extension VenueListScreen: MapScreenDelegate {
  func openMap() {
    let screen = MapScreen(context, savedMapState.flatMap { isShown($0) ? $0 : nil })
    screen.delegate = self
    screen.show(results.fetchRequest, radius: state.choices.radius)
    screen.show(cursorVenue, position: viewport)
    map = screen
    context.push(screen)
  }

  /// Whether a map was of the venues in the list.
  func isShown(_ map: SavedMapState) -> Bool {
    map.choices == state.choices && map.origin == state.origin
  }

  func mapScreenDidChange(_ screen: MapScreen) {
    savedMapState = SavedMapState(
      choices: state.choices, origin: state.origin, focus: screen.state.focus,
      shade: screen.state.chosenShade, venue: screen.state.venue?.objectID)
  }

  func mapScreen(_ screen: MapScreen, didMoveBy rows: Int) {
    move { $0.move(by: rows) }
  }

  func mapScreen(_ screen: MapScreen, didSelect id: ObjectID) {
    guard let row = ids.firstIndex(of: id) else { return }
    move { $0.move(to: row) }
  }

  func mapScreenDidOpen(_ screen: MapScreen) { openDetail() }

  func mapScreenDidFilter(_ screen: MapScreen) { openFilter() }
}

extension VenueListScreen: DetailScreenDelegate {
  func detailScreen(_ screen: DetailScreen, didMoveBy rows: Int) {
    move { $0.move(by: rows) }
  }

  /// The list does with the venue on show what its own key would do with the marked ones.
  func detailScreen(_ screen: DetailScreen, wants action: Action) {
    let ids = [cursorID].compactMap(\.self)
    switch action {
    case .favorite: toggleFavorite(of: ids)
    case .delete: deleteVenues(ids)
    case .copy: copy(ids, asJSON: false)
    case .copyJSON: copy(ids, asJSON: true)
    default: bindings.first { $0.action == action && $0.isEnabled }?.perform()
    }
  }

  func detailScreen(_ screen: DetailScreen, didLeaveFor mouse: MouseEvent) {
    context.pop(screen)
    if context.isListAlone { handle(mouse) }
  }
}
