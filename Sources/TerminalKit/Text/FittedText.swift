/// Text at a place, cut with an ellipsis where it has no room.
package struct FittedText {
  package let text: String
  package let point: Point
  /// The columns there are.
  package let columns: Int

  package init(text: String, point: Point, columns: Int) {
    self.text = text
    self.point = point
    self.columns = columns
  }

  package func draw(on canvas: inout Canvas, style: Style) {
    canvas.write(text, at: point, style: style, width: columns)
  }

  /// Draws some of the characters anew, by their 0-based places, where they are not cut off.
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
