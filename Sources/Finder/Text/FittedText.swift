import TerminalKit

/// Text at a place, cut with an ellipsis where it has no room.
struct FittedText {
  let text: String
  let point: Point
  /// The columns there are.
  let columns: Int

  func draw(on canvas: inout Canvas, style: Style) {
    canvas.write(text, at: point, style: style, width: columns)
  }

  /// Draws some of the characters anew, by their 0-based places, where they are not cut off.
  func highlight(_ characters: Set<Int>, on canvas: inout Canvas, style: Style) {
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
