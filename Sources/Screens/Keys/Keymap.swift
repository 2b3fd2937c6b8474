import Terminal

/// The one table of which keys do what.
struct Keymap: Hashable, Sendable {
  private var keys: [Action: [KeyPress]]

  /// The keys as they are without a config file.
  static let standard = Keymap(keys: Self.standardKeys)

  /// The keys of an action, the one to show first.
  func keys(for action: Action) -> [KeyPress] { keys[action] ?? [] }

  private static let standardKeys: [Action: [KeyPress]] = [
    .up: [KeyPress(.up), .character("k")],
    .down: [KeyPress(.down), .character("j")],
    .pageUp: [KeyPress(.pageUp), .ctrl("b")],
    .pageDown: [KeyPress(.pageDown), .ctrl("f")],
    .halfPageUp: [.ctrl("u")],
    .halfPageDown: [.ctrl("d")],
    .first: [.character("g"), KeyPress(.home)],
    .last: [.character("G"), KeyPress(.end)],
    .open: [KeyPress(.enter), .character("l"), KeyPress(.right)],
    .filter: [.character("f")],
    .search: [.character("/")],
    .sort: [.character("s")],
    .clear: [.character("c")],
    .clearSearch: [KeyPress(.escape)],
    .favorite: [.character("*")],
    .choose: [.character(" ")],
    .apply: [KeyPress(.enter)],
    .cancel: [KeyPress(.escape), .character("q")],
    .narrow: [.character("<")],
    .widen: [.character(">")],
    .keepSearch: [KeyPress(.enter)],
    .restoreSearch: [KeyPress(.escape)],
    .back: [KeyPress(.escape), .character("h"), .character("q"), KeyPress(.left)],
    .next: [.character("n")],
    .previous: [.character("p")],
    .help: [.character("?"), KeyPress(.function(1))],
    .redraw: [.ctrl("l")],
    .suspend: [.ctrl("z")],
    .quit: [.character("q")],
    .quitAtOnce: [.ctrl("c")],
    .mark: [.character(" ")],
    .markRange: [.character("V")],
    .markAll: [.character("a")],
    .endMarks: [KeyPress(.escape)],
    .note: [.character("e")],
    .delete: [.character("D"), KeyPress(.delete)],
    .undo: [.character("u")],
    .redo: [.ctrl("r")],
    .history: [.character("U")],
    .copy: [.character("y")],
    .copyJSON: [.character("Y")],
    .sections: [.character("S")],
    .columns: [.character("C")],
    .bars: [.character("B")],
    .nextSection: [.character("]")],
    .previousSection: [.character("[")],
    .jump: [.character("'")],
    .remove: [.character("x"), KeyPress(.delete)],
    .moveUp: [.character("K")],
    .moveDown: [.character("J")],
    .complete: [KeyPress(.tab)],
    .applyAnyway: [.ctrl("s")],
    .lastFilter: [KeyPress(.backspace)],
  ]
}
