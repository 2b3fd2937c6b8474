import FetchKit
import TerminalKit

/// The help as lines: each action with its keys, by groups.
struct HelpText {
  let render: RenderContext
  let keymap: Keymap
  /// The titles of actions that do something else than usual on the screen.
  private let titles: [Action: String]
  /// The keys that each action has on the screen, without those of other actions.
  private let ownKeys: [Action: [KeyPress]]

  private static let maximumKeyWidth = 18
  /// More keys of an action are shown as a range.
  private static let maximumKeys = 4

  /// The match of a query in an action.
  private struct Match {
    let action: Action
    /// The matched characters of the title.
    var characters: Set<Int> = []
    /// Whether each word matches as a whole.
    var isWhole = true
  }

  /// The help of a screen with its actions. A key of an enabled action is not listed for other actions, nor a character
  /// that is text there.
  init(_ bindings: [KeyBinding], isTyping: Bool, render: RenderContext, keymap: Keymap) {
    self.render = render
    self.keymap = keymap
    var (titles, ownKeys): ([Action: String], [Action: [KeyPress]]) = ([:], [:])
    var taken: Set<KeyPress> = []
    for binding in bindings.filter(\.isEnabled) + bindings.filter({ !$0.isEnabled }) {
      titles[binding.action] = titles[binding.action] ?? binding.title
      guard ownKeys[binding.action] == nil else { continue }
      let keys = keymap.keys(for: binding.action).filter {
        !taken.contains($0) && !(isTyping && $0.typed != nil)
      }
      ownKeys[binding.action] = keys
      if binding.isEnabled { taken.formUnion(keys) }
    }
    (self.titles, self.ownKeys) = (titles, ownKeys)
  }

  private func title(of action: Action) -> String {
    titles[action] ?? render.strings.title(of: action)
  }

  /// Whether an action has a key on the screen, or none anywhere.
  private func isReachable(_ action: Action) -> Bool {
    keymap.keys(for: action).isEmpty || ownKeys[action]?.isEmpty != true
  }

  /// The actions that match a query: scattered letters match only if no action has the whole words.
  ///
  /// The groups are beside each other if they fit, and separated if all lines fit into the size.
  func lines(_ actions: [Action], matching query: String, in size: Size) -> [SpanLine] {
    let all = actions.filter(isReachable).compactMap { match(query, $0) }
    let found = all.contains(where: \.isWhole) ? all.filter(\.isWhole) : all
    let names = found.map { TextWidth.displayWidth(of: keys(of: $0.action)) }
    let width = min(names.max() ?? 0, Self.maximumKeyWidth, size.columns / 3)
    let groups = ActionGroup.allCases.map { group -> [SpanLine] in
      let members = found.filter { $0.action.group == group }
      guard !members.isEmpty else { return [] }
      return [SpanLine(render.strings.title(of: group), render.theme.heading)]
        + members.flatMap { lines(of: $0, keyWidth: width, columns: size.columns) }
    }
    .filter { !$0.isEmpty }
    let separated = layout(groups.map { [SpanLine()] + $0 }, columns: size.columns).dropFirst()
    return separated.count <= size.rows
      ? Array(separated) : layout(groups, columns: size.columns)
  }

  private func layout(_ groups: [[SpanLine]], columns: Int) -> [SpanLine] {
    sideBySide(groups, columns: columns) ?? Array(groups.joined())
  }

  /// The groups in two columns; nil if they do not fit.
  private func sideBySide(_ groups: [[SpanLine]], columns: Int) -> [SpanLine]? {
    guard groups.count > 1 else { return nil }
    let split = Self.middle(of: groups.map(\.count))
    let (left, right) = (Array(groups[..<split].joined()), Array(groups[split...].joined()))
    let start = (left.map(\.width).max() ?? 0) + 2
    let room = columns - (right.map(\.width).max() ?? 0)
    guard start <= room else { return nil }
    return Self.joined(left, right, at: max(start, min(columns / 2, room)))
  }

  /// The number of parts in the first of two columns whose heights differ least.
  private static func middle(of heights: [Int]) -> Int {
    let total = heights.reduce(0, +)
    return (1..<heights.count).min { one, other in
      func difference(_ split: Int) -> Int { abs(total - 2 * heights[..<split].reduce(0, +)) }
      return difference(one) < difference(other)
    } ?? 1
  }

  /// Two texts side by side, the second from a column on.
  private static func joined(_ left: [SpanLine], _ right: [SpanLine], at column: Int) -> [SpanLine]
  {
    (0..<max(left.count, right.count)).map { index in
      let first = left.indices.contains(index) ? left[index] : SpanLine()
      let second = right.indices.contains(index) ? right[index] : SpanLine()
      let gap = String(repeating: " ", count: max(1, column - first.width))
      return SpanLine(first.spans + [Span(gap)] + second.spans)
    }
  }

  /// nil if a word does not match.
  private func match(_ query: String, _ action: Action) -> Match? {
    // The key that searches on other screens.
    let query = query.count > 1 ? query.trimmingPrefix("/") : query[...]
    var match = Match(action: action)
    for word in query.split(separator: " ").map(String.init) {
      let isWhole = hasWhole(word, action)
      guard
        let found = FuzzyMatch(
          word, in: title(of: action), folded: \.foldedForSearch)
      else {
        guard isWhole else { return nil }
        continue
      }
      match.characters.formUnion(found.characters)
      match.isWhole = match.isWhole && isWhole
    }
    return match
  }

  /// Whether the title, a key or a hidden word contains a word as a whole.
  private func hasWhole(_ word: String, _ action: Action) -> Bool {
    let strings = render.strings
    let texts =
      [title(of: action), strings.hint(for: action), action.rawValue]
      + strings.searchWords(for: action).split(separator: " ").map(String.init)
      + (ownKeys[action] ?? []).map(render.symbols.name)
    return texts.contains { $0.foldedForSearch.contains(word.foldedForSearch) }
  }

  private func keys(of action: Action) -> String {
    let names = (ownKeys[action] ?? []).map(render.symbols.name)
    guard names.count > Self.maximumKeys else { return names.joined(separator: "  ") }
    return "\(names[0])-\(names[names.count - 1])"
  }

  /// An action with its keys and its title, wrapped, with the matched characters highlighted.
  private func lines(of match: Match, keyWidth: Int, columns: Int) -> [SpanLine] {
    let keys = TextWidth.prefix(keys(of: match.action), columns: keyWidth)
    let room = columns - keyWidth - 3
    let texts = TextWrap.lines(title(of: match.action), columns: room)
    return texts.indices.map { index in
      // A blank separated the lines.
      let start = texts[..<index].reduce(0) { $0 + $1.count + 1 }
      let title = SpanLine(
        texts[index], marking: Set(match.characters.map { $0 - start }), render.theme.match)
      let padded = TextWidth.padded(index == 0 ? keys : "", to: keyWidth)
      return SpanLine([Span(" " + padded, render.theme.key), Span("  ")] + title.spans)
    }
  }
}
