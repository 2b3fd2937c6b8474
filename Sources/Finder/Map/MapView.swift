import FetchKit
import TerminalKit
import Venues

/// Draws the state of the map.
struct MapView {
  let state: MapState
  /// What is seen through the cells of the map.
  let sight: MapSight
  let look: Look

  /// Where the map itself is drawn.
  static func mapArea(in area: Rect) -> Rect { area.inset(top: 1, bottom: 1) }

  func draw(on canvas: inout Canvas, in area: Rect) {
    canvas.fill(in: area)
    let map = Self.mapArea(in: area)
    drawTitle(sight.viewport, on: &canvas, in: area.row(0))
    drawFooter(on: &canvas, in: area.row(area.rows - 1))
    guard !map.isEmpty else { return }
    MapPicture(state: state, sight: sight, look: look).draw(on: &canvas, in: map)
  }

  private func drawTitle(_ viewport: MapViewport, on canvas: inout Canvas, in row: Rect) {
    var spans = [Span(look.strings.map, look.theme.title)]
    if state.isLoaded {
      let muted = look.theme.muted
      spans += [
        Span(look.symbols.separator, muted), Span(look.strings.venues(state.points.count)),
      ]
      if state.points.withoutPlace > 0 {
        spans += [
          Span(look.symbols.separator, muted),
          Span(look.strings.withoutPlace(state.points.withoutPlace), muted),
        ]
      }
    }
    let scale = ScaleBar(viewport: viewport, look: look)
    TitleLine(left: SpanLine(spans), right: [scale.line(columns: 24), scale.line(columns: 12)])
      .draw(on: &canvas, in: row)
  }

  private func drawFooter(on canvas: inout Canvas, in row: Rect) {
    TitleLine(left: SpanLine(venue), right: legends).draw(on: &canvas, in: row)
  }

  /// The cursor's venue in one line.
  private var venue: [Span] {
    guard let venue = state.venue else { return [Span(look.strings.noMatch, look.theme.muted)] }
    let separator = Span(look.symbols.separator, look.theme.muted)
    let facts = [
      venue.priceInfo.priceCategory.map { Span($0, look.theme.price) },
      PlaceText(origin: state.origin, look: look).distance(of: venue).map { Span($0) },
      state.cursor == nil ? Span(look.strings.noPlace, look.theme.problem) : nil,
    ].compactMap(\.self)
    return [
      Span(look.symbols.here + " ", look.theme.cursorMark), Span(venue.name, look.theme.title),
    ] + facts.flatMap { [separator, $0] }
  }

  /// What signs and colors mean, from the fullest form to the shortest.
  private var legends: [SpanLine] {
    let number = look.strings.figures
    let place = "\(number.count(state.index + 1))/\(number.count(state.count))"
    let position = state.count == 0 ? [] : [Span("  " + place, look.theme.muted)]
    let full = [SpanLine(you + walk + shades + position), SpanLine(you + shades + position)]
    return full + [SpanLine(you + position), SpanLine(position)]
  }

  private var you: [Span] {
    guard state.you != nil else { return [] }
    return [
      Span(look.symbols.you, look.theme.you), Span(" " + look.strings.you + "  ", look.theme.muted),
    ]
  }

  private var walk: [Span] {
    guard state.you != nil else { return [] }
    let text = look.strings.walk(look.strings.figures.radius(state.radius))
    return [Span(look.symbols.circle, look.theme.muted), Span(" \(text)  ", look.theme.muted)]
  }

  private var shades: [Span] {
    let styles = look.theme.shades(state.shade)
    let texts =
      state.shade == .price
      ? ["$", "$$", "$$$", "$$$$"] : ["1"] + MapShading.steps.map { "\($0)+" }
    return zip(texts, styles).flatMap { text, style in [Span(text, style), Span(" ")] }
  }
}
