import TerminalKit

extension Canvas {
  /// Shows that keys act on a row: a mark in its first column, the rest in the cursor's style.
  mutating func drawCursor(in row: Rect, look: Look) {
    write(look.symbols.cursor, at: row.origin, style: look.theme.cursorMark)
    restyle(in: row.inset(left: 1)) { $0.adding(look.theme.cursor.attributes) }
  }

  /// Shows in a column of one cell that there is more above or below what is to be seen.
  mutating func drawEnds(in column: Rect, isMoreAbove: Bool, isMoreBelow: Bool, look: Look) {
    guard column.rows > 1 else { return }
    let bottom = Point(column: column.left, row: column.bottom - 1)
    if isMoreAbove { write(look.symbols.moreAbove, at: column.origin, style: look.theme.muted) }
    if isMoreBelow { write(look.symbols.moreBelow, at: bottom, style: look.theme.muted) }
  }
}
