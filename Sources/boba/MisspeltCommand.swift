import ArgumentParser
import FetchKit

/// A first word that is no command.
struct MisspeltCommand {
  let word: String
  /// The command that is nearest to it; nil when none is near.
  let meant: String?

  /// Looks at arguments that the parser could not make anything of, or that ask for help; nil when they begin with
  /// a command or an option.
  init?(in arguments: [String]) {
    let names = Boba.configuration.subcommands.compactMap { $0.configuration.commandName }
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let word = words.first, !word.hasPrefix("-"), !names.contains(word), word != "help"
    else { return nil }
    self.word = word
    meant = NearestName.nearest(to: word, in: names)
  }

  /// One line, then what tells all commands.
  var lines: [String] {
    let hint = meant.map { ", did you mean '\($0)'?" } ?? ""
    return ["there is no command '\(word)'\(hint)", "  boba --help names all commands"]
  }
}
