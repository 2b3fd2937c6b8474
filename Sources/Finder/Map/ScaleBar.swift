import TerminalKit

/// A line that is as long as so many meters on the map.
struct ScaleBar {
  let viewport: MapViewport
  let look: Look

  /// The longest round distance whose line has room, and the line.
  func line(columns: Int) -> SpanLine {
    let metersPerCell = viewport.metersPerDot * 2
    guard metersPerCell.isFinite, metersPerCell > 0 else { return SpanLine() }
    let room = Double(max(1, columns - 10)) * metersPerCell
    let meters = look.strings.figures.units.round(notAbove: room)
    let cells = max(1, Int((meters / metersPerCell).rounded()))
    let bar = String(repeating: look.symbols.rule, count: cells)
    let ends = look.symbols.ends
    return SpanLine([
      Span(ends[0] + bar + ends[1], look.theme.muted),
      Span(" " + look.strings.figures.radius(meters)),
    ])
  }
}
