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

  /// A number goes to the row that has it, or to the last one.
  func command(for text: String) -> PaletteCommand? {
    let count = state.page.window.count
    guard count > 0, let number = Int(text), number > 0 else { return nil }
    let row = min(number, count)
    let strings = context.look.strings
    let figures = strings.figures
    let position = "\(figures.count(row))/\(figures.count(count))"
    return PaletteCommand(item: MenuItem(strings.goToRow(row), detail: position)) {
      self.move { $0.move(to: row - 1) }
    }
  }

  private func turn(_ toggle: ToggleFilter) {
    var choices = state.choices
    choices.toggles.formSymmetricDifference([toggle])
    show(choices: choices)
  }
}
