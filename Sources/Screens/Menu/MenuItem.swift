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

  init(_ text: String, mark: String? = nil, detail: String = "", isChosen: Bool = false) {
    self.text = text
    self.mark = mark
    self.detail = detail
    self.isChosen = isChosen
  }

  /// Whether each word of a query is somewhere in the item, whatever its case.
  func matches(_ query: String) -> Bool {
    let words = query.lowercased().split(separator: " ")
    let text = "\(text) \(detail) \(otherWords)".lowercased()
    return words.allSatisfy { text.contains($0) }
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
