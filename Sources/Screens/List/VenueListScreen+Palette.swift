import Venues

extension VenueListScreen {
  /// The filters that are on or off, each to be turned round.
  var commands: [PaletteCommand] {
    let strings = context.look.strings
    return ToggleFilter.allCases.map { toggle in
      PaletteCommand(item: MenuItem(strings.title(of: toggle), detail: strings.filters)) {
        self.turn(toggle)
      }
    }
  }

  private func turn(_ toggle: ToggleFilter) {
    var choices = state.choices
    choices.toggles.formSymmetricDifference([toggle])
    show(choices: choices)
  }
}
