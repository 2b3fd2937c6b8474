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
