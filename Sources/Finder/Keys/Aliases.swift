import TerminalKit

/// The names of actions that configuration files may use besides the current ones.
///
/// They are from earlier versions and stay valid.
nonisolated extension Action {
  /// The actions by an earlier name.
  static let renamed: [String: Action] = [
    "centre-venue": .centerVenue,
    "centre-you": .centerYou,
    "end-marks": .clearSelection,
    "give-up": .dismiss,
    "here": .locationHere,
    "mark": .select,
    "mark-all": .selectAll,
    "mark-range": .selectRange,
    "numbers": .statistics,
    "place": .location,
  ]

  /// The action whose keys it shares.
  ///
  /// Actions that no screen offers together share keys; earlier versions bound each of them separately.
  var binding: Action {
    switch self {
    case .apply, .keepSearch, .openVenue, .run: .accept
    case .openGroup: .open
    case .restoreSearch, .stop, .clearSearch, .clearSelection, .leaveGroup: .dismiss
    case .chooseGrouping: .sections
    case .measure: .columns
    case .stack: .bars
    case .sortGroups: .sort
    case .nextGrouping: .nextSection
    case .previousGrouping: .previousSection
    case .forget: .remove
    case .savedNumber: .pick
    case .narrower, .narrowerBins: .narrow
    case .wider, .widerBins: .widen
    case .previousPart: .panLeft
    case .nextPart: .panRight
    default: self
    }
  }

  /// The action of a name, by its current name or an earlier one; nil without one.
  init?(name: String) {
    guard let action = Action(rawValue: name) ?? Self.renamed[name] else { return nil }
    self = action
  }
}

nonisolated extension NumberFormat {
  /// Units by their British spelling, which people type.
  static let renamedUnits = [
    "metre": "meter", "metres": "meters", "kilometre": "kilometer", "kilometres": "kilometers",
  ]
}
