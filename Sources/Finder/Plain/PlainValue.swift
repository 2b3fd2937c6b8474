import FetchKit
import Venues

/// What a line means where the value of a variable is wanted.
enum PlainValue: Hashable {
  case value(Value)
  /// A text that is no such value.
  case wrong
  /// The user does not want to give one.
  case none
  case help
  case quit

  /// Reads a line: only `help` and `quit` are commands here, and texts in quotes are never one.
  init(_ line: String, for use: VariableUse, _ strings: any Strings) {
    let quoted = use.isText ? line.withoutQuotes : nil
    switch Self.command(line, isText: use.isText, strings) {
    case .help: self = .help
    case .quit: self = .quit
    case nil where line.isEmpty: self = .none
    case nil: self = use.value(of: quoted ?? line).map(PlainValue.value) ?? .wrong
    }
  }

  private enum Command {
    case help
    case quit
  }

  /// A single sign is a value where that is a text: only the whole words are commands then.
  private static func command(_ line: String, isText: Bool, _ strings: any Strings) -> Command? {
    let name = line.lowercased()
    if isText, name.count == 1 { return nil }
    if PlainWord.help.names(in: strings).contains(name) { return .help }
    if PlainWord.quit.names(in: strings).contains(name) { return .quit }
    return nil
  }
}

extension String {
  /// The text between two quotes; nil without them.
  fileprivate var withoutQuotes: String? {
    guard count >= 2, let first, first == last, first == "\"" || first == "'" else { return nil }
    return String(dropFirst().dropLast())
  }
}
