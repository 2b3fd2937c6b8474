extension Canvas {
  /// The rows as text, from the top, without the blanks at their ends.
  public func lines() -> [String] {
    (0..<size.rows).map(line)
  }

  /// The text of one row without the blanks at its end; empty when there is no such row.
  public func line(_ row: Int) -> String {
    guard (0..<size.rows).contains(row) else { return "" }
    var text = ""
    for slot in slots[(row * size.columns)..<((row + 1) * size.columns)] {
      text += self.text(of: slot)
    }
    let end = text.lastIndex { $0 != " " }
    return end.map { String(text[...$0]) } ?? ""
  }

  /// Everything there is to see, for tests and bug reports: the rows, the same rows as letters that
  /// stand for styles ("." is plain), and what each letter means.
  public func dump() -> String {
    var legend = Legend()
    let rows = lines().map { "|" + $0 }
    let letters = (0..<size.rows).map { row in "|" + styleLetters(ofRow: row, &legend) }
    return (rows + [""] + letters + legend.lines).map { $0 + "\n" }.joined()
  }

  private func styleLetters(ofRow row: Int, _ legend: inout Legend) -> String {
    String((0..<size.columns).map { legend.letter(for: self[$0, row].style) })
  }
}
