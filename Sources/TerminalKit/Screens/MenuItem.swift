/// A row of a menu.
package struct MenuItem: Hashable {
  /// What stands before the text, such as "[x]"; nil for nothing.
  package var mark: String?
  package var text: String
  /// What stands at the right.
  package var detail = ""
  package var isChosen = false
  /// Words that find it too, but are not shown.
  package var otherWords = ""
  /// What finds it before all others, when just that is typed.
  package var names: [String] = []

  package init(_ text: String, mark: String? = nil, detail: String = "", isChosen: Bool = false) {
    self.text = text
    self.mark = mark
    self.detail = detail
    self.isChosen = isChosen
  }

  /// How well the letters of each word of a query are found in the item, with the characters of the text
  /// that they are; nil when a word is not found.
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

  /// What is to be seen counts for a little more than what is not.
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

/// Something that can be done with an item of a menu.
package struct MenuCommand<Action: KeyAction> {
  package let action: Action
  /// How much it belongs in the hint line, from 1; nil for not at all.
  package var rank: Int?
  /// Whether the menu closes first.
  package var closes = false
  /// How many rows the cursor moves along with the item.
  package var moves = 0
  /// Gets the 0-based place of the item among all items.
  package let perform: (Int) -> Void

  package init(
    _ action: Action, rank: Int? = nil, closes: Bool = false, moves: Int = 0,
    _ perform: @escaping (Int) -> Void
  ) {
    self.action = action
    self.rank = rank
    self.closes = closes
    self.moves = moves
    self.perform = perform
  }
}

/// Something that the palette offers beside the actions of the keys.
package struct PaletteCommand {
  package let item: MenuItem
  package let perform: () -> Void

  package init(item: MenuItem, perform: @escaping () -> Void) {
    self.item = item
    self.perform = perform
  }
}
