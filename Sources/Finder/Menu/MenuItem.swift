import FetchKit

/// A row of a menu.
struct MenuItem: Hashable {
  /// What stands before the text, such as "[x]"; nil for nothing.
  var mark: String?
  var text: String
  /// What stands at the right.
  var detail = ""
  var isChosen = false
  /// Words that find it too, but are not shown.
  var otherWords = ""
  /// What finds it before all others, when just that is typed.
  var names: [String] = []

  init(_ text: String, mark: String? = nil, detail: String = "", isChosen: Bool = false) {
    self.text = text
    self.mark = mark
    self.detail = detail
    self.isChosen = isChosen
  }

  /// How well the letters of each word of a query are found in the item, with the characters of the text
  /// that they are; nil when a word is not found.
  func match(_ query: String) -> FuzzyMatch? {
    var score = 0
    var characters: Set<Int> = []
    for word in query.split(separator: " ").map(String.init) {
      guard let found = match(word: word) else {
        return names.contains(query) ? FuzzyMatch(score: .max, characters: []) : nil
      }
      score += found.score
      characters.formUnion(found.characters)
    }
    return FuzzyMatch(score: isNamed(query) ? .max : score, characters: characters)
  }

  /// What is to be seen counts for a little more than what is not.
  private func match(word: String) -> FuzzyMatch? {
    let own = FuzzyMatch(word, in: text)
    guard let other = FuzzyMatch(word, in: otherWords), other.score - 3 > own?.score ?? 0 else {
      return own
    }
    return FuzzyMatch(score: other.score - 3, characters: [])
  }

  private func isNamed(_ query: String) -> Bool {
    names.contains(query) || text.foldedForSearch == query.foldedForSearch
  }
}

/// Something that can be done with an item of a menu.
struct MenuCommand {
  let action: Action
  /// How much it belongs in the hint line, from 1; nil for not at all.
  var rank: Int?
  /// Whether the menu closes first.
  var closes = false
  /// How many rows the cursor moves along with the item.
  var moves = 0
  /// Gets the 0-based place of the item among all items.
  let perform: (Int) -> Void

  init(
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
struct PaletteCommand {
  let item: MenuItem
  let perform: () -> Void
}
