import Foundation

/// A command that a text names, such as `boba doctor --repair`.
struct Mention: Hashable {
  /// `doctor`, or `filters save`.
  var command: String
  var options: [String]

  static func all(in document: String) throws -> Set<Mention> {
    let path = URL(filePath: Program.package).appending(path: document)
    let text = try String(contentsOf: path, encoding: .utf8)
    let found = text.matches(of: #/`boba (?<words>[a-z][^`\n]*)`/#).map { mention($0.words) }
    return Set(found)
  }

  private static func mention(_ text: Substring) -> Mention {
    let words = text.split(whereSeparator: { " []=".contains($0) }).map(String.init)
    let isGroup = words.first == "filters" && words.count > 1 && !words[1].hasPrefix("-")
    let options = words.filter { $0.wholeMatch(of: #/--[a-z-]+/#) != nil }
    return Mention(
      command: words.prefix(isGroup ? 2 : 1).joined(separator: " "), options: options)
  }
}
