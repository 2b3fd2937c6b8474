import Foundation

/// What the argument parser tells of a command.
struct CommandInfo: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let shouldDisplay: Bool
    let sectionTitle: String?
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let abstract: String?
    let allValueStrings: [String]?
  }

  let commandName: String
  let shouldDisplay: Bool
  let abstract: String?
  let discussion: String?
  let subcommands: [CommandInfo]?
  let arguments: [Argument]?
}

/// The document that the argument parser writes.
struct ToolInfo: Decodable {
  let command: CommandInfo
}

extension CommandInfo {
  /// The commands below this one that people see.
  var shownSubcommands: [CommandInfo] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

  /// The text without its example, and the example.
  var parts: (text: String?, example: String?) {
    guard let discussion, let range = discussion.range(of: "Example: ") else {
      return (discussion, nil)
    }
    let text = discussion[..<range.lowerBound].trimmingCharacters(in: .whitespacesAndNewlines)
    return (text.isEmpty ? nil : text, String(discussion[range.upperBound...]))
  }
}
