/// A line with a left and a right part.
package struct TitleLine {
  package var left: SpanLine
  /// The forms of the right part, from the longest to the shortest; the first that fits is drawn.
  package var right: [SpanLine]
  /// Whether the left part is dropped, rather than the right one, if both do not fit.
  package var prefersRight = false

  package init(left: SpanLine, right: [SpanLine], prefersRight: Bool = false) {
    self.left = left
    self.right = right
    self.prefersRight = prefersRight
  }

  /// Draws the line with a margin of one column.
  package func draw(on canvas: inout Canvas, in row: Rect) {
    let area = row.inset(left: 1, right: 1)
    guard !area.isEmpty else { return }
    let needed = prefersRight ? 0 : min(left.width, area.columns)
    let fitting = right.first { needed + gap(needed) + $0.width <= area.columns }
    let chosen = fitting ?? (prefersRight ? right.last : nil)
    let width = min(chosen?.width ?? 0, area.columns)
    chosen?.draw(
      on: &canvas, at: area.origin.moved(columns: area.columns - width), columns: width)
    let room = area.columns - width - gap(width)
    guard !prefersRight || left.width <= room else { return }
    left.draw(on: &canvas, at: area.origin, columns: room)
  }

  private func gap(_ columns: Int) -> Int { columns == 0 ? 0 : 2 }
}
