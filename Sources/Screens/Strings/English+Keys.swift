extension English {
  func title(of action: Action) -> String {
    switch action {
    case .up: "one up"
    case .down: "one down"
    case .pageUp: "a page up"
    case .pageDown: "a page down"
    case .halfPageUp: "half a page up"
    case .halfPageDown: "half a page down"
    case .first: "to the first"
    case .last: "to the last"
    case .open: "show all of the venue"
    case .filter: "choose what is shown"
    case .search: "search while typing"
    case .sort: "choose the order"
    case .clear: "clear the filter"
    case .clearSearch: "end the search"
    case .favorite: "mark as a favourite, or unmark"
    case .choose: "choose, or leave out"
    case .apply: "show what is chosen"
    case .cancel: "back, as it was before"
    case .narrow: "a shorter walk"
    case .widen: "a longer walk"
    case .keepSearch: "keep the search"
    case .restoreSearch: "back to the search before"
    case .back: "back"
    case .next: "the next venue"
    case .previous: "the previous venue"
    case .help: "this help"
    case .redraw: "draw the screen anew"
    case .suspend: "stop; fg goes on"
    case .quit: "quit"
    case .quitAtOnce: "quit from anywhere"
    }
  }

  func hint(for action: Action) -> String {
    switch action {
    case .up, .previous: "previous"
    case .down, .next: "next"
    case .pageUp, .halfPageUp: "page up"
    case .pageDown, .halfPageDown: "page down"
    case .first: "first"
    case .last: "last"
    case .open: "open"
    case .filter: "filter"
    case .search: "search"
    case .sort: "sort"
    case .clear: "clear"
    case .clearSearch: "end search"
    case .favorite: "favourite"
    case .choose: "choose"
    case .apply: "search"
    case .cancel: "cancel"
    case .narrow: "shorter"
    case .widen: "longer walk"
    case .keepSearch: "keep"
    case .restoreSearch: "restore"
    case .back: "back"
    case .help: "help"
    case .redraw: "redraw"
    case .suspend: "suspend"
    case .quit, .quitAtOnce: "quit"
    }
  }

  func title(of group: ActionGroup) -> String {
    switch group {
    case .here: "Here"
    case .moving: "Moving"
    case .everywhere: "Everywhere"
    }
  }
}
