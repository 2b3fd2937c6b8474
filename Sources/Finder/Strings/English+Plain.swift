import Venues

extension English {
  var plainGreeting: String { "Bubble Tea Finder, line by line. Type help for the commands." }

  func plainList(_ parts: [String]) -> String { parts.joined(separator: ", ") }
  func plainSentence(_ text: String) -> String { text + "." }
  func plainFact(_ label: String, _ value: String) -> String { "\(label): \(value)" }

  func plainQuestion(_ mode: PlainFinder.Mode) -> String {
    switch mode {
    case .list: "Venue number or command: "
    case .filter: "Filter number, list, or command: "
    case .sort: "Order number or command: "
    case .saved: "Number of a saved filter, or command: "
    case .value(let blank):
      "\(valueWanted(blank.name, blank.use)), \(kind(of: blank.use)); "
        + "the empty line gives up, quit ends: "
    }
  }

  func plainUnknown(_ line: String) -> String {
    "There is no command \(line). Type help for the commands."
  }

  func plainNoNumber(_ number: Int) -> String { "There is no number \(figures.count(number))." }
  func plainWantsNumber(_ name: String) -> String { "A number belongs behind \(name)." }
  var plainNoMore: String { "That was all." }
  var plainNoVenue: String { "Choose a venue first, by its number." }
  var plainClears: String { "Type clear to see all venues." }
  var plainNothingSaved: String { "Nothing is saved. Type save and a name to save the filter." }
  func plainNoSaved(_ name: String) -> String { "There is no saved filter \(name)." }

  func plainWantsValue(_ blank: PlainBlank) -> String {
    "A value for \(blank.name) is wanted: \(kind(of: blank.use)). "
      + "The empty line leaves everything as it is, quit ends the program."
      + (blank.use.isText ? " A value that is such a word stands in quotes." : "")
  }

  func plainMore(_ told: Int, of total: Int) -> String {
    "\(figures.count(told)) of \(figures.count(total)). Press Enter for more."
  }

  func plainLength(_ length: Figures.Length) -> String {
    let isMetric = figures.units == .metric
    switch length {
    case .short(let number):
      return isMetric ? plural(number, "meter", "meters") : plural(number, "foot", "feet")
    case .long(let number):
      return isMetric ? plural(number, "kilometer", "kilometers") : plural(number, "mile", "miles")
    case .part(let number):
      return "\(figures.tenths(number)) \(isMetric ? "kilometers" : "miles")"
    }
  }

  func plainWithin(_ length: Figures.Length) -> String { "within \(plainLength(length))" }

  func plainDirection(_ point: CompassPoint) -> String {
    let words: [Character: String] = ["N": "north", "E": "east", "S": "south", "W": "west"]
    return point.rawValue.compactMap { words[$0] }.joined(separator: " ")
  }

  func plainAverage(_ text: String) -> String { "average \(text)" }
  func plainRating(_ text: String) -> String { "rating \(text) of 10" }

  func plainPrice(_ level: PriceLevel) -> String {
    level == .unknown ? unknownPrice : "price \(level.rawValue) of 4"
  }

  func plainState(_ isOn: Bool) -> String { isOn ? "on" : "off" }
  func plainShowing(_ filter: String) -> String { "Filter: \(filter)." }
  func plainSearched(_ words: String) -> String { "with the words \(words)" }
  func plainOrder(_ keys: String) -> String { "Order: \(keys)." }

  func plainKey(_ key: String, ascending: Bool) -> String {
    ascending ? key : "\(key) downwards"
  }

  func plainFavorite(_ name: String, _ isFavorite: Bool) -> String {
    isFavorite ? "\(name) is a favorite now." : "\(name) is no favorite any more."
  }

  var plainIsFavorite: String { "favorite" }
  var plainKind: String { "Kind" }
  var plainAddress: String { "Address" }
  var plainTown: String { "Town" }
  var plainPhone: String { "Telephone" }
  var plainSite: String { "Web site" }
  var plainTip: String { "Tip" }
}

// MARK: - Commands

extension English {
  var plainHelpOnNumbers: String {
    "A number: all of that venue; among filters, orders and saved filters, that one."
  }

  func plainCommand(_ word: PlainWord) -> PlainCommandText {
    let unit = figures.units == .metric ? "meters" : "feet"
    return switch word {
    case .list: PlainCommandText("list", "l", help: "what is shown, from the first venue.")
    case .more: PlainCommandText("more", "m", help: "the next venues, as the empty line.")
    case .next: PlainCommandText("next", "n", help: "all of the venue after this one.")
    case .previous: PlainCommandText("previous", "p", help: "all of the venue before this one.")
    case .filter: PlainCommandText("filter", "f", help: "the filters by number.")
    case .search:
      PlainCommandText(
        "search", "/", argument: "WORDS", help: "venues with these words; without words, all.")
    case .category:
      PlainCommandText(
        "category", argument: "NAME", help: "venues of this category; without a name, all.")
    case .city:
      PlainCommandText("city", argument: "NAME", help: "venues in this city; without a name, all.")
    case .rating:
      PlainCommandText(
        "rating", argument: "NUMBER", help: "venues rated so from 0 to 10, or better.")
    case .within:
      PlainCommandText("within", argument: "NUMBER", help: "venues nearer than so many \(unit).")
    case .condition:
      PlainCommandText(
        "where", argument: "CONDITION", help: "venues for which it is true: where rating > 7.")
    case .clear: PlainCommandText("clear", "c", help: "no filter.")
    case .sort: PlainCommandText("sort", "s", help: "the orders by number.")
    case .save:
      PlainCommandText(
        "save", "w", argument: "NAME", help: "keeps filter and order under this name.")
    case .saved:
      PlainCommandText(
        "saved", argument: "NAME",
        help: "what was saved so, by its name or number; without one, all.")
    case .forget:
      PlainCommandText(
        "forget", argument: "NAME", help: "deletes a saved filter, by its name or number.")
    case .near:
      PlainCommandText(
        "near", "@", argument: "PLACE",
        help:
          "distances from there: a street, a name, or two numbers; without one, as at the start.")
    case .favorite:
      PlainCommandText(
        "favorite", "favorite", "*", help: "marks the venue told last, or unmarks it.")
    case .note:
      PlainCommandText("note", "e", argument: "TEXT", help: "writes a note on the venue told last.")
    case .delete: PlainCommandText("delete", help: "deletes the venue told last.")
    case .undo: PlainCommandText("undo", "u", help: "takes the last change back.")
    case .redo: PlainCommandText("redo", help: "does it again.")
    case .stats: PlainCommandText("stats", "b", help: "counts and sums of what is shown.")
    case .help: PlainCommandText("help", "h", "?", help: "this help.")
    case .quit: PlainCommandText("quit", "q", "exit", help: "ends the program.")
    }
  }
}
