import ArgumentParser
import Foundation

/// A command that was typed behind its options, which were taken for those of the finder.
struct MisplacedCommand {
  let name: String
  /// The line as it should be typed; nil when the command would not take it.
  let line: String?

  /// Looks for the command among arguments that the parser could not make anything of; nil when there is
  /// none.
  ///
  /// `message` is what the parser said, which names what it did not expect.
  init?(in arguments: [String], message: String) {
    let names = Set(Boba.configuration.subcommands.compactMap { $0.configuration.commandName })
    guard let first = arguments.first, !names.contains(first) else { return nil }
    if message.contains("nexpected argument") {
      let quoted = message.split(separator: "'").map(String.init).first(where: names.contains)
      guard let quoted, let place = arguments.lastIndex(of: quoted) else { return nil }
      (name, line) = (quoted, Self.line(arguments, commandAt: place))
    } else if message.contains("Unknown option") {
      let places = arguments.indices.filter {
        names.contains(arguments[$0]) && !Self.isValue($0, in: arguments)
      }
      let lines = places.lazy.compactMap { place in
        Self.line(arguments, commandAt: place).map { (arguments[place], $0) }
      }
      guard let found = lines.first else { return nil }
      (name, line) = found
    } else {
      return nil
    }
  }

  /// One line, then the line to type.
  var lines: [String] {
    let hint = line ?? "boba \(name) --help tells what it takes"
    return ["the command '\(name)' has to come before its options", "  \(hint)"]
  }

  private static func line(_ arguments: [String], commandAt place: Int) -> String? {
    let (before, after) = (arguments[..<place], arguments[(place + 1)...])
    let orders = [
      [arguments[place]] + after + before, [arguments[place]] + before + after,
    ]
    return orders.first(where: canBeParsed).map { words in
      (["boba"] + words.map(\.shellWord)).joined(separator: " ")
    }
  }

  /// Whether an argument belongs to the option before it, which is incomplete without.
  private static func isValue(_ place: Int, in arguments: [String]) -> Bool {
    let (before, after) = (arguments[..<place], arguments[(place + 1)...])
    return !canBeParsed(Array(before)) && !canBeParsed([arguments[place]] + after + before)
  }

  private static func canBeParsed(_ arguments: [String]) -> Bool {
    (try? Boba.parseAsRoot(arguments)) != nil
  }
}

extension String {
  /// The text as a shell wants it.
  fileprivate var shellWord: String {
    let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "-_./:,=+@%".contains($0) }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
