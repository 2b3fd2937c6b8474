import TerminalKit

/// Draws one row of the list.
struct VenueRowView {
  /// What is told of a row besides the venue.
  struct Signs: Hashable {
    var isCursor = false
    var isMarked = false
    /// Whether the venue has just changed.
    var isFlashing = false
  }

  let layout: ColumnLayout
  let search: String
  let look: Look
  var hasBars = false
  /// The greatest value of each column, which fills a bar.
  var maxima: [VenueColumn: Double] = [:]

  /// Draws a row; nil for one that could not be read.
  func draw(_ row: VenueRow?, _ signs: Signs, on canvas: inout Canvas, in area: Rect) {
    guard let row else {
      canvas.write(
        look.symbols.ellipsis, at: area.origin.moved(columns: ColumnLayout.margin),
        style: look.theme.muted)
      return draw(signs, on: &canvas, in: area)
    }
    if row.isFavorite {
      canvas.write(
        look.symbols.favorite, at: area.origin.moved(columns: 2), style: look.theme.favorite)
    }
    for place in layout.places { draw(row, place, on: &canvas, in: area) }
    draw(signs, on: &canvas, in: area)
  }

  private func draw(
    _ row: VenueRow, _ place: ColumnLayout.Place, on canvas: inout Canvas, in area: Rect
  ) {
    let point = area.origin.moved(columns: place.left)
    let text = row.text(place.column, look.strings.figures) ?? look.symbols.missing
    let style = style(of: place.column, in: row)
    canvas.write(
      text, at: point, style: style, columns: place.width,
      alignment: place.column.isNumeric ? .right : .left)
    if place.column == .name {
      FittedText(text: row.name, point: point, columns: place.width).highlight(
        SearchMatch.characters(in: row.name, of: search), on: &canvas, style: look.theme.match)
    }
    drawBar(row, place, on: &canvas, at: point)
  }

  private func drawBar(
    _ row: VenueRow, _ place: ColumnLayout.Place, on canvas: inout Canvas, at point: Point
  ) {
    guard hasBars, place.column.hasBar, place.width > ColumnLayout.barWidth,
      let number = row.number(place.column), let most = maxima[place.column], most > 0
    else { return }
    canvas.write(
      look.symbols.bar(number / most, columns: ColumnLayout.barWidth - 1), at: point,
      style: look.theme.bar)
  }

  private func style(of column: VenueColumn, in row: VenueRow) -> Style {
    switch column {
    case .name: row.isClosed ? look.theme.muted.adding(.strikethrough) : .plain
    case .price: row.price == nil ? look.theme.muted : look.theme.price
    case .deals: row.number(.deals) ?? 0 > 0 ? look.theme.deal : look.theme.muted
    case .distance, .rating, .tips, .checkins, .visitors, .neighborhood, .city, .category, .address,
      .note:
      row.text(column, look.strings.figures) == nil ? look.theme.muted : .plain
    }
  }

  private func draw(_ signs: Signs, on canvas: inout Canvas, in area: Rect) {
    if signs.isMarked {
      canvas.write(look.symbols.mark, at: area.origin, style: look.theme.mark)
    }
    if signs.isFlashing {
      canvas.restyle(in: area.inset(left: ColumnLayout.margin)) { $0.adding(.underline) }
    }
    if signs.isCursor { canvas.drawCursor(in: area.inset(left: 1), look: look) }
  }
}
