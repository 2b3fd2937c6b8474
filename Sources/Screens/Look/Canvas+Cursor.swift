import Terminal

extension Canvas {
  /// Shows that keys act on a row: a mark in its first column, the rest in the cursor's style.
  mutating func drawCursor(in row: Rect, look: Look) {
    write(look.symbols.cursor, at: row.origin, style: look.theme.cursorMark)
    restyle(in: row.inset(left: 1)) { $0.adding(look.theme.cursor.attributes) }
  }
}
