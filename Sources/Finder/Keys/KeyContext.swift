import TerminalKit

/// A screen, or a state of one, with the actions whose keys are heard there.
nonisolated enum KeyContext: Hashable, Sendable, CaseIterable {
  case list
  /// The list while a search is typed.
  case search
  case filter
  /// A field of the filter while it is typed.
  case filterField
  case detail
  case map
  case menu
  /// A menu whose items are narrowed by typing.
  case typedMenu
  case prompt
  /// A prompt for a path, with those that there are.
  case path
  /// A prompt for a place, with the venues that have the words.
  case location
  case statistics
  /// An import or an export, while it runs and after it.
  case progress
  /// A question to be answered with yes or no.
  case question
  case explanation
  case help

  /// What the screen offers, in any of its states.
  var actions: Set<Action> {
    let own: [Action] =
      switch self {
      case .list:
        [
          .filter, .search, .sort, .open, .map, .statistics, .leaveGroup, .location, .locationHere,
          .link,
          .savedFilters, .saveFilter, .explain, .importFile, .exportFile,
          .clear, .lastFilter, .sections, .columns, .bars, .detail,
          .clearSelection, .clearSearch, .select, .selectRange, .selectAll, .favorite, .note,
          .delete, .undo,
          .redo, .history, .undoView, .redoView, .copy, .copyJSON, .halfPageUp, .halfPageDown,
          .nextSection,
          .previousSection, .jump,
        ]
      case .search: [.keepSearch, .restoreSearch]
      case .filter:
        [
          .choose, .pick, .apply, .applyAnyway, .cancel, .clear, .saveFilter, .narrow, .widen,
          .nextSection, .previousSection,
        ]
      case .filterField: [.keepSearch, .restoreSearch, .complete]
      case .detail:
        [
          .back, .next, .previous, .favorite, .note, .link, .copy, .copyJSON, .delete, .undo, .redo,
          .map, .filter, .halfPageUp, .halfPageDown,
        ]
      case .map:
        [
          .close, .zoomIn, .zoomOut, .next, .previous, .openVenue, .filter, .panLeft, .panRight,
          .panUp, .panDown, .showAll, .centerVenue, .centerYou, .shade,
        ]
      case .menu:
        [
          .accept, .run, .choose, .pick, .remove, .forget, .narrower, .wider, .moveUp, .moveDown,
          .clear,
          .cancel,
        ]
      case .typedMenu: [.run, .cancel]
      case .prompt, .location: [.accept, .dismiss]
      case .path: [.accept, .dismiss, .complete]
      case .statistics:
        [.back, .openGroup, .chooseGrouping, .nextGrouping, .previousGrouping, .sort, .reverse]
      case .progress: [.stop, .putAway, .back, .accept, .halfPageUp, .halfPageDown]
      case .question: [.accept, .dismiss, .yes, .no]
      case .explanation, .help: [.back, .halfPageUp, .halfPageDown]
      }
    return Set(own + moving + Self.everywhere)
  }

  /// Whether letters are text here.
  var isTyped: Bool {
    switch self {
    case .search, .filterField, .typedMenu, .prompt, .path, .location, .help: true
    case .list, .filter, .detail, .map, .menu, .statistics, .progress, .question, .explanation:
      false
    }
  }

  private var moving: [Action] {
    let lines: [Action] = [.down, .up, .pageDown, .pageUp]
    switch self {
    case .map, .prompt, .filterField: return []
    case .path, .location, .question: return [.down, .up]
    case .search: return lines
    case .list, .filter, .detail, .menu, .typedMenu, .statistics, .progress, .explanation, .help:
      return lines + [.first, .last]
    }
  }

  private static let everywhere: [Action] = [
    .help, .palette, .messages, .mouse, .theme, .quit, .redraw, .suspend, .quitAtOnce,
  ]
}
