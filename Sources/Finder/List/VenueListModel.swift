import FetchKit
import Foundation
import TerminalKit
import Venues

/// Receives the changes of a venue list.
protocol VenueListModelDelegate: AnyObject {
  /// The first rows are fetched, or are not needed before the rest.
  func listModelDidReadFirstRows()
  /// All rows of a request have been fetched.
  func listModelDidFetch()
  /// The store changed the list; the visible page still shows the old one.
  func listModelDidChange()
  /// A venue of the list was inserted, moved or changed.
  func listModel(didChange id: ObjectID)
  /// The visible page was replaced; `isNewList` tells whether it shows another list.
  func listModelDidUpdatePage(isNewList: Bool)
}

/// The venues of the list: the request, its results, and the rows around the cursor.
final class VenueListModel {
  /// The cursor's target in the next list.
  enum CursorIntent: Hashable {
    /// To the venue under it, or to a neighbor if that was removed.
    case sameVenue
    /// To the venue under it, or to the first row of another filter that removed it.
    case sameVenueOrFirst
    /// To the only venue that undoing a change restored, or to the venue under it, with the rows before it in view.
    case restoredVenue
    case firstRow
    /// To the last row, once all rows have been fetched.
    case lastRow
    /// To a venue, as soon as the list contains it.
    case venue(ListPosition)
  }

  /// The query of the list: filter, sort order and grouping.
  private struct Query: Hashable {
    let predicate: FetchPredicate?
    let sortDescriptors: [FetchSortDescriptor]
    let sectioning: VenueSectioning?
    let similar: SimilarWords?
    let origin: Origin

    /// Whether another query is for objects of the same entity.
    func hasEntity(of other: Query?) -> Bool {
      origin == other?.origin && sectioning == other?.sectioning && similar == other?.similar
    }
  }

  /// An action on a venue whose row is still loading.
  private struct PendingAction {
    let id: ObjectID
    let perform: (Venue) -> Void
  }

  weak var delegate: (any VenueListModelDelegate)?
  private let context: FinderContext
  private var results: FetchedResultsController<Venue>
  /// The controller for other sections or another origin, until its list has arrived.
  private var upcoming: FetchedResultsController<Venue>?
  /// The query that is shown or being fetched; nil before the first one, and after an error.
  private var query: Query?
  /// How the list of `results` is sectioned.
  private var sectioning: VenueSectioning?
  /// The list that `viewport` counts in; the controller may have a newer one.
  private(set) var ids = FetchedIDs()
  /// The viewport moved by keys; the page follows when its rows are loaded.
  private(set) var viewport = ListViewport()
  private(set) var page = VenueListState.Page()
  /// The revision of the rows of the page; nil while some are missing.
  private var pageRevision: Int?
  private var intent = CursorIntent.sameVenue
  /// The venues that have changed since a change was undone; nil if the cursor stays on its venue.
  private var restored: Set<ObjectID>?
  private var pending: PendingAction?
  private let loader: RowLoader
  private var fetching: Task<Void, Never>?
  /// Whether `results` has all rows of the query.
  private var hasFetched = false
  /// When the query changed that the page does not show yet; nil if it does.
  private(set) var awaitedSince: Duration?
  /// Whether that list has arrived, perhaps without its rows.
  private var hasArrived = false

  init(_ context: FinderContext) {
    self.context = context
    results = Self.controller(context)
    loader = RowLoader(results, context)
  }

  private static func controller(
    _ context: FinderContext, _ sectioning: VenueSectioning? = nil, _ similar: SimilarWords? = nil
  ) -> FetchedResultsController<Venue> {
    var entity = context.origin.entity
    if let sectioning { entity = sectioning.entity(entity) }
    if let similar { entity.attributes.append(similar.attribute) }
    var request = FetchRequest<Venue>(entity: entity)
    request.fetchBatchSize = RowLoader.batch
    let results = FetchedResultsController(
      request, store: context.store,
      sectionNameKeyPath: sectioning.map { _ in VenueSectioning.keyPath })
    results.refreshesInBackground = true
    return results
  }

  /// The request of the list.
  var request: FetchRequest<Venue> { results.fetchRequest }

  /// The ids of the newest list, which the page may not show yet.
  var newestIDs: FetchedIDs { results.objectIDs }

  /// The ids of the whole list of the last request; nil while it is being fetched.
  var fetchedIDs: FetchedIDs? { hasFetched ? newestIDs : nil }

  /// The venue under the cursor and the line it is on; nil in an empty list.
  var position: ListPosition? {
    cursorID.map { ListPosition(id: $0, line: viewport.cursor - viewport.top) }
  }

