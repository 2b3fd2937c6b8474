/// What a user turns by a key, and finds again the next time.
struct FinderHabits: Hashable {
  /// The colors.
  var theme = ThemeName.auto
  /// Whether the mouse is reported.
  var usesMouse = true
  /// Whether the detail stands beside the list where there is room.
  var showsDetail = true

  /// What is asked for at the start, else what was kept.
  init(_ settings: FinderSettings, _ memory: FinderMemory?) {
    theme = settings.theme ?? memory?.theme.flatMap(ThemeName.init) ?? theme
    usesMouse = settings.usesMouse ?? memory?.usesMouse ?? usesMouse
    showsDetail = memory?.showsDetail ?? showsDetail
  }
}
