import FetchKit
import TerminalKit
import Venues

/// The details of the venue under the list's cursor, or of an open one that has left the list.
final class ListDetail {
  private unowned let list: VenueListScreen
  /// Opened, or beside the list.
  let screen: DetailScreen
  /// Reads the open venue that has left the list.
  private var updating: Task<Void, Never>?

  init(_ list: VenueListScreen) {
    self.list = list
    screen = DetailScreen(list.context)
    screen.delegate = self
  }

  private var context: FinderContext { list.context }
  private var model: VenueListModel { list.model }

  /// Opens the details of the venue under the cursor once its row is loaded.
  func open() { model.withCursorVenue { [list] in list.detail.open($0) } }

  /// Opens the details of a venue, which may have left the list, or says that it was deleted.
  func open(_ id: ObjectID) {
    let row = model.ids.firstIndex(of: id)
    if let row { model.move { $0.move(to: row) } }
    context.open { [self, list] in
      guard let venue = try await list.commands.edits.venue(id) else {
        return context.notify(context.strings.isGone)
      }
      open(venue)
      if row == nil { screen.keepVenue() }
    }
  }

  private func open(_ venue: Venue) {
    screen.open(venue, position: model.viewport)
  }
}

// MARK: - Changes of the list and the store

extension ListDetail {
  /// Shows the venue under the cursor; in a new list, keeps the open one if it has left.
  func follow(isNewList: Bool) {
    screen.follow(model.cursorVenue, position: model.viewport)
    if isNewList { keepOpenVenue() }
  }

  /// Keeps the open venue when it leaves the list, and moves the cursor to it when it returns.
  private func keepOpenVenue() {
    guard context.stack.isOpen(screen), let id = screen.state.venue?.objectID else { return }
    guard let row = model.ids.firstIndex(of: id) else {
      screen.keepVenue()
      return updateOpenVenue()
    }
    guard screen.state.isOutsideList else { return }
    model.move { $0.move(to: row) }
    screen.followAgain()
  }

  func storeDidChange() {
    if screen.state.isOutsideList { updateOpenVenue() }
  }

  /// Reads the open venue that is not in the list; a neighbor takes its place if it was deleted.
  private func updateOpenVenue() {
    guard let old = screen.state.venue, let id = old.objectID else { return }
    // The message about the user's own change says what happened.
    let isSaid = context.isChanging
    updating = context.tasks.start { [screen, context, edits = list.commands.edits] in
      guard let stored = try? await edits.stored([id]), screen.state.isOutsideList,
        screen.state.venue?.objectID == id
      else { return }
      screen.update(stored.first)
      if stored.isEmpty, !isSaid { context.notify(context.strings.deletedElsewhere(old.name)) }
    }
  }

  /// Waits until the open venue shows the changes of the store.
  func showChanges() async { await updating?.value }
}

// MARK: - The delegate of the detail screen

extension ListDetail: DetailScreenDelegate {
  func surroundings(for screen: DetailScreen) -> DetailState.Surroundings {
    var surroundings = DetailState.Surroundings(radius: list.state.choices.walkingRadius)
    for row in list.page.rows {
      guard let row, let point = row.mapPoint else { continue }
      surroundings.neighbors.append(point)
      surroundings.names[point.id] = row.name
    }
    return surroundings
  }

  func detailScreen(_ screen: DetailScreen, didMoveBy rows: Int) {
    model.move { $0.move(by: rows) }
  }

  /// Performs an action of the list with the venue of the detail screen instead of the selection.
  func detailScreen(_ screen: DetailScreen, didRequest action: Action) {
    // After keys that moved the cursor, the screen may not show its venue yet.
    let open = screen.state.isOutsideList ? screen.state.venue : nil
    let ids = [open?.objectID ?? model.cursorID].compactMap(\.self)
    switch action {
    case .favorite: list.commands.toggleFavorite(of: ids)
    case .delete: list.commands.delete(ids, name: (open ?? model.cursorVenue)?.name)
    case .copy: list.commands.copy(ids, asJSON: false)
    case .copyJSON: list.commands.copy(ids, asJSON: true)
    default:
      if let open, perform(action, on: open) { return }
      list.bindings { $0 == action }.first(where: \.isEnabled)?.perform()
    }
  }

  /// Performs an action on a venue that is not in the list; returns false for actions on none.
  private func perform(_ action: Action, on venue: Venue) -> Bool {
    switch action {
    case .edit: list.commands.editValues(of: venue)
    case .note: list.commands.editNote(of: venue)
    case .noteInEditor: list.commands.editNote(venue.note ?? "", of: venue)
    case .link: ListCommands(list).location.openLink(of: venue)
    case .links: ListCommands(list).location.openLinks(of: venue)
    default: return false
    }
    return true
  }

  func detailScreen(_ screen: DetailScreen, didLeaveFor mouse: MouseEvent) {
    context.pop(screen)
    if context.isListAlone { list.handle(mouse) }
  }
}
