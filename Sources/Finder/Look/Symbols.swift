/// The signs that are drawn, each one column wide.
struct Symbols: Hashable, Sendable {
  let cursor: String
  let favorite: String
  let rule: String
  let divider: String
  let ascending: String
  let descending: String
  let chosen: String
  /// There is more above, and below.
  let moreAbove: String
  let moreBelow: String
  let ellipsis: String
  let separator: String
  let missing: String
  let check: String
  /// Points up to what is wrong.
  let caret: String
  /// A full bar, then what it ends with from the least on.
  let bars: [String]
  /// Bars of growing height, the first for nothing.
  let levels: [String]
  let openQuote: String
  let closeQuote: String
  /// Top left, top right, bottom left and bottom right.
  let corners: [String]
  /// The left and the right end of a line.
  let ends: [String]
  /// Where you are on a map.
  let you: String
  /// Where the cursor's venue is on a map.
  let here: String
  /// A part of the walking circle.
  let circle: String
  /// Whether dots can be drawn.
  let hasBraille: Bool

  static let unicode = Symbols(
    cursor: "▌", favorite: "★", rule: "─", divider: "│", ascending: "▲", descending: "▼",
    chosen: "•", moreAbove: "↑", moreBelow: "↓", ellipsis: "…", separator: " · ", missing: "–",
    check: "✓", caret: "↑",
    bars: ["█", "▏", "▎", "▍", "▌", "▋", "▊", "▉"],
    levels: ["·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], openQuote: "“",
    closeQuote: "”", corners: ["┌", "┐", "└", "┘"], ends: ["├", "┤"], you: "◉", here: "◆",
    circle: "⠒", hasBraille: true)

  /// What the fonts have that the console of Linux comes with, the kernel's and those of Debian.
  static let console = Symbols(
    cursor: ">", favorite: "*", rule: "─", divider: "│", ascending: "▲", descending: "▼",
    chosen: "•", moreAbove: "↑", moreBelow: "↓", ellipsis: "~", separator: " · ", missing: "-",
    check: "+", caret: "↑",
    bars: ["█"], levels: ["·", "░", "▒", "█"], openQuote: "\"",
    closeQuote: "\"", corners: ["┌", "┐", "└", "┘"], ends: ["├", "┤"], you: "@", here: "♦",
    circle: "·", hasBraille: false)

  static let ascii = Symbols(
    cursor: ">", favorite: "*", rule: "-", divider: "|", ascending: "^", descending: "v",
    chosen: "*", moreAbove: "^", moreBelow: "v", ellipsis: "~", separator: ", ", missing: "-",
    check: "+", caret: "^",
    bars: ["#"], levels: [" ", ".", ":", "|"], openQuote: "\"",
    closeQuote: "\"", corners: ["+", "+", "+", "+"], ends: ["|", "|"], you: "@", here: "X",
    circle: ".", hasBraille: false)
}

extension Symbols {
  /// A bar as high as a part of 1; anything above nothing is to be seen.
  func level(_ part: Double) -> String {
    guard part > 0 else { return levels[0] }
    return levels[max(1, min(levels.count - 1, Int((part * Double(levels.count - 1)).rounded())))]
  }

  /// A bar for a part of 1 in so many columns; anything above nothing is to be seen.
  func bar(_ part: Double, columns: Int) -> String {
    guard part > 0, columns > 0 else { return "" }
    let steps = bars.count
    let eighths = max(1, Int((min(1, part) * Double(columns * steps)).rounded()))
    let rest = eighths % steps
    return String(repeating: bars[0], count: eighths / steps) + (rest == 0 ? "" : bars[rest])
  }
}