  /// The id under the cursor; nil in an empty list.
  var cursorID: ObjectID? {
    ids.indices.contains(viewport.cursor) ? ids[viewport.cursor] : nil
  }

  /// The venue under the cursor; nil when it has not been read.
  var cursorVenue: Venue? {
    // A newer list may have it in another row, which takes time to find.
    let row = newestIDs == ids ? viewport.cursor : cursorID.flatMap { results.index(of: $0) }
    return row.flatMap { results.loadedObject(atIndex: $0) }
  }

  /// Waits for pending changes of the store to reach the list; returns false without any.
  func waitForChanges() async -> Bool {
    let old = loader.revision
    await results.waitForChanges()
    return loader.revision != old
  }

  /// Waits until the page shows the pending changes of the store.
  func showChanges() async {
    _ = await waitForChanges()
    update()
    await loader.waitForRows()
    update()
  }
}

// MARK: - Fetching

extension VenueListModel {
  /// Starts from the user's location before anything is fetched.
  func reset() {
    results = Self.controller(context)
    loader.results = results
  }

  /// Fetches the list, unless it is the one that is shown or being fetched.
  func fetch(
    _ predicate: FetchPredicate?, _ sortDescriptors: [FetchSortDescriptor],
    sectioning: VenueSectioning?, similar: SimilarWords? = nil
  ) {
    let new = Query(
      predicate: predicate, sortDescriptors: sortDescriptors, sectioning: sectioning,
      similar: similar, origin: context.origin)
    guard new != query else { return }
    if query == nil || !new.hasEntity(of: query) {
      upcoming = Self.controller(context, sectioning, similar)
    }
    query = new
    hasFetched = false
    if page.isLoaded { awaitedSince = context.clock() }
    hasArrived = false
    if [.lastRow, .sameVenue, .restoredVenue].contains(intent), ids.count > 0 {
      intent = .sameVenueOrFirst
    }
    let results = upcoming ?? results
    results.delegate = self
    results.fetchRequest.predicate = predicate
    results.fetchRequest.sortDescriptors =
      (sectioning.map { [$0.descriptor] } ?? []) + sortDescriptors
    fetching?.cancel()
    fetching = context.tasks.start { [self] in await perform(results) }
  }

  private func perform(_ controller: FetchedResultsController<Venue>) async {
    do {
      let hasArrived = try await controller.performFetch(
        first: RowLoader.first, wantsFirst: showsFirst,
        didShowFirst: {
          didFetch(controller)
          await readFirstRows()
        })
      if hasArrived, !Task.isCancelled { hasFetched = true }
      if hasArrived {
        didFetch(controller)
        update()
        await loader.waitForRows()
      }
    } catch {
      if !Task.isCancelled {
        query = nil
        awaitedSince = nil
      }
      context.report(error)
    }
    delegate?.listModelDidReadFirstRows()
  }

  /// Whether to show the first rows of a list before the others have been fetched.
  private func showsFirst(_ first: FetchedIDs) -> Bool {
    let shows =
      switch intent {
      case .venue(let position): first.firstIndex(of: position.id) != nil
      case .firstRow: true
      case .sameVenue, .sameVenueOrFirst, .restoredVenue, .lastRow:
        ids.isEmpty || cursorID.map { first.firstIndex(of: $0) != nil } ?? false
      }
    if !shows { delegate?.listModelDidReadFirstRows() }
    return shows
  }

  /// Loads the visible rows before other requests.
  private func readFirstRows() async {
    update()
    await loader.waitForRows()
    context.tasks.wake()
    delegate?.listModelDidReadFirstRows()
  }

  private func didFetch(_ controller: FetchedResultsController<Venue>) {
    if controller !== results {
      guard controller === upcoming else { return }
      results.delegate = nil
      results = controller
      sectioning = query?.sectioning
      loader.results = controller
      upcoming = nil
    }
    page.isLoaded = true
    hasArrived = true
    if results.objectIDs == ids, intent == .sameVenueOrFirst { intent = .sameVenue }
    loader.listDidChange()
    if results.isComplete { delegate?.listModelDidFetch() }
  }
}

extension VenueListModel: FetchedResultsControllerDelegate {
  func controller(
    _ controller: FetchedResultsController<Venue>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    guard type != .delete, isShown(controller) else { return }
    if intent == .restoredVenue { restored?.insert(object) }
    delegate?.listModel(didChange: object)
  }

  func controllerDidChangeContent(_ controller: FetchedResultsController<Venue>) {
    guard isShown(controller) else { return }
    delegate?.listModelDidChange()
    loader.listDidChange()
    context.tasks.wake()
  }

  private func isShown(_ controller: AnyObject) -> Bool { controller === results }
}

// MARK: - Rows

