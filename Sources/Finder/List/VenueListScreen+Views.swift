import TerminalKit
import FetchKit
import Venues

// MARK: - Undoing views

extension VenueListScreen {
  /// Adds the current view to the history, unless it is still being chosen.
  func recordView() {
    if context.isListAlone, state.search == nil { views.record(ListView(state)) }
  }

  /// Undoes or redoes the last change of the view.
  func moveView(undoing: Bool) {
    recordView()
    let strings = context.strings
    guard let step = undoing ? views.undo() : views.redo() else {
      return context.notify(undoing ? strings.noViewToUndo : strings.noViewToRedo)
    }
    restore(undoing ? step.before : step.after)
    let name = step.name(context.render)
    context.notify(undoing ? strings.undone(name, redoKey: nil) : strings.redone(name))
  }

  /// The message when there is no change to undo: it names the key that undoes the last view change.
  var nothingToUndo: String {
    let strings = context.strings
    guard let key = context.keyName(of: .undoView), let step = views.last else {
      return strings.nothingToUndo
    }
    return strings.nothingToUndo(butView: step.name(context.render), key: key)
  }

  private func restore(_ view: ListView) {
    forgetGroup()
    state.columns = view.columns
    state.selection = view.selection
    state.placeName = view.placeName
    if view.origin != state.origin { setOrigin(view.origin, named: view.placeName) }
    show(choices: view.choices, sorts: view.sorts, sectioning: .some(view.sectioning))
    pruneSelection()
  }
}

// MARK: - State between runs

extension VenueListScreen {
  /// Restores the state of the last session, which settings override.
  func restoreLastState() {
    guard let store = context.stateStore else { return }
    let last = store.load().flatMap(FinderState.init)
    context.preferences = FinderPreferences(settings, last)
    guard let last else {
      state.isWelcome = true
      return
    }
    lastState = last
    state.columns = last.columns
    if let place = last.coordinate, !settings.hasOwnPlace {
      context.origin = .place(place)
      state.placeName = last.placeName
    }
    if !settings.hasQuery { restoreView(of: last) }
    state.origin = context.origin
    model.reset()
  }

  private func restoreView(of last: FinderState) {
    let sorts = last.sorts.compactMap { SortChoice(text: $0) }
    if !sorts.isEmpty { state.sorts = sorts }
    let radius = state.choices.radius
    state.choices = last.choices.choices
    if let condition = last.choices.condition, state.choices.condition == nil {
      context.warn(context.strings.notRestored(condition))
    }
    if !state.choices.toggles.contains(.walking) { state.choices.radius = radius }
    state.sectioning = last.sectioning
    state.isRestored = !state.choices.isEmpty || state.sorts != .standard || state.sectioning != nil
    model.move(to: last.position)
    savedMapState = last.map.map {
      SavedMapState(
        choices: state.choices, origin: context.origin, focus: $0.focus, shade: $0.shade,
        venue: last.position?.id)
    }
  }

  /// Reads the time zones of the restored open filter; clears it if that fails.
  func updateRestoredOpenFilter() async {
    let store = context.store
    do {
      state.choices.open = try await Task.detached { try OpenMoment.now(in: store) }.value
    } catch {
      state.choices.open = nil
      context.report(error)
    }
    savedMapState?.choices = state.choices
  }

  /// Saves the state for the next start.
  func saveState() async {
    if page.isLoaded, let data = FinderState(self).data { await context.stateStore?.keep(data) }
  }
}

// MARK: - Selection

extension VenueListScreen {
  /// Deselects venues that are no longer in the list, unless that is still being fetched.
  func pruneSelection() {
    guard !state.selection.isEmpty, let ids = model.fetchedIDs else { return }
    state.selection.remove { ids.firstIndex(of: $0) == nil }
    // Canceling the preview restores the selection.
    if state.choices == views.current.choices {
      views.forget { ids.firstIndex(of: $0) == nil }
    }
  }
}
