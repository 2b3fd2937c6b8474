/// A frame around a part of the canvas.
package enum Box {
  /// Draws the frame, blanks what is inside, and gives the inside.
  package static func draw(
    on canvas: inout Canvas, in area: Rect, title: String, render: RenderStyle
  )
    -> Rect
  {
    let symbols = render.symbols
    canvas.fill(in: area)
    let bar = String(repeating: symbols.rule, count: max(0, area.columns - 2))
    let side = Point(column: area.right - 1, row: area.top)
    canvas.write(symbols.corners[0] + bar + symbols.corners[1], at: area.origin)
    for row in (area.top + 1)..<max(area.top + 1, area.bottom - 1) {
      canvas.write(symbols.divider, at: Point(column: area.left, row: row))
      canvas.write(symbols.divider, at: Point(column: side.column, row: row))
    }
    canvas.write(
      symbols.corners[2] + bar + symbols.corners[3],
      at: Point(column: area.left, row: area.bottom - 1))
    canvas.write(" \(title) ", at: area.origin.moved(columns: 2), style: render.theme.title)
    return area.inset(left: 1, top: 1, right: 1, bottom: 1)
  }
}
