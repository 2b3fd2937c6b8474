import TerminalKit

/// What can be done, in one line: each key with a word.
struct HintLine: Hashable {
  struct Hint: Hashable {
    let key: String
    let word: String
    /// 1 is the last to go when there is little room.
    let rank: Int

    fileprivate var width: Int {
      TextWidth.displayWidth(of: key) + 1 + TextWidth.displayWidth(of: word)
    }
  }

  let hints: [Hint]

  /// The hints of the bindings that have a rank and would do something.
  init(_ bindings: [KeyBinding], keymap: Keymap, render: RenderContext) {
    hints = bindings.compactMap { binding in
      guard binding.isEnabled, let rank = binding.rank,
        let key = keymap.keys(for: binding.action).first
      else { return nil }
      return Hint(
        key: render.symbols.name(of: key), word: render.strings.hint(for: binding.action),
        rank: rank)
    }
  }

  func draw(on canvas: inout Canvas, in row: Rect, render: RenderContext) {
    var point = row.origin.moved(columns: 1)
    for hint in fitting(row.columns - 2) {
      point.column += canvas.write(hint.key, at: point, style: render.theme.key) + 1
      point.column += canvas.write(hint.word, at: point, style: render.theme.muted) + 2
    }
  }

  /// As many as fit, the most important ones, in their order; a short one takes the room that a more
  /// important one has no use for.
  private func fitting(_ columns: Int) -> [Hint] {
    var chosen: Set<Int> = []
    var room = columns + 2
    let ranked = hints.enumerated().sorted { $0.element.rank < $1.element.rank }
    for (index, hint) in ranked where hint.width + 2 <= room {
      room -= hint.width + 2
      chosen.insert(index)
    }
    return hints.indices.filter(chosen.contains).map { hints[$0] }
  }
}
