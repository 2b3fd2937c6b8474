/// Why an action is disabled.
nonisolated enum DisabledReason: Hashable, Sendable {
  case listIsEmpty
  case listIsLoading
  case nothingIsFiltered
  /// There is no selection, search or opened group.
  case nothingToLeave
  /// The same, but there is a filter, which this key does not clear.
  case filterStays
  case noLastFilter
  case noSections
  case noFiles
  case isFirst
  case isLast
  case venueIsGone
  /// The terminal has too few columns for a pane beside the list.
  case isTooNarrow
  case placeIsUnknown
  case noOwnPlace
  case nothingToChoose
  case nothingToComplete
  /// There are more venues than a walk can have stops.
  case tooManyStops
  /// The groups are not intervals of numbers.
  case noSteps
  case noCrossTable
  case isFirstColumn
  case helpIsOpen
  case questionIsOpen

  /// The action that resolves it; nil if there is none.
  var remedy: Action? {
    switch self {
    case .nothingToLeave: .quit
    case .filterStays: .clear
    case .noSections: .sections
    case .tooManyStops: .select
    case .noSteps: .chooseGrouping
    case .noCrossTable: .cross
    case .listIsEmpty, .listIsLoading, .nothingIsFiltered, .noLastFilter, .noFiles, .isFirst,
      .isLast, .venueIsGone, .isTooNarrow, .placeIsUnknown, .noOwnPlace, .nothingToChoose,
      .nothingToComplete, .isFirstColumn,
      .helpIsOpen, .questionIsOpen:
      nil
    }
  }
}
