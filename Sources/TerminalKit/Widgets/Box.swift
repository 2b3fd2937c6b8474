/// A frame with a title.
package enum Box {
  /// Draws the frame with its title and clears its interior, which is returned.
  package static func draw(
    on canvas: inout Canvas, in area: Rect, title: String, render: RenderStyle
  )
    -> Rect
  {
    let symbols = render.symbols
    canvas.fill(in: area)
    let bar = String(repeating: symbols.rule, count: max(0, area.columns - 2))
    let side = Point(column: area.right - 1, row: area.top)
    let style = render.theme.muted
    canvas.write(symbols.corners[0] + bar + symbols.corners[1], at: area.origin, style: style)
    for row in (area.top + 1)..<max(area.top + 1, area.bottom - 1) {
      canvas.write(symbols.divider, at: Point(column: area.left, row: row), style: style)
      canvas.write(symbols.divider, at: Point(column: side.column, row: row), style: style)
    }
    canvas.write(
      symbols.corners[2] + bar + symbols.corners[3],
      at: Point(column: area.left, row: area.bottom - 1), style: style)
    let short = TextWidth.truncated(
      title, to: max(0, area.columns - 6), ellipsis: symbols.ellipsis)
    canvas.write(" \(short) ", at: area.origin.moved(columns: 2), style: render.theme.title)
    return area.inset(left: 1, top: 1, right: 1, bottom: 1)
  }
}

extension Rect {
  /// Whether there is room for a rule below the title of a table.
  package var hasTitleRule: Bool { rows >= 20 }
}

extension Canvas {
  /// Draws the cursor of a row: a symbol in the first column, and all of it on the cursor's surface.
  package mutating func drawCursor(in row: Rect, render: RenderStyle) {
    write(render.symbols.cursor, at: row.origin, style: render.theme.cursorMark)
    // Full cells in reverse are blank.
    let levels = Array(render.symbols.levels.dropFirst())
    let bars = render.symbols.bars + render.symbols.patterns + levels
    let kept = render.theme.cursorSurface == nil ? bars.filter { $0.utf8.count > 1 } : []
    restyle(in: row, except: Set(kept)) { render.theme.cursor($0) }
  }

  /// Fills an area with a rule, which is vertical in a single column.
  package mutating func drawRule(in area: Rect, render: RenderStyle) {
    let text = area.columns == 1 ? render.symbols.divider : render.symbols.rule
    fill(Cell(text: text, style: render.theme.muted), in: area)
  }

  /// Draws a vertical line that joins the rules beside it.
  package mutating func drawDivider(in area: Rect, style: Style, symbols: Symbols) {
    for row in area.top..<max(area.top, area.bottom) {
      let isLeft = self[area.left - 1, row].text == symbols.rule
      let isRight = self[area.left + 1, row].text == symbols.rule
      let sign = symbols.joint(left: isLeft, right: isRight)
      write(sign, at: Point(column: area.left, row: row), style: style)
    }
  }

  /// Fills an area with a rule, which is joined to a horizontal one above it if it is vertical.
  package mutating func drawHangingRule(in area: Rect, render: RenderStyle) {
    drawRule(in: area, render: render)
    let above = Point(column: area.left, row: area.top - 1)
    guard area.columns == 1, self[above.column, above.row].text == render.symbols.rule else {
      return
    }
    write(render.symbols.tee, at: above, style: render.theme.muted)
  }

  /// Draws arrows at the ends of a column one cell wide if rows are hidden above or below.
  package mutating func drawEnds(
    in column: Rect, isMoreAbove: Bool, isMoreBelow: Bool, render: RenderStyle
  ) {
    guard column.rows > 1 else { return }
    let bottom = Point(column: column.left, row: column.bottom - 1)
    if isMoreAbove { write(render.symbols.moreAbove, at: column.origin, style: render.theme.muted) }
    if isMoreBelow { write(render.symbols.moreBelow, at: bottom, style: render.theme.muted) }
  }
}
