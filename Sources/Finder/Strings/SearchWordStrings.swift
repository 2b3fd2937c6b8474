/// What people who do not know the program's words may type to find an action.
protocol SearchWordStrings {
  /// Words that find it besides its own; empty where its own say it all.
  func searchWords(for action: Action) -> String
}

extension English {
  func searchWords(for action: Action) -> String {
    switch action {
    case .filter: "only cheap price deals category city rating open hide"
    case .search: "find name"
    case .sort: "order by cheapest nearest best first"
    case .open: "details tips hours phone"
    case .clear: "reset everything"
    case .favorite: "star like bookmark"
    case .select: "select tick"
    case .selectAll: "select"
    case .clearSelection: "deselect"
    case .note: "comment remark write"
    case .delete: "remove hide"
    case .undo: "back revert"
    case .redo: "again repeat"
    case .undoView: "back revert undo filter order search sections columns marks"
    case .redoView: "again redo"
    case .copy, .copyJSON: "clipboard yank"
    case .sections: "group by"
    case .columns: "fields width hide"
    case .bars: "chart"
    case .detail: "pane side preview info split hide"
    case .statistics: "statistics counts sums averages chart histogram"
    case .location: "near where location address street here"
    case .locationHere: "start location"
    case .link: "browser web directions route"
    case .savedFilters: "load named"
    case .saveFilter: "keep store named"
    case .importFile: "load add read json csv"
    case .exportFile: "save write json csv geojson"
    case .explain: "sql query plan speed"
    case .theme: "colors dark light contrast"
    case .mouse: "select text clicks"
    case .messages: "log errors notices"
    case .help: "keys manual"
    case .quit: "exit leave close end"
    case .jump: "letter index section"
    default: ""
    }
  }
}