extension VenueListModel {
  func resize(height: Int) { viewport.resize(height: height) }

  /// Requests the rows of the viewport and shows them when all are loaded.
  func update() {
    let list = results.objectIDs
    let isNew = list != ids
    let sections = isNew ? newestSections : page.sections
    let (next, isFulfilled) = viewport(in: list, sections, isNew: isNew)
    loader.load(around: next.visible, height: next.height)
    guard let rows = rows(next.visible) else { return }
    ids = list
    viewport = next
    if isFulfilled { intent = .sameVenue }
    if hasArrived { awaitedSince = nil }
    page = VenueListState.Page(
      viewport: next, rows: rows, sections: sections,
      sectioning: isNew ? sectioning : page.sectioning, isLoaded: page.isLoaded,
      isComplete: results.isComplete)
    delegate?.listModelDidUpdatePage(isNewList: isNew)
    performPending()
  }

  /// The rows of the next page, which are those of this one if nothing has changed; nil while some are loading.
  private func rows(_ places: Range<Int>) -> [Venue?]? {
    if places == page.viewport.visible, loader.revision == pageRevision { return page.rows }
    guard let venues = loader.rows(places) else { return nil }
    pageRevision = venues.contains { $0 == nil } ? nil : loader.revision
    return venues
  }

  private var newestSections: [ListSection] {
    results.sectionNameKeyPath == nil ? [] : [ListSection](results.sections)
  }

  /// The viewport in a list, with the cursor at its new row, and whether that fulfills the intent.
  private func viewport(
    in list: FetchedIDs, _ sections: [ListSection], isNew: Bool
  ) -> (ListViewport, isFulfilled: Bool) {
    var next = viewport
    var line: Int?
    let cursor: Int?
    switch intent {
    case .lastRow: cursor = results.isComplete ? list.count - 1 : nil
    case .venue(let position):
      cursor = list.firstIndex(of: position.id)
      line = position.line
    case .firstRow: cursor = isNew ? 0 : nil
    case .sameVenueOrFirst:
      cursor = isNew ? cursorID.flatMap { list.firstIndex(of: $0) } ?? 0 : nil
      line = cursor.map(next.line)
    case .restoredVenue:
      let venue = restored?.count == 1 ? restored?.first : nil
      let restored = venue.flatMap(list.firstIndex)
      cursor = restored ?? (isNew ? list.index(ofNearest: next.cursor, in: ids) ?? 0 : nil)
      line = cursor.map(next.line)
    case .sameVenue: cursor = nil
    }
    if cursor != nil || isNew {
      next.replace(
        count: list.count, cursor: cursor ?? list.index(ofNearest: next.cursor, in: ids) ?? 0,
        line: cursor == nil ? nil : line, starts: sections.map(\.start))
    }
    return (next, cursor != nil)
  }
}

// MARK: - Cursor

extension VenueListModel {
  /// Moves the cursor or the viewport, which replaces any other intent.
  func move(_ change: (inout ListViewport) -> Void) {
    intent = .sameVenue
    pending = nil
    change(&viewport)
  }

  /// Moves the cursor to the last row, and again after all rows have been fetched.
  func moveToEnd() {
    move { $0.move(to: $0.count - 1) }
    if !results.isComplete { intent = .lastRow }
  }

  /// Moves the cursor to a venue as soon as the list contains it.
  func move(to position: ListPosition?) {
    intent = position.map(CursorIntent.venue) ?? .sameVenue
  }

  /// Keeps the cursor on the first row if it is there, or from anywhere moves it there: sorting from there shows the
  /// new first row.
  func stayOnFirstRow(isAnywhere: Bool = false) {
    switch intent {
    case .sameVenue, .sameVenueOrFirst, .restoredVenue, .lastRow:
      if isAnywhere || viewport.cursor == 0 { intent = .firstRow }
    case .firstRow, .venue: break
    }
  }

  /// Shows what the next change of the list restores; moves the cursor there if that is one venue and it may.
  func showRestored(movesCursor: Bool) {
    restored = movesCursor ? [] : nil
    if intent == .sameVenue { intent = .restoredVenue }
  }

  /// Performs an action on the venue under the cursor, whose row may still be loading.
  func withCursorVenue(_ action: @escaping (Venue) -> Void) {
    if let venue = cursorVenue { return action(venue) }
    pending = cursorID.map { PendingAction(id: $0, perform: action) }
  }

  /// Performs the pending action once its row is loaded, unless the cursor has moved.
  private func performPending() {
    guard let pending, pending.id == cursorID, let venue = cursorVenue else { return }
    self.pending = nil
    context.tasks.start { [context] in
      if context.isListAlone { pending.perform(venue) }
    }
  }
}
