import Venues

// What the hints of the filter say.
extension FilterScreen {
  /// The field that Enter edits; nil if Enter applies the filter.
  var editedByEnter: FilterField? {
    state.confirmedField == nil ? state.focusedField : nil
  }

  /// Whether the key to choose has an effect, and another one than Enter.
  var hintsChoosing: Bool {
    if case .sort(let option) = state.focus { return option.toggleHasEffect(on: state.sorts) }
    guard let field = editedByEnter else { return true }
    return field.range.map { state.isSet($0) || state.restores($0) } ?? false
  }

  /// What the key to choose does in the row of the cursor; nil for the usual.
  var wordForChoosing: String? {
    switch state.focus {
    case .field(.range(let filter)) where state.isSet(filter) || state.restores(filter):
      context.strings.sets(isSet: state.isSet(filter))
    case .price, .toggle, .open, .area, .name:
      state.isChosen(state.focus) ? context.strings.sets(isSet: true) : nil
    case .field(let field): context.strings.edits(field)
    case .sort(let option): context.strings.toggles(option, in: state.sorts)
    }
  }

  /// Adjusting matters most in the row of a range.
  var rankForAdjusting: Int? {
    state.wideningHasEffect ? state.focusedField == nil ? 6 : 4 : nil
  }

  var groupToRight: String? { row(toRight: true).map(groupTitle) }

  /// The title of the group after that of the cursor, or before it.
  func group(forwards: Bool) -> String? {
    state.nextGroup(forwards: forwards).map { groupTitle(of: state.rows[$0]) }
  }

  /// The title of the group of a row, as a hint.
  private func groupTitle(of row: FilterRow) -> String {
    context.strings.groupTitle(of: row).lowercased()
  }

  /// Searching matters more where a list does not show all names; nil outside of lists.
  var rankForSearching: Int? {
    state.focus.facet.map { state.visibleFacets?.hidden[$0] == 0 ? 8 : 4 }
  }

  /// What the keys to narrow and widen change in the row of the cursor.
  var wordForWidening: String {
    let strings = context.strings
    let range = state.focusedField?.range
    return strings.adjusts(range.map { strings.sortKey($0.keyPath) } ?? strings.radius)
  }
}
