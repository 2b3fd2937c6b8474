/// A row of a menu.
package struct MenuItem: Hashable {
  /// A prefix such as "[x]"; nil for none.
  package var mark: String?
  package var text: String
  /// The text at the right.
  package var detail = ""
  /// Whether the detail is shortened where both do not fit, instead of the text.
  package var keepsText = false
  package var isChosen = false
  /// Whether it has no data.
  package var hasNoData = false
  /// Hidden words that match, too.
  package var otherWords = ""
  /// Exact queries that rank it first.
  package var names: [String] = []

  package init(
    _ text: String, mark: String? = nil, detail: String = "", keepsText: Bool = false,
    isChosen: Bool = false, hasNoData: Bool = false
  ) {
    self.text = text
    self.mark = mark
    self.detail = detail
    self.keepsText = keepsText
    self.isChosen = isChosen
    self.hasNoData = hasNoData
  }

  /// The match of all words of a query, with the matched characters of the text; nil if a word does not match.
  package func match(_ query: String, _ folded: (String) -> String) -> FuzzyMatch? {
    var score = 0
    var characters: Set<Int> = []
    for word in query.split(separator: " ").map(String.init) {
      guard let found = match(word: word, folded) else {
        return names.contains(query) ? FuzzyMatch(score: .max, characters: []) : nil
      }
      score += found.score
      characters.formUnion(found.characters)
    }
    return FuzzyMatch(score: isNamed(query, folded) ? .max : score, characters: characters)
  }

  /// Visible text scores a little higher than hidden words.
  private func match(word: String, _ folded: (String) -> String) -> FuzzyMatch? {
    let own = FuzzyMatch(word, in: text, folded: folded)
    guard let other = FuzzyMatch(word, in: otherWords, folded: folded),
      other.score - 3 > own?.score ?? 0
    else {
      return own
    }
    return FuzzyMatch(score: other.score - 3, characters: [])
  }

  private func isNamed(_ query: String, _ folded: (String) -> String) -> Bool {
    names.contains(query) || folded(text) == folded(query)
  }
}

/// A command of a menu.
package struct MenuCommand<Action: KeyAction> {
  package let action: Action
  /// The opposite action, whose key is hinted before its own; nil for none.
  package var opposite: Action?
  /// What it does in the menu, for the help; nil for the usual title of the action.
  package var title: String?
  /// The priority in the hint line, 1 the highest; nil if it is not hinted.
  package var rank: Int?
  /// Whether the menu closes first.
  package var closes = false
  /// How many rows the cursor moves afterwards.
  package var moves = 0
  /// Whether it is hinted for the item with an index.
  package let isHinted: (Int) -> Bool
  /// The word in the hint line for the item with an index; nil for that of the action.
  package let word: (Int) -> String?
  /// Called with the index of the item.
  package let perform: (Int) -> Void

  package init(
    _ action: Action, after opposite: Action? = nil, title: String? = nil, rank: Int? = nil,
    closes: Bool = false,
    moves: Int = 0,
    isHinted: @escaping (Int) -> Bool = { _ in true },
    word: @escaping (Int) -> String? = { _ in nil }, _ perform: @escaping (Int) -> Void
  ) {
    self.action = action
    self.opposite = opposite
    self.title = title
    self.rank = rank
    self.closes = closes
    self.moves = moves
    self.isHinted = isHinted
    self.word = word
    self.perform = perform
  }
}

/// A command of the palette that has no key.
package struct PaletteCommand {
  package let item: MenuItem
  package let perform: () -> Void

  package init(item: MenuItem, perform: @escaping () -> Void) {
    self.item = item
    self.perform = perform
  }
}
