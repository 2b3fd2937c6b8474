import TerminalKit

/// The title of a column, with an arrow if its rows are sorted by the column.
struct ColumnTitle {
  let text: String
  /// The direction of the arrow; nil for none.
  let isAscending: Bool?
  let style: Style
  let alignment: TextWidth.Alignment

  /// The width of the arrow and the blank before it.
  static let arrowWidth = 2

  func draw(on canvas: inout Canvas, at point: Point, columns: Int, render: RenderContext) {
    guard let isAscending else {
      return canvas.write(text, at: point, style: style, columns: columns, alignment: alignment)
    }
    let room = max(0, columns - Self.arrowWidth)
    let width = alignment == .right ? room : min(room, TextWidth.displayWidth(of: text))
    canvas.write(text, at: point, style: style, columns: width, alignment: alignment)
    let arrow = isAscending ? render.symbols.ascending : render.symbols.descending
    canvas.write(" " + arrow, at: point.moved(columns: width), style: render.theme.key)
  }
}
