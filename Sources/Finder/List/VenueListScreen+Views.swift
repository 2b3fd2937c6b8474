import Venues

extension VenueListScreen {
  /// Keeps what is shown, to be come back to, unless it is being chosen still.
  func noteView() {
    if context.isListAlone, state.search == nil { views.note(ListView(state)) }
  }

  /// Takes back the last change of what is shown, or makes it again.
  func moveView(undoing: Bool) {
    noteView()
    let strings = context.strings
    guard let step = undoing ? views.undo() : views.redo() else {
      return context.notify(undoing ? strings.noViewToUndo : strings.noViewToRedo)
    }
    restore(undoing ? step.before : step.after)
    let name = name(of: step)
    context.notify(undoing ? strings.undone(name, redoKey: nil) : strings.redone(name))
  }

  /// A change by its part, and by what it was changed to.
  func name(of step: ViewHistory.Step) -> String {
    let strings = context.strings
    let view = step.after
    let words = FilterSummary(render: context.render)
    let value: String? =
      switch step.part {
      case .place: strings.origin(view.origin, named: view.placeName)
      case .search, .filter: words.filter(view.choices) ?? strings.allVenues
      case .order: words.order(view.sorts).first
      case .sections: view.sectioning.map(strings.title) ?? strings.noSections
      case .columns: nil
      case .selection: strings.marked(view.selection.count)
      }
    return [strings.name(of: step.part), value].compactMap(\.self)
      .joined(separator: context.symbols.separator)
  }

  private func restore(_ view: ListView) {
    drilled = nil
    state.columns = view.columns
    state.selection = view.selection
    state.placeName = view.placeName
    if view.origin != state.origin { setOrigin(view.origin, named: view.placeName) }
    let isSame =
      view.choices == state.choices && view.sorts == state.sorts
      && view.sectioning == state.sectioning
    guard !isSame else { return }
    show(choices: view.choices, sorts: view.sorts, sectioning: .some(view.sectioning))
  }
}
