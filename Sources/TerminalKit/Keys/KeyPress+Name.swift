extension Symbols {
  /// A key as it is written in hints and help: a sign where there is one.
  package func name(of key: KeyPress) -> String {
    guard self == .unicode, key.modifiers.isEmpty else { return key.description }
    switch key.key {
    case .enter: return "⏎"
    case .up: return "↑"
    case .down: return "↓"
    case .left: return "←"
    case .right: return "→"
    case .character, .escape, .tab, .backtab, .backspace, .delete, .insert, .home, .end, .pageUp,
      .pageDown, .function:
      return key.description
    }
  }
}
