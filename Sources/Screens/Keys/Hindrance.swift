/// Why a key that means something on a screen does nothing right now.
enum Hindrance: Hashable {
  case listIsEmpty
  case listIsLoading
  case nothingIsFiltered
  /// Nothing is marked or searched, and no group was gone into.
  case nothingToLeave
  case noLastFilter
  case noSections
  case noFiles
  case isFirst
  case isLast
  case venueIsGone
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
    case .noSections: .sections
    case .listIsEmpty, .listIsLoading, .nothingIsFiltered, .noLastFilter, .noFiles, .isFirst,
      .isLast, .venueIsGone, .placeIsUnknown, .noOwnPlace, .nothingToChoose, .nothingToComplete,
      .helpIsOpen, .questionIsOpen:
      nil
    }
  }
}
