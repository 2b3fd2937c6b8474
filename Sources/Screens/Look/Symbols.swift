/// The signs that are drawn, each one column wide.
struct Symbols: Hashable, Sendable {
  let cursor: String
  let favorite: String
  let rule: String
  let divider: String
  let ascending: String
  let descending: String
  let chosen: String
  let ellipsis: String
  let separator: String
  let missing: String
  let openQuote: String
  let closeQuote: String
  /// Top left, top right, bottom left and bottom right.
  let corners: [String]

  static let unicode = Symbols(
    cursor: "▌", favorite: "★", rule: "─", divider: "│", ascending: "▲", descending: "▼",
    chosen: "•", ellipsis: "…", separator: " · ", missing: "–", openQuote: "“",
    closeQuote: "”", corners: ["┌", "┐", "└", "┘"])

  static let ascii = Symbols(
    cursor: ">", favorite: "*", rule: "-", divider: "|", ascending: "^", descending: "v",
    chosen: "*", ellipsis: "~", separator: ", ", missing: "-", openQuote: "\"",
    closeQuote: "\"", corners: ["+", "+", "+", "+"])
}
