import FetchKit
import Venues

/// A command of plain mode.
enum PlainCommand: String, Hashable, CaseIterable {
  case list
  case more
  case next
  case previous
  case filter
  case search
  case category
  case city
  case neighborhood
  case price
  case rating
  case within
  case `where`
  case clear
  case sort
  case save
  case saved
  case forget
  case near
  case favorite
  case note
  case delete
  case undo
  case redo
  case stats
  case help
  case quit

  /// The English texts: the names, of which the first is shown, the argument, and a sentence for the help.
  ///
  /// The English names work in every language, next to those of `Resources/Strings`.
  var english: (names: String, argument: String, help: String) {
    switch self {
    case .list: ("list l", "", "Show the list from the first venue.")
    case .more: ("more m", "", "Show the next venues; an empty line does the same.")
    case .next: ("next n", "", "Show the details of the next venue.")
    case .previous: ("previous p", "", "Show the details of the previous venue.")
    case .filter: ("filter f", "", "List the filters; then a number turns one on or off.")
    case .search: ("search /", "WORDS", "Show venues with these words; without words, all.")
    case .category: ("category", "NAME", "Show venues of this category; without a name, all.")
    case .city: ("city", "NAME", "Show venues in this city; without a name, all.")
    case .neighborhood:
      ("neighborhood", "NAME", "Show venues in this neighborhood; without a name, all.")
    case .price:
      ("price", "LEVELS", "Show venues at these prices, such as price 1 2; without any, all.")
    case .rating: ("rating", "NUMBER", "Show venues with at least this rating, from 0 to 10.")
    case .within: ("within", "DISTANCE", "Show venues closer than this, such as 1.5 km or 15 min.")
    case .where: ("where", "PREDICATE", "Show venues that match, such as where tips > 10.")
    case .clear: ("clear c", "", "Clear the filter.")
    case .sort:
      ("sort s", "ORDER", "Sort by this, such as sort rating; without one, show them by number.")
    case .save: ("save w", "NAME", "Save the filter and sort order under this name.")
    case .saved:
      ("saved", "NAME", "Apply a saved filter by name or number; without a name, list all.")
    case .forget: ("forget", "NAME", "Delete a saved filter by name or number.")
    case .near:
      (
        "near @", "PLACE",
        "Measure distances from a street, a venue or two coordinates; without a place, reset."
      )
    case .favorite: ("favorite *", "", "Add the current venue to the favorites, or remove it.")
    case .note: ("note e", "TEXT", "Write a note on the current venue; without text, remove it.")
    case .delete: ("delete", "", "Delete the current venue.")
    case .undo: ("undo u", "", "Undo the last change.")
    case .redo: ("redo", "", "Redo the last undone change.")
    case .stats: ("stats b", "", "Show counts and totals of the list.")
    case .help: ("help h ?", "COMMAND", "Show the help of this command; without one, of all.")
    case .quit: ("quit q exit", "", "Quit.")
    }
  }

  /// The name to show, which works in every language.
  var name: String { rawValue }

  /// Whether it takes an argument.
  var takesText: Bool { !english.argument.isEmpty }

  /// Its names in a language and in English.
  func names(in strings: Strings) -> [String] {
    let own = strings.text("plain.\(rawValue).names", "")
    return (english.names + " " + own).split(separator: " ").map(String.init)
  }

  /// The command with a name in a language or in English; nil for none.
  init?(named name: String, in strings: Strings) {
    guard let command = Self.allCases.first(where: { $0.names(in: strings).contains(name) }) else {
      return nil
    }
    self = command
  }

  /// The name nearest to a mistyped one; nil for none.
  static func nearestName(to name: String, in strings: Strings) -> String? {
    NearestName.nearest(to: name, in: allCases.flatMap { $0.names(in: strings) })
  }

  /// A line of the help: its names, its argument and what it does.
  func help(in strings: Strings) -> String {
    let own = strings.text("plain.\(rawValue).names", "").split(separator: " ").first
    let names = [name, own.map(String.init)].compactMap(\.self).joined(separator: ", ")
    let argument =
      takesText ? " " + strings.text("plain.\(rawValue).argument", english.argument) : ""
    let help = strings.text("plain.\(rawValue).help", english.help)
    return strings.plainFact(names + argument, help)
  }
}

/// A parsed line of plain mode.
enum PlainInput: Hashable {
  /// A 1-based item of the last answer.
  case number(Int)
  /// A command and the text after it.
  case command(PlainCommand, String)

  /// Reads a line; an empty one asks for more. nil for anything else.
  init?(_ line: String, _ strings: Strings) {
    if let number = Int(line) {
      self = .number(number)
      return
    }
    let parts = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let name = parts.first?.lowercased() else {
      self = .command(.more, "")
      return
    }
    let text = parts.count > 1 ? String(parts[1]) : ""
    guard let command = PlainCommand(named: name, in: strings), text.isEmpty || command.takesText
    else { return nil }
    self = .command(command, text)
  }
}

/// A saved filter with a variable whose value the user is asked for.
struct PlainVariable: Hashable {
  let name: String
  let use: VariableUse
  /// The filter with the values so far.
  let predicate: FetchPredicate
  let sorts: [SortChoice]
  /// The filter with its variables.
  let template: FetchPredicate

  /// The first variable of a filter; nil without one.
  init?(_ predicate: FetchPredicate, _ sorts: [SortChoice], template: FetchPredicate) {
    let uses = predicate.usesOfVariables(in: Venue.entity)
    guard let (name, use) = uses.min(by: { $0.key < $1.key }) else { return nil }
    self.name = name
    self.use = use
    self.predicate = predicate
    self.sorts = sorts
    self.template = template
  }
}

/// A parsed line where the value of a variable is expected.
enum PlainValue: Hashable {
  case value(FetchValue)
  /// A text that is no value.
  case invalid(String)
  case cancel
  case help
  case quit

  /// Reads a line: only `help` and `quit` are commands here, and quoted texts never are.
  init(_ line: String, for use: VariableUse, _ strings: Strings) {
    let name = line.lowercased()
    // A single character may be a value, so only whole words are commands.
    let isValue = use.isText && name.count == 1
    if !isValue, PlainCommand.help.names(in: strings).contains(name) {
      self = .help
    } else if !isValue, PlainCommand.quit.names(in: strings).contains(name) {
      self = .quit
    } else if line.isEmpty {
      self = .cancel
    } else {
      let quoted = use.isText ? line.withoutQuotes : nil
      self = strings.value(of: quoted ?? line, for: use).map(PlainValue.value) ?? .invalid(line)
    }
  }
}

extension String {
  /// The text between two quotes; nil without them.
  fileprivate var withoutQuotes: String? {
    guard count >= 2, let first, first == last, first == "\"" || first == "'" else { return nil }
    return String(dropFirst().dropLast())
  }
}
