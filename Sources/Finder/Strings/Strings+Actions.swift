// MARK: - Actions

extension Strings {
  /// The description of an action for help and palette.
  func title(of action: Action) -> String {
    text("action.\(action.rawValue).title", action.english.title)
  }

  /// The short name of an action for the hint line.
  func hint(for action: Action) -> String {
    text("action.\(action.rawValue).hint", action.english.hint)
  }

  /// Further words that find an action; often empty.
  func searchWords(for action: Action) -> String {
    text("action.\(action.rawValue).words", action.english.words)
  }

  func title(of group: ActionGroup) -> String {
    switch group {
    case .finding: text("actions.finding", "Find venues")
    case .viewing: text("actions.viewing", "View")
    case .changing: text("actions.changing", "Select and change")
    case .sharing: text("actions.sharing", "Copy, open, import, export")
    case .here: text("actions.here", "Fields and menus")
    case .moving: text("actions.moving", "Navigation")
    case .everywhere: text("actions.everywhere", "Everywhere")
    }
  }
}

extension Action {
  fileprivate var english: (title: String, hint: String, words: String) {
    switch self {
    case .up: ("Move up", "up", "")
    case .down: ("Move down", "down", "")
    case .pageUp: ("Page up", "page up", "")
    case .pageDown: ("Page down", "page down", "")
    case .halfPageUp: ("Half page up", "page up", "")
    case .halfPageDown: ("Half page down", "page down", "")
    case .first: ("Go to the top", "top", "")
    case .last: ("Go to the bottom", "bottom", "")
    case .open: ("Show details", "open", "tips hours phone")
    case .filter:
      ("Filter venues", "filter", "only cheap price deals category city rating open hide")
    case .search: ("Search while typing", "search", "find name")
    case .sort: ("Sort venues", "sort", "order by cheapest nearest best first")
    case .clear: ("Clear filter", "clear", "reset everything")
    case .clearSearch: ("Clear search", "clear search", "")
    case .favorite: ("Toggle favorite", "favorite", "star like bookmark")
    case .choose: ("Toggle option", "choose", "")
    case .pick: ("Choose by number", "by number", "")
    case .apply: ("Apply filter", "apply", "")
    case .cancel: ("Cancel", "cancel", "")
    case .narrow: ("Reduce walking distance or a range", "shorter distance", "")
    case .widen: ("Increase walking distance or a range", "longer distance", "")
    case .keepSearch: ("Keep search", "keep", "")
    case .restoreSearch: ("Restore previous search", "cancel", "")
    case .similar:
      ("Search for similar or exact words", "similar words", "fuzzy typo")
    case .back: ("Go back", "back", "")
    case .next: ("Next venue", "next", "")
    case .previous: ("Previous venue", "previous", "")
    case .map: ("Show map", "map", "")
    case .close: ("Close map", "back", "")
    case .zoomIn: ("Zoom in", "zoom in", "")
    case .zoomOut: ("Zoom out", "zoom out", "")
    case .panLeft: ("Pan west", "west", "")
    case .panRight: ("Pan east", "east", "")
    case .panUp: ("Pan north", "north", "")
    case .panDown: ("Pan south", "south", "")
    case .nearestWest: ("Nearest venue to the west", "west", "")
    case .nearestEast: ("Nearest venue to the east", "east", "")
    case .nearestNorth: ("Nearest venue to the north", "north", "")
    case .nearestSouth: ("Nearest venue to the south", "south", "")
    case .searchArea: ("Search this area: list only the venues on the map", "search area", "here")
    case .showAll: ("Fit all venues", "all", "")
    case .centerVenue: ("Center on venue", "center", "")
    case .centerYou: ("Center on your location", "you", "")
    case .shade: ("Color by price or by density", "colors", "")
    case .openVenue: ("Show details", "open", "")
    case .theme: ("Switch theme", "theme", "colors dark light contrast")
    case .help: ("Show help", "help", "keys manual")
    case .redraw: ("Redraw screen", "redraw", "")
    case .suspend: ("Suspend; resume with fg", "suspend", "")
    case .quit: ("Quit", "quit", "exit leave close end")
    case .quitAtOnce: ("Quit immediately", "quit", "")
    case .select: ("Toggle selection and move down", "select", "mark tick")
    case .selectRange: ("Select range from the last selected venue", "select range", "mark")
    case .selectAll: ("Select all or none", "select all", "mark")
    case .clearSelection: ("Clear selection", "deselect", "unmark")
    case .edit:
      ("Edit rating, price or address", "edit", "change set correct fix name city phone website")
    case .note: ("Edit note", "note", "comment remark write")
    case .noteInEditor:
      ("Edit note in your editor", "editor", "vim nano emacs long lines write external")
    case .delete: ("Delete", "delete", "remove hide")
    case .undo: ("Undo last change", "undo", "back revert")
    case .redo: ("Redo last undone change", "redo", "again repeat")
    case .history: ("Show undo history", "history", "changes")
    case .undoView:
      ("Undo last view change", "undo view", "revert filter search order sections columns")
    case .redoView: ("Redo last view change", "redo view", "again")
    case .copy: ("Copy as text", "copy", "clipboard yank")
    case .copyJSON: ("Copy as JSON", "copy JSON", "clipboard yank")
    case .sections:
      ("Group into sections", "sections", "group by neighborhood category city price letter")
    case .columns: ("Choose columns", "columns", "fields width hide")
    case .bars: ("Toggle bars", "bars", "chart stacked")
    case .detail: ("Toggle details beside the list", "details", "pane preview info split hide")
    case .nextSection: ("Next section", "next section", "")
    case .previousSection: ("Previous section", "previous section", "")
    case .jump: ("Go to section", "go to", "letter index")
    case .remove: ("Remove from list", "remove", "")
    case .forget: ("Delete saved filter", "delete", "")
    case .narrower: ("Narrow column", "narrower", "")
    case .wider: ("Widen column", "wider", "")
    case .moveUp: ("Move entry up", "move up", "")
    case .moveDown: ("Move entry down", "move down", "")
    case .complete: ("Complete word or show next completion", "complete", "")
    case .completeBack: ("Previous completion", "complete", "")
    case .applyAnyway: ("Apply filter from any row", "apply", "")
    case .lastFilter: ("Restore last filter with matches", "last filter", "")
    case .statistics:
      (
        "Show statistics", "stats",
        "numbers counts sums averages chart histogram by neighborhood category city price most"
      )
    case .openGroup: ("List venues in the group", "open", "")
    case .chooseGrouping: ("Choose grouping", "group by", "")
    case .nextGrouping: ("Next grouping", "group by", "")
    case .previousGrouping: ("Previous grouping", "group by", "")
    case .reverse: ("Reverse order", "reverse", "")
    case .cross:
      (
        "Choose a second grouping: cross table or stacked bars", "second group",
        "pivot split by cross table"
      )
    case .previousPart: ("Previous column", "column", "left")
    case .nextPart: ("Next column", "column", "right")
    case .narrowerBins: ("Narrow histogram bins", "narrower bins", "steps intervals buckets")
    case .widerBins: ("Widen histogram bins", "wider bins", "steps intervals buckets")
    case .measure:
      ("Choose a number for sum, average, median", "number", "columns minimum maximum histogram")
    case .stack: ("Switch between table and stacked bars", "stacked bars", "cross table chart")
    case .sortGroups: ("Sort groups by the next column, and chart it", "sort", "order")
    case .leaveGroup: ("Leave group", "leave group", "")
    case .palette: ("Find any action, or a row by number", "more", "")
    case .messages: ("Show message log", "messages", "errors notices")
    case .location: ("Set your location", "location", "near where place address street here")
    case .locationHere: ("Set your location to this venue", "here", "from")
    case .mouse: ("Toggle mouse", "mouse", "select text clicks")
    case .link: ("Open in web map", "web map", "browser directions route")
    case .links:
      ("Open website, directions or menu", "website", "url browser page route twitter delivery")
    case .run: ("Run or open", "open", "")
    case .explain: ("Explain query", "explain", "sql plan speed")
    case .crawl:
      (
        "Plan a crawl through some venues", "crawl",
        "shortest route tour walk path plan gpx"
      )
    case .savedFilters: ("Show saved filters", "saved", "load named")
    case .savedNumber: ("Show a saved filter by its number", "saved", "view switch digit")
    case .saveFilter: ("Save filter", "save", "keep store name as")
    case .importFile: ("Import venues", "import", "load add read file json csv")
    case .exportFile:
      ("Export venues", "export", "save write file json csv tsv geojson gpx markdown")
    case .accept: ("Accept", "accept", "")
    case .dismiss: ("Cancel", "cancel", "")
    case .stop: ("Stop", "stop", "cancel")
    case .continueInBackground: ("Continue in background", "background", "")
    case .yes: ("Choose yes", "choose yes", "")
    case .no: ("Choose no", "no", "")
    }
  }
}
