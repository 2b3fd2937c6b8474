/// Why a key that means something on a screen does nothing right now.
nonisolated enum DisabledReason: Hashable, Sendable {
  case listIsEmpty
  case listIsLoading
  case nothingIsFiltered
  /// Nothing is marked or searched, and no group was gone into.
  case nothingToLeave
  /// The same, but there is a filter, which this key does not end.
  case filterStays
  case noLastFilter
  case noSections
  case noFiles
  case isFirst
  case isLast
  case venueIsGone
  /// The terminal has too few columns for something beside the list.
  case isTooNarrow
  case placeIsUnknown
  case noOwnPlace
  case nothingToChoose
  case nothingToComplete
  case helpIsOpen
  case questionIsOpen

  /// What helps out of it; nil when nothing does.
  var remedy: Action? {
    switch self {
    case .nothingToLeave: .quit
    case .filterStays: .clear
    case .noSections: .sections
    case .listIsEmpty, .listIsLoading, .nothingIsFiltered, .noLastFilter, .noFiles, .isFirst,
      .isLast, .venueIsGone, .isTooNarrow, .placeIsUnknown, .noOwnPlace, .nothingToChoose,
      .nothingToComplete,
      .helpIsOpen, .questionIsOpen:
      nil
    }
  }
}
