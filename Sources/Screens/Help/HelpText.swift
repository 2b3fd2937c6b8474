import FetchKit
import Terminal

/// The help as lines: each action with its keys, by groups.
struct HelpText {
  let look: Look
  let keymap: Keymap

  private static let widestKeys = 18
  /// More keys of an action are told as from the first to the last.
  private static let mostKeys = 4

  /// The actions that a query finds, for a screen of this width.
  func lines(_ actions: [Action], matching query: String, columns: Int) -> [SpanLine] {
    let found = actions.compactMap { action in
      match(query, action).map { (action: action, characters: $0) }
    }
    let names = found.map { TextWidth.displayWidth(of: keys(of: $0.action)) }
    let width = min(names.max() ?? 0, Self.widestKeys, columns / 3)
    return ActionGroup.allCases.flatMap { group -> [SpanLine] in
      let members = found.filter { $0.action.group == group }
      guard !members.isEmpty else { return [] }
      return [SpanLine(look.strings.title(of: group), look.theme.heading)]
        + members.map { line($0.action, found: $0.characters, keyWidth: width) }
    }
  }

  /// The characters of the title that the words of a query are found in; nil when one is found nowhere.
  private func match(_ query: String, _ action: Action) -> Set<Int>? {
    var characters: Set<Int> = []
    for word in query.split(separator: " ").map(String.init) {
      if let found = FuzzyMatch(word, in: look.strings.title(of: action)) {
        characters.formUnion(found.characters)
      } else if !isFound(word, besideTitleOf: action) {
        return nil
      }
    }
    return characters
  }

  /// Whether one of the keys has its letters in their order, or one of the unseen words has it whole.
  private func isFound(_ word: String, besideTitleOf action: Action) -> Bool {
    let keys = keymap.keys(for: action).map(look.symbols.name)
    let words =
      look.strings.searchWords(for: action).split(separator: " ").map(String.init)
      + [look.strings.hint(for: action), action.rawValue]
    return keys.contains { FuzzyMatch(word, in: $0) != nil }
      || words.contains { $0.foldedForSearch.contains(word.foldedForSearch) }
  }

  private func keys(of action: Action) -> String {
    let names = keymap.keys(for: action).map(look.symbols.name)
    guard names.count > Self.mostKeys else { return names.joined(separator: "  ") }
    return "\(names[0]) - \(names[names.count - 1])"
  }

  /// An action with its keys, the characters marked by which it was found.
  private func line(_ action: Action, found: Set<Int>, keyWidth: Int) -> SpanLine {
    let keys = TextWidth.prefix(keys(of: action), columns: keyWidth)
    let title = SpanLine(look.strings.title(of: action), marking: found, look.theme.match)
    return SpanLine(
      [Span(" " + TextWidth.padded(keys, to: keyWidth), look.theme.key), Span("  ")] + title.spans)
  }
}
