/// A line of key hints: each key with a word.
package struct HintLine: Hashable {
  package struct Hint: Hashable {
    package let key: String
    package let word: String
    /// The priority; 1 is dropped last.
    package let rank: Int
    /// The index of its binding; nil if its keys do different things.
    fileprivate let binding: Int?
    fileprivate let width: Int

    fileprivate init(key: String, word: String, rank: Int, binding: Int?) {
      self.key = key
      self.word = word
      self.rank = rank
      self.binding = binding
      width = TextWidth.displayWidth(of: key) + 1 + TextWidth.displayWidth(of: word)
    }
  }

  package let hints: [Hint]

  /// The hints of the enabled bindings that have a rank.
  @MainActor package init<Action: KeyAction>(
    _ bindings: [KeyBinding<Action>], keys: (Action) -> [KeyPress], symbols: Symbols,
    word: (Action) -> String
  ) {
    var hints: [Hint] = []
    for index in bindings.indices {
      guard let rank = bindings[index].rank, bindings[index].isEnabled else { continue }
      let binding = bindings[index]
      let all = keys(binding.action)
      guard let key = all.first else { continue }
      var name = symbols.name(of: key)
      if let opposite = binding.opposite, let key = keys(opposite).first,
        bindings.contains(where: { $0.action == opposite && $0.isEnabled })
      {
        name = symbols.name(of: key) + " " + name
      }
      if let count = binding.numberedCount, count > 1, let last = all.prefix(count).last {
        name += "-" + symbols.name(of: last)
      }
      let hint = Hint(
        key: name, word: binding.word ?? word(binding.action), rank: rank,
        binding: binding.isNumbered ? nil : index)
      // The way out is in the same place on all screens.
      hints.insert(hint, at: key.key == .escape ? 0 : hints.count)
    }
    self.hints = hints
  }

  package func draw(on canvas: inout Canvas, in row: Rect, render: RenderStyle) {
    var point = row.origin.moved(columns: 1)
    for hint in fitting(row.columns - 2) {
      point.column += canvas.write(hint.key, at: point, style: render.theme.key) + 1
      point.column += canvas.write(hint.word, at: point, style: render.theme.muted) + 2
    }
  }

  /// The index of the binding whose hint is drawn at a point; nil for none.
  package func binding(at point: Point, in row: Rect) -> Int? {
    var left = row.left + 1
    for hint in fitting(row.columns - 2) {
      if (left..<(left + hint.width)).contains(point.column) { return hint.binding }
      left += hint.width + 2
    }
    return nil
  }

  /// The most important hints that fit, in their order; a short one may use room that is too narrow for a more
  /// important one.
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
