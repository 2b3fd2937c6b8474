import FetchKit
import TerminalKit
import Venues

// MARK: - Detail

extension VenueListScreen: DetailScreenDelegate {
  /// Opens the details of the venue under the cursor once its row is loaded.
  func openDetail() {
    model.withCursorVenue {
      self.detail.open($0, position: self.model.viewport, self.surroundings)
    }
  }

  /// Opens the details of a venue, which may have left the list, or says that it was deleted.
  func openDetail(of id: ObjectID) {
    let row = model.ids.firstIndex(of: id)
    if let row { model.move { $0.move(to: row) } }
    context.open { [self] in
      guard let venue = try await commands.edits.venue(id) else {
        return context.notify(context.strings.isGone)
      }
      detail.open(venue, position: model.viewport, surroundings)
      if row == nil { detail.keepVenue() }
    }
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
    case .favorite: commands.toggleFavorite(of: ids)
    case .delete: commands.delete(ids, name: (open ?? model.cursorVenue)?.name)
    case .copy: commands.copy(ids, asJSON: false)
    case .copyJSON: commands.copy(ids, asJSON: true)
    default: if open.map({ perform(action, on: $0) }) != true { perform(action) }
    }
  }

  private func perform(_ action: Action) {
    bindings.first { $0.action == action && $0.isEnabled }?.perform()
  }

  /// Performs an action on a venue that is not in the list; returns false for actions on none.
  private func perform(_ action: Action, on venue: Venue) -> Bool {
    switch action {
    case .note: commands.editNote(of: venue)
    case .noteInEditor: commands.editNote(venue.note ?? "", of: venue)
    case .link: ListCommands(self).location.openLink(of: venue)
    case .links: ListCommands(self).location.openLinks(of: venue)
    default: return false
    }
    return true
  }

  func detailScreen(_ screen: DetailScreen, didLeaveFor mouse: MouseEvent) {
    context.pop(screen)
    if context.isListAlone { handle(mouse) }
  }
}

// MARK: - Changes of the open venue

extension VenueListScreen {
  /// Keeps the open venue when it leaves the list, and moves the cursor to it when it returns.
  func keepOpenVenue() {
    guard context.isOpen(detail), let id = detail.state.venue?.objectID else { return }
    guard let row = model.ids.firstIndex(of: id) else {
      detail.keepVenue()
      return updateOpenVenue()
    }
    guard detail.state.isOutsideList else { return }
    model.move { $0.move(to: row) }
    detail.followAgain()
  }

  /// Waits until the list and the open venue show the changes of the store.
  func showChanges() async {
    await model.showChanges()
    await updating?.value
  }

  /// Follows changes of the store besides those of the list.
  func storeDidChange() {
    updateOrigin()
    context.dropOutdatedNotice()
    if detail.state.isOutsideList { updateOpenVenue() }
  }

  /// Reads the open venue that is not in the list; a neighbor takes its place if it was deleted.
  private func updateOpenVenue() {
    guard let old = detail.state.venue, let id = old.objectID else { return }
    // The message about the user's own change says what happened.
    let isSaid = context.isChanging
    updating = context.tasks.start { [weak self, context, edits = commands.edits] in
      guard let stored = try? await edits.stored([id]), let self, detail.state.isOutsideList,
        detail.state.venue?.objectID == id
      else { return }
      detail.update(stored.first)
      if stored.isEmpty, !isSaid { context.notify(context.strings.deletedElsewhere(old.name)) }
    }
  }
}
