/// The symbols that are drawn, each one column wide.
package struct Symbols: Hashable, Sendable {
  package let cursor: String
  package let star: String
  package let rule: String
  package let divider: String
  package let ascending: String
  package let descending: String
  package let chosen: String
  /// Rows are hidden above, and below.
  package let moreAbove: String
  package let moreBelow: String
  /// Columns are hidden at the left, and at the right.
  package let moreLeft: String
  package let moreRight: String
  package let ellipsis: String
  package let separator: String
  /// Between two groupings.
  package let by: String
  package let missing: String
  package let check: String
  /// Points up to an error.
  package let caret: String
  /// A full cell of a bar, then its possible ends in ascending order.
  package let bars: [String]
  /// Full cells that differ without colors.
  package let patterns: [String]
  /// Bars of growing height, the first for zero; the highest ones in Unicode do not touch those of the row above.
  package let levels: [String]
  package let openQuote: String
  package let closeQuote: String
  /// Top left, top right, bottom left and bottom right.
  package let corners: [String]
  /// The left and the right end of a line, which also join a vertical line at the right and at the left.
  package let ends: [String]
  /// Joins a vertical line to lines at both sides.
  package let cross: String
  /// Joins a vertical line to the horizontal one above it.
  package let tee: String
  /// An empty cell of a bar, where its background has no color.
  package let track: String
  /// The user's location on a map.
  package let target: String
  /// The selected venue on a map.
  package let diamond: String
  /// A cell of the walking distance circle.
  package let ring: String
  /// Whether all of Unicode can be drawn, with Braille dots.
  package let isUnicode: Bool

  package static let unicode = Symbols(
    cursor: "▌", star: "★", rule: "─", divider: "│", ascending: "▲", descending: "▼",
    chosen: "•", moreAbove: "↑", moreBelow: "↓", moreLeft: "‹", moreRight: "›", ellipsis: "…",
    separator: " · ", by: " × ", missing: "–",
    check: "✓", caret: "↑",
    bars: ["█", "▏", "▎", "▍", "▌", "▋", "▊", "▉"],
    patterns: ["█", "▒", "░", "▓", "▚", "▄", "▌", "▀", "▖"],
    levels: ["·", "▁", "▂", "▃", "▄", "▅", "▆", "▇"], openQuote: "“",
    closeQuote: "”", corners: ["╭", "╮", "╰", "╯"], ends: ["├", "┤"], cross: "┼", tee: "┬",
    track: "·",
    target: "◉", diamond: "◆",
    ring: "⠒", isUnicode: true)

  /// Symbols in the fonts of the Linux console, the kernel's and Debian's.
  package static let console = Symbols(
    cursor: ">", star: "*", rule: "─", divider: "│", ascending: "▲", descending: "▼",
    chosen: "•", moreAbove: "↑", moreBelow: "↓", moreLeft: "<", moreRight: ">", ellipsis: "~",
    separator: " · ", by: " × ", missing: "-",
    check: "+", caret: "↑",
    bars: ["█"], patterns: ["█", "▒", "░", "▓", "▄", "▌", "▀", "▐"],
    levels: ["·", "░", "▒", "█"], openQuote: "\"",
    closeQuote: "\"", corners: ["┌", "┐", "└", "┘"], ends: ["├", "┤"], cross: "┼", tee: "┬",
    track: "·",
    target: "@", diamond: "♦",
    ring: "·", isUnicode: false)

  package static let ascii = Symbols(
    cursor: ">", star: "*", rule: "-", divider: "|", ascending: "^", descending: "v",
    chosen: "*", moreAbove: "^", moreBelow: "v", moreLeft: "<", moreRight: ">", ellipsis: "~",
    separator: ", ", by: " x ", missing: "-",
    check: "+", caret: "^",
    bars: ["#"], patterns: ["#", "=", "+", "-", "%", "o", "x", "/", ":"],
    levels: [" ", ".", ":", "|"], openQuote: "\"",
    closeQuote: "\"", corners: ["+", "+", "+", "+"], ends: ["|", "|"], cross: "+", tee: "+",
    track: ".",
    target: "@", diamond: "X",
    ring: ".", isUnicode: false)
}

extension Symbols {
  /// The symbols that a terminal can show.
  package init(for capabilities: Capabilities) {
    self =
      switch capabilities {
      case _ where !capabilities.isUnicode: .ascii
      case _ where capabilities.type.hasPrefix("linux"): .console
      default: .unicode
      }
  }

  /// A vertical bar for a fraction of 1; positive fractions are never empty.
  package func level(_ part: Double) -> String {
    guard part > 0 else { return levels[0] }
    return levels[max(1, min(levels.count - 1, Int((part * Double(levels.count - 1)).rounded())))]
  }

  /// A cell of a vertical line with rules at its sides.
  package func joint(left: Bool, right: Bool) -> String {
    switch (left, right) {
    case (true, true): cross
    case (true, false): ends[1]
    case (false, true): ends[0]
    case (false, false): divider
    }
  }

  /// A horizontal bar for a fraction of 1; positive fractions are never empty.
  package func bar(_ part: Double, columns: Int) -> String {
    guard part > 0, columns > 0 else { return "" }
    let steps = bars.count
    let eighths = max(1, Int((min(1, part) * Double(columns * steps)).rounded()))
    let rest = eighths % steps
    return String(repeating: bars[0], count: eighths / steps) + (rest == 0 ? "" : bars[rest])
  }
}

extension Symbols {
  /// The name of a key in hints and help: a symbol if there is one.
  package func name(of key: KeyPress) -> String {
    guard isUnicode, key.modifiers.isEmpty else { return key.description }
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
