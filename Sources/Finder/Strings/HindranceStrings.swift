/// The words for keys that do nothing.
protocol HindranceStrings {
  /// Why a key does nothing right now, and the key that helps, where there is one.
  func hindrance(_ hindrance: DisabledReason, remedy key: String?) -> String
}

extension English {
  func hindrance(_ hindrance: DisabledReason, remedy key: String?) -> String {
    func remedy(_ before: String, _ behind: String) -> String {
      key.map { before + $0 + behind } ?? ""
    }
    return switch hindrance {
    case .listIsEmpty: "the list is empty"
    case .listIsLoading: "the list is still loading"
    case .nothingIsFiltered: "nothing is filtered"
    case .nothingToLeave: "nothing to go back from" + remedy("; ", " quits")
    case .filterStays: "the filter stays" + remedy("; ", " clears it")
    case .noLastFilter: "there is no other filter to go back to"
    case .noSections: "the list has no sections" + remedy("; ", " makes some")
    case .noFiles: "files cannot be used here"
    case .isFirst: "this is the first one"
    case .isLast: "this is the last one"
    case .venueIsGone: "this venue is no longer there"
    case .isTooNarrow: "there is room for it from \(Placement.wide) columns on"
    case .placeIsUnknown: "nobody knows where the venue is"
    case .noOwnPlace: "nobody knows where you are"
    case .nothingToChoose: "there is nothing to choose"
    case .nothingToComplete: "there is nothing to complete"
    case .helpIsOpen: "the help is open"
    case .questionIsOpen: "the question wants an answer first"
    }
  }
}
