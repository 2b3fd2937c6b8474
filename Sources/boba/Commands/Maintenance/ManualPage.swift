import ArgumentParser
import Finder
import Foundation

/// A man page, made from the argument parser's description of a command; see man-pages(7).
struct ManualPage {
  private let command: CommandInfo
  /// The names of the parent commands, such as `["boba", "filters"]`.
  private let path: [String]
  /// The keys that the page lists, or nil.
  private let keys: KeyTable?

  /// Returns the pages of a command and its subcommands; the first one lists `keys`.
  static func all(
    of command: CommandInfo, below path: [String] = [], keys: KeyTable? = nil
  ) -> [ManualPage] {
    [ManualPage(command: command, path: path, keys: keys)]
      + command.shownSubcommands.flatMap { all(of: $0, below: path + [command.commandName]) }
  }

  private var names: [String] { path + [command.commandName] }

  /// `boba-list.1`.
  var fileName: String { names.joined(separator: "-") + ".1" }

  /// The page in roff.
  var text: String {
    let title = names.joined(separator: "-")
    let head = [
      ".TH \(Roff.quoted(title.uppercased())) 1 \"\" \(Roff.quoted("boba \(Version.number)")) \"Bubble Tea Finder\"",
      ".SH NAME", Roff.text("\(title) - \(summary)"), ".SH SYNOPSIS",
    ]
    let parts = [
      head, synopsis, description, arguments, subcommands, keyLines, environmentAndFiles, example,
      closing,
    ]
    return parts.joined().joined(separator: "\n") + "\n"
  }

  /// The abstract as a phrase: lowercase, without its period.
  private var summary: String {
    let text = command.abstract ?? ""
    let phrase = text.hasSuffix(".") ? String(text.dropLast()) : text
    return phrase.prefix(1).lowercased() + phrase.dropFirst()
  }

  /// The usage of the help, with the command in bold.
  private var synopsis: [String] {
    let name = names.joined(separator: " ")
    let lines = usage.split(separator: "\n").map { line in
      let rest = line.drop { $0 == " " }.dropFirst(name.count)
      return "\\fB\(Roff.inline(name))\\fR" + Roff.inline(String(rest))
    }
    return [lines.joined(separator: "\n.br\n")]
  }

  private var usage: String {
    var type: any ParsableCommand.Type = Boba.self
    for name in names.dropFirst() {
      type =
        type.configuration.subcommands.first { $0.configuration.commandName == name } ?? type
    }
    return Boba.usageString(for: type)
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
      "0 success, 1 failure, 64 usage error, 65 invalid data, 66 missing input, 73 or 74 cannot write, 75 store locked, 128 + N signal N.",
      ".SH \"SEE ALSO\"", others.map { "\\fB\(Roff.inline($0))\\fR(1)" }.joined(separator: ", "),
    ]
  }
}

// MARK: - Options and commands

extension ManualPage {
  /// The arguments and options under the headings of the help.
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
      let dashes = name.kind == "long" ? "--" : "-"
      return "\\fB\(Roff.inline(dashes + name.name))\\fR"
    }
    let joined = names.joined(separator: ", ")
    return argument.kind == "option" ? "\(joined) \(value)" : joined
  }

  private func values(_ argument: CommandInfo.Argument) -> String {
    let values = argument.allValues.map { "values: \($0.joined(separator: ", "))" }
    let facts = [values, argument.defaultValue.map { "default: \($0)" }].compactMap(\.self)
    return facts.isEmpty ? "" : Roff.inline(" (\(facts.joined(separator: "; ")))")
  }

  private var subcommands: [String] {
    guard !command.shownSubcommands.isEmpty else { return [] }
    return [".SH COMMANDS"]
      + command.shownSubcommands.flatMap { Self.term($0.commandName, $0.abstract ?? "") }
  }

  private static func term(_ name: String, _ text: String) -> [String] {
    [".TP", "\\fB\(Roff.inline(name))\\fR", Roff.text(text)]
  }
}

// MARK: - Environment and files

extension ManualPage {
  /// The variables and files of all commands, on the page of the program.
  private var environmentAndFiles: [String] {
    guard path.isEmpty else { return [] }
    return [".SH ENVIRONMENT"] + Self.variables.flatMap(Self.term)
      + [".SH FILES"] + Self.files.flatMap(Self.term)
  }

  private static let variables = [
    ("BOBA_STORE", "The store file, unless --store names one."),
    ("XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME", "The folders of the files below."),
    ("VISUAL, EDITOR", "The editor of long notes."),
    ("BROWSER", "The program that opens addresses."),
    ("NO_COLOR", "Disables colors if it is set."),
    ("COLORTERM", "Enables 24-bit colors if it is truecolor."),
    ("COLUMNS", "The width of tables."),
    ("LC_ALL, LC_MESSAGES, LANG", "The language of the finder."),
  ]

  private static let files = [
    ("~/.local/share/boba/venues.sqlite", "The store."),
    ("~/.config/boba/config.toml", "The settings, which boba only reads."),
    ("~/.local/state/boba/", "The state of the finder and its log."),
  ]
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
    return [".TP", keys, Roff.text("\(row.title) (\(row.screen))")]
  }
}

/// The argument parser's description of a command.
struct CommandInfo: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let shouldDisplay: Bool
    let sectionTitle: String?
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?
  }

  let commandName: String
  let shouldDisplay: Bool
  let abstract: String?
  let discussion: String?
  let subcommands: [CommandInfo]?
  let arguments: [Argument]?

  /// The root command.
  static func root() throws -> CommandInfo {
    struct Tool: Decodable { let command: CommandInfo }
    return try JSONDecoder().decode(Tool.self, from: Data(Boba._dumpHelp().utf8)).command
  }

  /// The visible subcommands.
  var shownSubcommands: [CommandInfo] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

  /// The discussion without its example, and the example.
  var parts: (text: String?, example: String?) {
    guard let discussion, let range = discussion.range(of: "Example: ") else {
      return (discussion, nil)
    }
    let text = discussion[..<range.lowerBound].trimmingCharacters(in: .whitespacesAndNewlines)
    return (text.isEmpty ? nil : text, String(discussion[range.upperBound...]))
  }
}

/// Escapes text for roff.
enum Roff {
  /// Escapes lines; a leading dot would start a request.
  static func text(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.isEmpty { return ".PP" }
      let inline = inline(String(line))
      return inline.hasPrefix(".") ? "\\&" + inline : inline
    }.joined(separator: "\n")
  }

  /// Escapes a part of a line.
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
