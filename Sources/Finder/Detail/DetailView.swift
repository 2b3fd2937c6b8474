import TerminalKit
import Venues

/// Draws the state of the detail screen.
struct DetailView {
  let state: DetailState
  /// What can be scrolled, as wide as there is room for it.
  let lines: [SpanLine]
  let look: Look

  func draw(on canvas: inout Canvas, in area: Rect) {
    let frame = frame(area)
    canvas.fill(in: area)
    if state.isStanding, state.venue == nil { return }
    drawTitle(on: &canvas, in: frame.title)
    drawSummary(on: &canvas, in: frame.summary)
    canvas.fill(Cell(text: look.symbols.rule, style: look.theme.muted), in: frame.rule)
    drawText(on: &canvas, in: frame.text)
    guard let venue = state.venue, !frame.map.isEmpty else { return }
    SmallMap(venue: venue, origin: state.origin, look: look).draw(on: &canvas, in: frame.map)
  }

  /// What there is more above or below is shown in the margin.
  private func drawText(on canvas: inout Canvas, in text: Rect) {
    state.scrolled.draw(lines, on: &canvas, in: text)
    canvas.drawEnds(
      in: Rect(column: text.right, row: text.top, columns: 1, rows: text.rows),
      isMoreAbove: state.scrolled.offset > 0,
      isMoreBelow: state.scrolled.offset + text.rows < lines.count, look: look)
  }

  private func frame(_ area: Rect) -> DetailFrame { DetailFrame(area, state) }

  private func drawTitle(on canvas: inout Canvas, in row: Rect) {
    var title = SpanLine(state.venue?.name ?? "", look.theme.title)
    if state.venue?.favorite == true {
      title.spans.append(Span(" " + look.symbols.favorite, look.theme.favorite))
    }
    let number = look.strings.figures
    let position = "\(number.count(state.position + 1))/\(number.count(state.count))"
    let hasPosition = state.venue != nil && !state.isStanding
    TitleLine(
      left: title, right: hasPosition ? [SpanLine(position, look.theme.muted)] : [],
      prefersRight: false
    ).draw(on: &canvas, in: row)
  }

  private func drawSummary(on canvas: inout Canvas, in row: Rect) {
    guard let venue = state.venue else { return }
    let separator = Span(look.symbols.separator, look.theme.muted)
    let parts = [price(venue), venue.category.name.map { Span($0) }, distance(venue)]
      .compactMap(\.self)
    let spans = parts.enumerated().flatMap {
      $0.offset == 0 ? [$0.element] : [separator, $0.element]
    }
    TitleLine(left: SpanLine(spans), right: []).draw(on: &canvas, in: row)
  }

  private func price(_ venue: Venue) -> Span? {
    venue.priceInfo.priceCategory.map { Span($0, look.theme.price) }
  }

  private func distance(_ venue: Venue) -> Span? {
    PlaceText(origin: state.origin, look: look).distance(of: venue).map { Span($0) }
  }
}
