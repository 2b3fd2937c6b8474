/// A word that asks something of the plain finder.
enum PlainWord: Hashable, CaseIterable {
  case list
  case more
  case next
  case previous
  case filter
  case search
  case category
  case city
  case rating
  case within
  case condition
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

  /// Whether text may stand behind it.
  var takesText: Bool {
    switch self {
    case .search, .category, .city, .rating, .within, .condition, .note, .near, .save,
      .saved, .forget:
      true
    case .list, .more, .next, .previous, .filter, .clear, .sort, .favorite, .delete, .undo, .redo,
      .stats, .help, .quit:
      false
    }
  }

  /// What it can be called: the names of a language, and the English ones everywhere.
  func names(in strings: any Strings) -> [String] {
    strings.plainCommand(self).names + English().plainCommand(self).names
  }
}

/// A command of the plain finder in the words of a language.
struct PlainCommandText: Hashable {
  /// The names in lower case, the one for the help first.
  let names: [String]
  /// What may stand behind the name, in capitals; nil for nothing.
  var argument: String?
  /// What it does, as a sentence.
  let help: String

  init(_ names: String..., argument: String? = nil, help: String) {
    self.names = names
    self.argument = argument
    self.help = help
  }

  /// A line of the help.
  var line: String {
    let words = names.filter { $0.count > 1 }.joined(separator: ", ")
    return [words, argument].compactMap(\.self).joined(separator: " ") + ": " + help
  }
}
