import FetchKit
import TerminalKit
import Venues

/// The state of the list between runs.
struct ListSession {
  private let list: VenueListScreen

  init(_ list: VenueListScreen) { self.list = list }

  /// Restores the state of the last session, which settings override.
  func restore() {
    guard let store = list.context.stateStore else { return }
    let last = store.load().flatMap(FinderState.init)
    list.context.preferences = FinderPreferences(list.settings, last)
    guard let last else {
      list.state.isWelcome = true
      return
    }
    list.lastState = last
    list.context.drafts = last.drafts ?? [:]
    list.state.columns = last.columns
    if let place = last.coordinate, !list.settings.hasLocation {
      list.context.origin = .place(place)
      list.state.placeName = last.placeName
    }
    list.state.origin = list.context.origin
    if !list.settings.hasQuery { restoreView(of: last) }
    list.model.reset()
  }

  private func restoreView(of last: FinderState) {
    let sorts = last.sorts.compactMap { SortChoice(text: $0) }
    if !sorts.isEmpty { list.state.sorts = sorts }
    let radius = list.state.choices.radius
    list.state.choices = last.choices.choices
    if let condition = last.choices.condition, list.state.choices.condition == nil {
      list.context.warn(list.context.strings.notRestored(condition))
    }
    if let template = last.template?.choices, !template.predicate.variables.isEmpty {
      list.state.filled = FilledFilter(template: template, filled: list.state.choices)
    }
    if !list.state.choices.toggles.contains(.walking) { list.state.choices.radius = radius }
    list.state.sectioning = last.sectioning
    list.state.isRestored =
      !list.state.choices.isEmpty || list.state.sorts != .standard || list.state.sectioning != nil
    list.model.move(to: last.position)
    list.map.restore(last.map, venue: last.position?.id)
  }

  /// Reads the time zones of the restored open filter; clears it if that fails.
  func updateOpenFilter() async {
    let store = list.context.store
    do {
      list.state.choices.open = try await Task.detached { try OpenMoment.now(in: store) }.value
    } catch {
      list.state.choices.open = nil
      list.context.report(error)
    }
    list.map.saved?.choices = list.state.choices
  }

  /// Saves the state for the next start.
  func save() async {
    if list.page.isLoaded, let data = FinderState(list).data {
      await list.context.stateStore?.keep(data)
    }
  }
}
