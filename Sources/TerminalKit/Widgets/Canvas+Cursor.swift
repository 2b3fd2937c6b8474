extension Canvas {
  /// Shows that keys act on a row: a mark in its first column, the rest in the cursor's style.
  package mutating func drawCursor(in row: Rect, render: RenderStyle) {
    write(render.symbols.cursor, at: row.origin, style: render.theme.cursorMark)
    restyle(in: row.inset(left: 1)) { $0.adding(render.theme.cursor.attributes) }
  }

  /// Shows in a column of one cell that there is more above or below what is to be seen.
  package mutating func drawEnds(
    in column: Rect, isMoreAbove: Bool, isMoreBelow: Bool, render: RenderStyle
  ) {
    guard column.rows > 1 else { return }
    let bottom = Point(column: column.left, row: column.bottom - 1)
    if isMoreAbove { write(render.symbols.moreAbove, at: column.origin, style: render.theme.muted) }
    if isMoreBelow { write(render.symbols.moreBelow, at: bottom, style: render.theme.muted) }
  }
}
