/// The signs that are drawn, each one column wide.
package struct Symbols: Hashable, Sendable {
  package let cursor: String
  package let star: String
  package let rule: String
  package let divider: String
  package let ascending: String
  package let descending: String
  package let chosen: String
  /// There is more above, and below.
  package let moreAbove: String
  package let moreBelow: String
  package let ellipsis: String
  package let separator: String
  package let missing: String
  package let check: String
  /// Points up to what is wrong.
  package let caret: String
  /// A full bar, then what it ends with from the least on.
  package let bars: [String]
  /// Bars of growing height, the first for nothing.
  package let levels: [String]
  package let openQuote: String
  package let closeQuote: String
  /// Top left, top right, bottom left and bottom right.
  package let corners: [String]
  /// The left and the right end of a line.
  package let ends: [String]
  /// Where you are on a map.
  package let target: String
  /// Where the cursor's venue is on a map.
  package let diamond: String
  /// A part of the walking circle.
  package let ring: String
  /// Whether dots can be drawn.
  package let hasBraille: Bool

  package static let unicode = Symbols(
    cursor: "▌", star: "★", rule: "─", divider: "│", ascending: "▲", descending: "▼",
    chosen: "•", moreAbove: "↑", moreBelow: "↓", ellipsis: "…", separator: " · ", missing: "–",
    check: "✓", caret: "↑",
    bars: ["█", "▏", "▎", "▍", "▌", "▋", "▊", "▉"],
    levels: ["·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], openQuote: "“",
    closeQuote: "”", corners: ["┌", "┐", "└", "┘"], ends: ["├", "┤"], target: "◉", diamond: "◆",
    ring: "⠒", hasBraille: true)

  /// What the fonts have that the console of Linux comes with, the kernel's and those of Debian.
  package static let console = Symbols(
    cursor: ">", star: "*", rule: "─", divider: "│", ascending: "▲", descending: "▼",
    chosen: "•", moreAbove: "↑", moreBelow: "↓", ellipsis: "~", separator: " · ", missing: "-",
    check: "+", caret: "↑",
    bars: ["█"], levels: ["·", "░", "▒", "█"], openQuote: "\"",
    closeQuote: "\"", corners: ["┌", "┐", "└", "┘"], ends: ["├", "┤"], target: "@", diamond: "♦",
    ring: "·", hasBraille: false)

  package static let ascii = Symbols(
    cursor: ">", star: "*", rule: "-", divider: "|", ascending: "^", descending: "v",
    chosen: "*", moreAbove: "^", moreBelow: "v", ellipsis: "~", separator: ", ", missing: "-",
    check: "+", caret: "^",
    bars: ["#"], levels: [" ", ".", ":", "|"], openQuote: "\"",
    closeQuote: "\"", corners: ["+", "+", "+", "+"], ends: ["|", "|"], target: "@", diamond: "X",
    ring: ".", hasBraille: false)
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

  /// A bar as high as a part of 1; anything above nothing is to be seen.
  package func level(_ part: Double) -> String {
    guard part > 0 else { return levels[0] }
    return levels[max(1, min(levels.count - 1, Int((part * Double(levels.count - 1)).rounded())))]
  }

  /// A bar for a part of 1 in so many columns; anything above nothing is to be seen.
  package func bar(_ part: Double, columns: Int) -> String {
    guard part > 0, columns > 0 else { return "" }
    let steps = bars.count
    let eighths = max(1, Int((min(1, part) * Double(columns * steps)).rounded()))
    let rest = eighths % steps
    return String(repeating: bars[0], count: eighths / steps) + (rest == 0 ? "" : bars[rest])
  }
}
