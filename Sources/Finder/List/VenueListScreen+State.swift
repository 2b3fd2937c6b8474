import FetchKit
import Venues

extension VenueListScreen {
  /// Goes on where the finder was left; what was asked for at the start comes first.
  func recall() {
    guard let keeper = context.stateStore else { return }
    let memory = keeper.load().flatMap(FinderState.init)
    context.preferences = FinderPreferences(settings, memory)
    guard let memory else {
      state.hints = Self.firstHints
      return
    }
    remembered = memory
    state.columns = memory.columns
    if let place = memory.coordinate, !settings.hasOwnPlace {
      context.origin = .place(place)
      state.placeName = memory.placeName
    }
    if !settings.hasQuery { recall(memory) }
    begin()
  }

  /// What a newcomer should know.
  private static let firstHints: Set<Action> = [.filter, .search, .help]

  /// What was used needs no hint any more.
  func didUse(_ action: Action) { state.hints.remove(action) }

  private func recall(_ memory: FinderState) {
    let sorts = memory.sorts.compactMap { SortChoice(text: $0) }
    if !sorts.isEmpty { state.sorts = sorts }
    let radius = state.choices.radius
    state.choices = memory.choices.choices(in: context.store)
    if !state.choices.toggles.contains(.walking) { state.choices.radius = radius }
    state.sectioning = memory.sectioning
    state.isRecalled = !state.choices.isEmpty || state.sorts != .standard || state.sectioning != nil
    select(memory.place)
    savedMapState = memory.map.map {
      SavedMapState(
        choices: state.choices, origin: context.origin, focus: $0.focus, shade: $0.shade,
        venue: memory.place?.id)
    }
  }

  /// What the next start goes on with; nil when there is nothing to go on with.
  var memory: FinderState? {
    guard state.page.isLoaded else { return nil }
    var memory = FinderState()
    memory.columns = state.columns
    memory.sectioning = state.sectioning
    memory.choices = SavedChoices(state.choices)
    memory.sorts = state.sorts.map(\.text)
    let isOwn = !settings.hasOwnPlace && state.origin != settings.origin
    memory.coordinate = isOwn ? state.origin.coordinate : nil
    memory.placeName = isOwn ? state.placeName : nil
    memory.place = snapshot.place
    memory.map = savedMapState.flatMap { isShown($0) ? SavedMapView($0) : nil }
    memory.showsDetail = context.preferences.showsDetail
    // What every start asks for leaves what was kept before it alone.
    memory.theme = settings.theme == nil ? context.preferences.theme.rawValue : remembered?.theme
    memory.usesMouse =
      settings.usesMouse == nil ? context.preferences.usesMouse : remembered?.usesMouse
    return memory
  }

  /// Keeps what the next start goes on with.
  func remember() async {
    if let data = memory?.data { await context.stateStore?.keep(data) }
  }
}
