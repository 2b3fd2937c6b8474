import Foundation
import Finder

/// A page of the manual, from what the argument parser knows of a command; see man-pages(7).
struct ManualPage {
  private let command: CommandInfo
  /// The names of the commands above, such as `["boba", "filters"]`.
  private let path: [String]
  /// The keys that the page tells; nil for none.
  private let keys: KeyTable?

  /// The page of a command, with the keys of the finder, and those of the ones below it.
  static func all(
    of command: CommandInfo, below path: [String] = [], keys: KeyTable? = nil
  ) -> [ManualPage] {
    [ManualPage(command: command, path: path, keys: keys)]
      + command.shownSubcommands.flatMap { all(of: $0, below: path + [command.commandName]) }
  }

  private var names: [String] { path + [command.commandName] }

  /// `boba-list.1`.
  var fileName: String { names.joined(separator: "-") + ".1" }

  /// The page as roff.
  var text: String {
    let title = names.joined(separator: "-")
    let lines =
      [
        ".TH \(Roff.quoted(title.uppercased())) 1 \"\" \(Roff.quoted("boba \(Version.number)")) \"Bubble Tea Finder\"",
        ".SH NAME", Roff.text("\(title) - \(summary)"), ".SH SYNOPSIS",
      ] + synopsis + description + arguments + subcommands + keyLines + example
      + closing
    return lines.joined(separator: "\n") + "\n"
  }

  /// The abstract as a phrase: without its full stop, and small at the beginning.
  private var summary: String {
    let text = command.abstract ?? ""
    let phrase = text.hasSuffix(".") ? String(text.dropLast()) : text
    return phrase.prefix(1).lowercased() + phrase.dropFirst()
  }

  private var synopsis: [String] {
    let words = command.shownArguments.filter { $0.kind == "positional" }.map { argument in
      let name = "\\fI\(Roff.inline(argument.valueName ?? "value"))\\fR"
      return argument.isRepeating ? name + " ..." : name
    }
    let options = command.shownSubcommands.isEmpty ? "[\\fIoptions\\fR]" : "\\fIcommand\\fR"
    return [
      "\\fB\(names.map(Roff.inline).joined(separator: " "))\\fR \(options) \(words.joined(separator: " "))"
    ]
  }

  private var description: [String] {
    guard let text = command.parts.text ?? command.abstract else { return [] }
    return [".SH DESCRIPTION", Roff.text(text)]
  }

  private var example: [String] {
    guard let example = command.parts.example else { return [] }
    return [".SH EXAMPLE", ".nf", Roff.text(example), ".fi"]
  }

  private var closing: [String] {
    let others = path.isEmpty ? command.shownSubcommands.map { "boba-\($0.commandName)" } : ["boba"]
    return [
      ".SH \"EXIT STATUS\"",
      "0 done, 1 failed, 64 wrong usage, 65 bad data, 66 no such input, 73 or 74 cannot write, 75 locked.",
      ".SH \"SEE ALSO\"", others.map { "\\fB\(Roff.inline($0))\\fR(1)" }.joined(separator: ", "),
    ]
  }
}

// MARK: - Options and commands

extension ManualPage {
  /// The options by the titles that the help has as well.
  private var arguments: [String] {
    var titles: [String] = []
    for argument in command.shownArguments {
      let title = self.title(argument)
      if !titles.contains(title) { titles.append(title) }
    }
    return titles.flatMap { title in
      [".SH \(Roff.quoted(title))"]
        + command.shownArguments.filter { self.title($0) == title }.flatMap(lines)
    }
  }

  private func title(_ argument: CommandInfo.Argument) -> String {
    argument.sectionTitle?.uppercased() ?? (argument.kind == "positional" ? "ARGUMENTS" : "OPTIONS")
  }

  private func lines(_ argument: CommandInfo.Argument) -> [String] {
    [".TP", head(argument), Roff.text(argument.abstract ?? "") + values(argument)]
  }

  private func head(_ argument: CommandInfo.Argument) -> String {
    let value = argument.valueName.map { "\\fI\(Roff.inline($0))\\fR" } ?? ""
    guard argument.kind != "positional" else { return value }
    let names = (argument.names ?? []).map { name in
      "\\fB" + Roff.inline((name.kind == "long" ? "--" : "-") + name.name) + "\\fR"
    }
    return names.joined(separator: ", ") + (argument.kind == "option" ? " " + value : "")
  }

  private func values(_ argument: CommandInfo.Argument) -> String {
    argument.defaultValue.map { Roff.inline(" (default: \($0))") } ?? ""
  }

  private var subcommands: [String] {
    guard !command.shownSubcommands.isEmpty else { return [] }
    return [".SH COMMANDS"]
      + command.shownSubcommands.flatMap { subcommand in
        [
          ".TP", "\\fB\(Roff.inline(subcommand.commandName))\\fR",
          Roff.text(subcommand.abstract ?? ""),
        ]
      }
  }
}

// MARK: - Keys

extension ManualPage {
  private var keyLines: [String] {
    guard let keys else { return [] }
    return [".SH KEYS"]
      + keys.parts.flatMap { [".SS \(Roff.quoted($0.title))"] + $0.rows.flatMap(lines) }
  }

  private func lines(_ row: KeyTable.Row) -> [String] {
    let keys = row.keys.map { "\\fB\(Roff.inline($0))\\fR" }.joined(separator: ", ")
    return [".TP", keys, Roff.text(row.title)]
  }
}

/// Text in the language of man pages.
enum Roff {
  /// Lines of text; a dot or an apostrophe at the beginning of one is no request.
  static func text(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.isEmpty { return ".PP" }
      let inline = inline(String(line))
      return inline.hasPrefix(".") || inline.hasPrefix("'") ? "\\&" + inline : inline
    }.joined(separator: "\n")
  }

  /// A piece of a line.
  static func inline(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "…": "..."
      default: String(character)
      }
    }.joined()
  }

  static func quoted(_ text: String) -> String {
    "\"" + text.filter { $0 != "\"" } + "\""
  }
}
