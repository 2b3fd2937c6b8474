/// Text at a position, truncated with an ellipsis.
package struct FittedText {
  package let text: String
  package let point: Point
  /// The available columns.
  package let columns: Int

  package init(text: String, point: Point, columns: Int) {
    self.text = text
    self.point = point
    self.columns = columns
  }

  package func draw(on canvas: inout Canvas, style: Style) {
    canvas.write(text, at: point, style: style, width: columns)
  }

  /// Restyles characters, given by index, as far as they are visible.
  package func highlight(_ characters: Set<Int>, on canvas: inout Canvas, style: Style) {
    guard !characters.isEmpty else { return }
    let room = TextWidth.displayWidth(of: text) > columns ? columns - 1 : columns
    var column = 0
    for (index, character) in text.enumerated() {
      let width = TextWidth.displayWidth(of: character)
      guard column + width <= room else { return }
      if characters.contains(index) {
        canvas.write(String(character), at: point.moved(columns: column), style: style)
      }
      column += width
    }
  }
}
