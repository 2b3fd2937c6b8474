import FetchKit
import Venues

extension VenueListScreen {
  /// Goes on where the finder was left; what was asked for at the start comes first.
  func recall() {
    guard let keeper = context.memory else { return }
    let memory = keeper.load().flatMap(FinderMemory.init)
    context.habits = FinderHabits(settings, memory)
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
    if !settings.hasWishes { recall(memory) }
    begin()
  }

  /// What a newcomer should know.
  private static let firstHints: Set<Action> = [.filter, .search, .help]

  /// What was used needs no hint any more.
  func didUse(_ action: Action) { state.hints.remove(action) }

  private func recall(_ memory: FinderMemory) {
    let sorts = memory.sorts.compactMap { SortChoice(text: $0) }
    if !sorts.isEmpty { state.sorts = sorts }
    let radius = state.choices.radius
    state.choices = memory.choices.choices(in: context.store)
    if !state.choices.toggles.contains(.walking) { state.choices.radius = radius }
    state.sectioning = memory.sectioning
    state.isRecalled = !state.choices.isEmpty || state.sorts != .standard || state.sectioning != nil
    select(memory.place)
    leftMap = memory.map.map {
      LeftMap(
        choices: state.choices, origin: context.origin, focus: $0.focus, shade: $0.shade,
        venue: memory.place?.id)
    }
  }

  /// What the next start goes on with; nil when there is nothing to go on with.
  var memory: FinderMemory? {
    guard state.page.isLoaded else { return nil }
    var memory = FinderMemory()
    memory.columns = state.columns
    memory.sectioning = state.sectioning
    memory.choices = RememberedChoices(state.choices)
    memory.sorts = state.sorts.map(\.text)
    let isOwn = !settings.hasOwnPlace && state.origin != settings.origin
    memory.coordinate = isOwn ? state.origin.coordinate : nil
    memory.placeName = isOwn ? state.placeName : nil
    memory.place = snapshot.place
    memory.map = leftMap.flatMap { isShown($0) ? RememberedMap($0) : nil }
    memory.showsDetail = context.habits.showsDetail
    // What every start asks for leaves what was kept before it alone.
    memory.theme = settings.theme == nil ? context.habits.theme.rawValue : remembered?.theme
    memory.usesMouse =
      settings.usesMouse == nil ? context.habits.usesMouse : remembered?.usesMouse
    return memory
  }

  /// Keeps what the next start goes on with.
  func remember() async {
    if let data = memory?.data { await context.memory?.keep(data) }
  }
}
