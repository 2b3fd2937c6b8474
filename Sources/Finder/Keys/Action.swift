import TerminalKit

/// An action of a key; the raw value is its name in the config file.
nonisolated enum Action: String, KeyAction {
  typealias DisabledReason = Finder.DisabledReason

  static let nothingToChoose = DisabledReason.nothingToChoose

  case up = "up"
  case down = "down"
  case pageUp = "page-up"
  case pageDown = "page-down"
  case halfPageUp = "half-page-up"
  case halfPageDown = "half-page-down"
  case first = "first"
  case last = "last"
  case open = "open"
  case filter = "filter"
  case search = "search"
  case sort = "sort"
  case clear = "clear"
  case clearSearch = "clear-search"
  case favorite = "favorite"
  case choose = "choose"
  case pick = "pick"
  case apply = "apply"
  case cancel = "cancel"
  case narrow = "narrow"
  case widen = "widen"
  case keepSearch = "keep-search"
  case restoreSearch = "restore-search"
  case similar = "similar"
  case back = "back"
  case next = "next"
  case previous = "previous"
  case map = "map"
  case close = "close"
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
  case shade = "shade"
  case openVenue = "open-venue"
  case theme = "theme"
  case help = "help"
  case redraw = "redraw"
  case suspend = "suspend"
  case quit = "quit"
  case quitAtOnce = "quit-at-once"
  case select = "select"
  case selectRange = "select-range"
  case selectAll = "select-all"
  case clearSelection = "clear-selection"
  case note = "note"
  case noteInEditor = "note-in-editor"
  case delete = "delete"
  case undo = "undo"
  case redo = "redo"
  case history = "history"
  case undoView = "undo-view"
  case redoView = "redo-view"
  case copy = "copy"
  case copyJSON = "copy-json"
  case sections = "sections"
  case columns = "columns"
  case bars = "bars"
  case detail = "detail"
  case nextSection = "next-section"
  case previousSection = "previous-section"
  case jump = "jump"
  case remove = "remove"
  case forget = "forget"
  case narrower = "narrower"
  case wider = "wider"
  case moveUp = "move-up"
  case moveDown = "move-down"
  case complete = "complete"
  case completeBack = "complete-back"
  case applyAnyway = "apply-anyway"
  case lastFilter = "last-filter"
  case statistics = "statistics"
  case openGroup = "open-group"
  case chooseGrouping = "choose-grouping"
  case nextGrouping = "next-grouping"
  case previousGrouping = "previous-grouping"
  case reverse = "reverse"
  case cross = "cross"
  case previousPart = "previous-part"
  case nextPart = "next-part"
  case narrowerSteps = "narrower-steps"
  case widerSteps = "wider-steps"
  case leaveGroup = "leave-group"
  case palette = "palette"
  case messages = "messages"
  case location = "location"
  case locationHere = "location-here"
  case mouse = "mouse"
  case link = "link"
  case links = "links"
  case run = "run"
  case explain = "explain"
  case crawl = "crawl"
  case savedFilters = "saved-filters"
  case savedNumber = "saved-filter-by-number"
  case saveFilter = "save-filter"
  case importFile = "import"
  case exportFile = "export"
  case accept = "accept"
  case dismiss = "dismiss"
  case stop = "stop"
  case continueInBackground = "put-away"
  case yes = "yes"
  case no = "no"

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
      .openGroup, .chooseGrouping, .nextGrouping, .previousGrouping, .cross, .narrowerSteps,
      .widerSteps, .leaveGroup, .undoView, .redoView, .shade, .next, .previous, .close, .back,
      .crawl:
      .viewing
    case .select, .selectRange, .selectAll, .clearSelection, .favorite, .note, .noteInEditor,
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
  case changing
  case sharing
  /// The actions of fields, menus and boxes.
  case here
  case moving
  case everywhere
}
