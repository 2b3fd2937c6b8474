public import TerminalKit

extension Canvas {
  /// The rows as text, from the top, without trailing blanks.
  public func lines() -> [String] {
    (0..<size.rows).map(line)
  }

  /// The text of one row without trailing blanks; empty if there is no such row.
  public func line(_ row: Int) -> String {
    text(of: cells(ofRow: row))
  }

  private func cells(ofRow row: Int) -> [Cell] { (0..<size.columns).map { self[$0, row] } }

  private func text(of cells: [Cell]) -> String {
    var text = cells.reduce(into: "") { $0 += $1.text }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The visible contents: the rows as text, the same rows as letters that stand for styles ("." is plain), and a
  /// legend of the letters.
  public func dump() -> String {
    var legend = Legend()
    let cells = (0..<size.rows).map(cells)
    let rows = cells.map { "|" + text(of: $0) }
    let letters = cells.map { "|" + String($0.map { legend.letter(for: $0.style) }) }
    return (rows + [""] + letters + legend.lines).map { $0 + "\n" }.joined()
  }
}

/// Letters for styles, in the order of their first use.
private struct Legend {
  private static let letters = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  private var styles: [Style] = []

  mutating func letter(for style: Style) -> Character {
    if style == .plain { return "." }
    let index = styles.firstIndex(of: style) ?? styles.count
    if index == styles.count { styles.append(style) }
    return index < Self.letters.count ? Self.letters[index] : "?"
  }

  /// One line per letter, such as "a  palette(2) on standard, bold".
  var lines: [String] {
    zip(Self.letters, styles).map { "\($0)  \(description(of: $1))" }
  }

  private func description(of style: Style) -> String {
    let attributes: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"),
      (.reverse, "reverse"), (.strikethrough, "strikethrough"),
    ]
    let names = attributes.filter { style.attributes.contains($0.0) }.map(\.1)
    let link = style.link.map { ["link \($0)"] } ?? []
    return (["\(style.foreground) on \(style.background)"] + names + link).joined(separator: ", ")
  }
}
