import TerminalKit

/// An action of a key; the raw value is its name in the config file.
nonisolated enum Action: String, KeyAction {
  typealias DisabledReason = Finder.DisabledReason

  static let nothingToChoose = DisabledReason.nothingToChoose

  case up, down
  case pageUp = "page-up"
  case pageDown = "page-down"
  case halfPageUp = "half-page-up"
  case halfPageDown = "half-page-down"
  case first, last, open, filter, search, sort, clear
  case clearSearch = "clear-search"
  case favorite, choose, pick, apply, cancel, narrow, widen
  case keepSearch = "keep-search"
  case restoreSearch = "restore-search"
  case similar, back, next, previous, map, close
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case panLeft = "pan-left"
  case panRight = "pan-right"
  case panUp = "pan-up"
  case panDown = "pan-down"
  case nearestWest = "nearest-west"
  case nearestEast = "nearest-east"
  case nearestNorth = "nearest-north"
  case nearestSouth = "nearest-south"
  case searchArea = "search-area"
  case showAll = "show-all"
  case centerVenue = "center-venue"
  case centerYou = "center-you"
  case shade
  case openVenue = "open-venue"
  case theme, help, redraw, suspend, quit
  case quitAtOnce = "quit-at-once"
  case select
  case selectRange = "select-range"
  case selectAll = "select-all"
  case clearSelection = "clear-selection"
  case edit, note
  case noteInEditor = "note-in-editor"
  case delete, undo, redo, history
  case undoView = "undo-view"
  case redoView = "redo-view"
  case copy
  case copyJSON = "copy-json"
  case sections, columns, bars, detail
  case nextSection = "next-section"
  case previousSection = "previous-section"
  case jump, remove, forget, narrower, wider
  case moveUp = "move-up"
  case moveDown = "move-down"
  case complete
  case completeBack = "complete-back"
  case applyAnyway = "apply-anyway"
  case lastFilter = "last-filter"
  case statistics
  case openGroup = "open-group"
  case chooseGrouping = "choose-grouping"
  case nextGrouping = "next-grouping"
  case previousGrouping = "previous-grouping"
  case reverse, cross
  case previousPart = "previous-part"
  case nextPart = "next-part"
  case narrowerBins = "narrower-steps"
  case widerBins = "wider-steps"
  case measure = "choose-measure"
  case stack = "toggle-stack"
  case sortGroups = "sort-groups"
  case leaveGroup = "leave-group"
  case palette, messages, location
  case locationHere = "location-here"
  case mouse, link, links, run, explain, crawl
  case savedFilters = "saved-filters"
  case savedNumber = "saved-filter-by-number"
  case saveFilter = "save-filter"
  case importFile = "import"
  case exportFile = "export"
  case accept, dismiss, stop
  case continueInBackground = "put-away"
  case yes, no

  /// Its part of the help.
  var group: ActionGroup {
    switch self {
    case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last, .nextSection,
      .previousSection, .jump:
      .moving
    case .nearestWest, .nearestEast, .nearestNorth, .nearestSouth, .previousPart, .nextPart,
      .panLeft, .panRight, .panUp, .panDown, .zoomIn, .zoomOut,
      .showAll, .centerVenue,
      .centerYou:
      .moving
    case .help, .redraw, .suspend, .quit, .quitAtOnce, .palette, .messages, .mouse, .theme:
      .everywhere
    case .searchArea, .filter, .search, .clear, .clearSearch, .lastFilter, .savedFilters,
      .savedNumber,
      .saveFilter, .location,
      .locationHere, .explain, .applyAnyway:
      .finding
    case .open, .openVenue, .sort, .reverse, .sections, .columns, .bars, .detail, .map, .statistics,
      .openGroup, .chooseGrouping, .nextGrouping, .previousGrouping, .cross, .narrowerBins,
      .widerBins, .measure, .stack, .sortGroups, .leaveGroup, .undoView, .redoView, .shade, .next,
      .previous, .close, .back,
      .crawl:
      .viewing
    case .select, .selectRange, .selectAll, .clearSelection, .favorite, .edit, .note, .noteInEditor,
      .delete,
      .undo, .redo, .history:
      .changing
    case .copy, .copyJSON, .link, .links, .importFile, .exportFile: .sharing
    case .choose, .pick, .apply, .cancel, .narrow, .widen, .keepSearch, .restoreSearch, .similar,
      .remove,
      .forget, .narrower, .wider, .moveUp, .moveDown, .complete, .completeBack, .run, .accept,
      .dismiss, .stop, .continueInBackground, .yes, .no:
      .here
    }
  }
}

/// A part of the help.
nonisolated enum ActionGroup: Hashable, Sendable, CaseIterable {
  case finding
  case viewing
  case sharing
  case changing
  /// The actions of fields, menus and boxes.
  case here
  case moving
  case everywhere
}

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
  case venueHasNoLocation
  case noLocation
  case nothingToChoose
  case nothingToComplete
  /// None of the venues has the words.
  case onlySimilar
  /// There are more venues than a walk can have stops.
  case tooManyStops
  /// The groups are not intervals of numbers.
  case noBins
  /// The distance, interval or scale has no smaller or larger step.
  case isSmallest
  case isLargest
  case noCrossTable
  case noColumnThere
  case helpIsOpen
  case confirmationIsOpen

  /// The action that resolves it; nil if there is none.
  var remedy: Action? {
    switch self {
    case .nothingToLeave: .quit
    case .filterStays: .clear
    case .noSections: .sections
    case .tooManyStops: .select
    case .noBins: .chooseGrouping
    case .noCrossTable: .cross
    case .listIsEmpty, .listIsLoading, .nothingIsFiltered, .noLastFilter, .noFiles, .isFirst,
      .isLast, .venueIsGone, .isTooNarrow, .venueHasNoLocation, .noLocation, .nothingToChoose,
      .nothingToComplete, .onlySimilar, .isSmallest, .isLargest, .noColumnThere, .helpIsOpen,
      .confirmationIsOpen:
      nil
    }
  }
}

typealias ConfirmationScreen = TerminalKit.ConfirmationScreen<Action>
typealias HelpScreen = TerminalKit.HelpScreen<Action>
typealias KeyBinding = TerminalKit.KeyBinding<Action>
typealias KeyCommand<Owner> = TerminalKit.KeyCommand<Owner, Action>
typealias MenuCommand = TerminalKit.MenuCommand<Action>
typealias MenuScreen = TerminalKit.MenuScreen<Action>
typealias PromptScreen = TerminalKit.PromptScreen<Action>
typealias ScreenStack = TerminalKit.ScreenStack<Action>
typealias TextBox = TerminalKit.TextBox<Action>

/// A screen whose actions are one table.
protocol CommandScreen: Screen where Action == Finder.Action {
  nonisolated static var commands: [KeyCommand<Self>] { get }
}

extension CommandScreen {
  func bindings(where isIncluded: (Action) -> Bool) -> [KeyBinding] {
    Self.commands.bound(to: self, where: isIncluded)
  }
}

extension MenuItem {
  /// An action with its keys; its word in the hint line, its name in the config, and what newcomers may
  /// call it find it, too.
  init(_ action: Action, keys: [String], shown: String, strings: Strings) {
    self.init(strings.title(of: action), detail: shown)
    let hint = strings.hint(for: action)
    otherWords = "\(hint) \(action.rawValue) \(strings.searchWords(for: action))"
    names = keys + [hint, action.rawValue]
  }
}
