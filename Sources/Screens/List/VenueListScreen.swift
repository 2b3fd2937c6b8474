import FetchKit
import Terminal
import Venues

/// The list of venues: it owns the results controller, and asks it anew when other screens say so.
final class VenueListScreen: Screen {
  let context: FinderContext
  private let results: FetchedResultsController<Venue>
  private(set) var state = VenueListState()

  /// The list that `window` counts in; the controller may have a newer one already.
  private var ids = FetchedIDs()
  /// The window as the keys moved it; the page in the state follows when its rows are there.
  private var window = ListWindow()
  /// Where the cursor goes as soon as the list has it.
  private var target: ListPlace?
  private var loader: RowLoader
  private var fetching: Task<Void, Never>?
  private var counting: Task<Void, Never>?
  private var observation: StoreObservation?

  /// What was there before the search that is being typed, or the filter that is being chosen.
  var before: ListSnapshot?
  var lastClick: (row: Int, time: Duration)?
  var area = Rect(.zero)
  private weak var detail: DetailScreen?

  init(_ context: FinderContext, choices: FilterChoices, sorts: [SortChoice]) {
    self.context = context
    var request = FetchRequest<Venue>(entity: context.origin.entity)
    request.fetchBatchSize = RowLoader.batch
    results = FetchedResultsController(request, store: context.store)
    results.refreshesInBackground = true
    loader = RowLoader(results, context)
    state.origin = context.origin
    state.choices = choices
    state.sorts = sorts.isEmpty ? .standard : sorts
  }

  var name: String { context.look.strings.appName }

  /// Begins to fetch, and follows the store from now on.
  func start() {
    results.delegate = self
    observation = context.store.observe(Venue.entity) { [weak self] in self?.recount() }
    show()
  }

  /// Waits for changes of the store that are on their way into the list; false when there were none.
  func waitForChanges() async -> Bool {
    let old = loader.revision
    await results.waitForChanges()
    return loader.revision != old
  }

  func layout(in area: Rect) {
    self.area = area
    window.resize(height: VenueListFrame(area).rows.rows)
    refreshPage()
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    VenueListView(state: state, look: context.look, keymap: context.keymap)
      .draw(on: &canvas, in: area)
  }
}

// MARK: - What is shown

extension VenueListScreen {
  /// The choices and the order, and where the cursor is.
  var snapshot: ListSnapshot {
    let place =
      ids.indices.contains(window.cursor)
      ? ListPlace(id: ids[window.cursor], line: window.cursor - window.top) : nil
    return ListSnapshot(choices: state.choices, sorts: state.sorts, place: place)
  }

  /// Shows what other choices or another order give; nil leaves either as it is.
  func show(choices: FilterChoices? = nil, sorts: [SortChoice]? = nil) {
    state.choices = choices ?? state.choices
    state.sorts = sorts ?? state.sorts
    refetch(state.choices.predicate, state.sorts.descriptors)
  }

  /// Shows what another screen chose, by the predicate and the order that it made of it.
  func show(
    _ choices: FilterChoices, _ sorts: [SortChoice], predicate: FetchPredicate?,
    sortDescriptors: [FetchSortDescriptor]
  ) {
    state.choices = choices
    state.sorts = sorts
    refetch(predicate, sortDescriptors)
  }

  /// Goes back to choices, order and place as they were.
  func restore(_ snapshot: ListSnapshot) {
    show(choices: snapshot.choices, sorts: snapshot.sorts)
    target = snapshot.place
  }

  func setSearch(_ field: TextField?) { state.search = field }

  /// Moves the cursor or the window, which ends any wish to go elsewhere.
  func move(_ change: (inout ListWindow) -> Void) {
    target = nil
    change(&window)
  }

  private func refetch(_ predicate: FetchPredicate?, _ sortDescriptors: [FetchSortDescriptor]) {
    results.fetchRequest.predicate = predicate
    results.fetchRequest.sortDescriptors = sortDescriptors
    fetching?.cancel()
    fetching = context.work.start { [self] in
      do {
        if try await results.performFetch() { listDidArrive() }
      } catch {
        context.report(error)
      }
    }
    recount()
  }

  private func listDidArrive() {
    state.page.isLoaded = true
    loader.listDidChange()
  }

  /// Counts and sums anew; the old figures stay, dimmed, until the new ones are there.
  private func recount() {
    state.areFiguresCurrent = false
    counting?.cancel()
    counting = context.work.start { [self, choices = state.choices] in
      do {
        let figures = try await ListFigures.fetch(
          choices, in: context.origin.entity, from: context.store)
        guard !Task.isCancelled else { return }
        state.figures = figures
        state.areFiguresCurrent = true
      } catch {
        context.report(error)
      }
    }
  }
}

// MARK: - Rows

extension VenueListScreen {
  /// Takes over the controller's list and the rows of the window when all of them have been read.
  private func refreshPage() {
    let list = results.objectIDs
    let next = window(in: list)
    loader.load(around: next.visible, height: next.height)
    guard let rows = loader.rows(next.visible) else { return }
    ids = list
    window = next
    if let target, list.firstIndex(of: target.id) != nil { self.target = nil }
    state.page = VenueListState.Page(
      window: next, rows: rows.map { $0.map(VenueRow.init) }, isLoaded: state.page.isLoaded)
    detail?.show(selectedVenue, position: next)
  }

  /// The window in a newer list: its cursor stays on its venue, or goes to a neighbour.
  private func window(in list: FetchedIDs) -> ListWindow {
    var next = window
    if let target, let index = list.firstIndex(of: target.id) {
      next.replace(count: list.count, cursor: index, line: target.line)
    } else if list != ids {
      next.replace(
        count: list.count, cursor: list.index(ofNearest: window.cursor, in: ids) ?? 0)
    }
    return next
  }

  private var selectedVenue: Venue? {
    results.objectIDs.indices.contains(window.cursor)
      ? results.loadedObject(atIndex: window.cursor) : nil
  }

  func openDetail() {
    guard let venue = selectedVenue else { return }
    let screen = DetailScreen(context)
    screen.delegate = self
    screen.show(venue, position: window)
    detail = screen
    context.push(screen)
  }

  func toggleFavorite() {
    guard let venue = selectedVenue else { return }
    guard !context.store.isReadOnly else {
      context.notice = context.look.strings.readOnly
      return
    }
    context.work.start { [context] in
      do {
        try await context.store.setFavorite(!venue.favorite, ofVenue: venue.id)
      } catch {
        context.report(error)
      }
    }
  }
}

extension VenueListScreen: FetchedResultsControllerDelegate {
  func controllerDidChangeContent<Element>(_ controller: FetchedResultsController<Element>) {
    loader.listDidChange()
    context.work.wake()
  }
}

extension VenueListScreen: DetailScreenDelegate {
  func detailScreen(_ screen: DetailScreen, didMoveBy rows: Int) {
    move { $0.move(by: rows) }
  }

  func detailScreenDidToggleFavorite(_ screen: DetailScreen) {
    toggleFavorite()
  }
}
