import Terminal

/// The help as lines: each action with its keys, by groups.
struct HelpText {
  let look: Look
  let keymap: Keymap

  private static let keyWidth = 18

  func lines(_ actions: [Action]) -> [SpanLine] {
    ActionGroup.allCases.flatMap { group -> [SpanLine] in
      let members = actions.filter { $0.group == group }
      guard !members.isEmpty else { return [] }
      return [SpanLine(look.strings.title(of: group), look.theme.heading)] + members.map(line)
    }
  }

  private func line(_ action: Action) -> SpanLine {
    let names = keymap.keys(for: action).map(look.symbols.name).joined(separator: "  ")
    return SpanLine([
      Span(" " + TextWidth.padded(names, to: Self.keyWidth), look.theme.key),
      Span(" " + look.strings.title(of: action)),
    ])
  }
}
