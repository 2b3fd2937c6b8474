import Terminal
import Venues

/// Draws the state of the detail screen.
struct DetailView {
  let state: DetailState
  let look: Look

  func draw(on canvas: inout Canvas, in area: Rect) {
    canvas.fill(in: area)
    drawTitle(on: &canvas, in: area.row(0))
    drawSummary(on: &canvas, in: area.row(1))
    canvas.fill(Cell(text: look.symbols.rule, style: look.theme.muted), in: area.row(2))
    state.scrolled.draw(
      lines(columns: area.columns), on: &canvas, in: linesArea(in: area))
  }

  /// Where the lines are drawn.
  func linesArea(in area: Rect) -> Rect { area.inset(left: 1, top: 3, right: 1) }

  /// The lines that can be scrolled, for a screen of this width.
  func lines(columns: Int) -> [SpanLine] {
    guard let venue = state.venue else { return [SpanLine(look.strings.isGone)] }
    return DetailText(venue: venue, look: look).lines(columns: columns - 2)
  }

  private func drawTitle(on canvas: inout Canvas, in row: Rect) {
    var title = SpanLine(state.venue?.name ?? "", look.theme.title)
    if state.venue?.favorite == true {
      title.spans.append(Span(" " + look.symbols.favorite, look.theme.favorite))
    }
    let number = look.strings.figures
    let position = "\(number.count(state.position + 1))/\(number.count(state.count))"
    TitleLine(
      left: title, right: state.venue == nil ? [] : [SpanLine(position, look.theme.muted)],
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
