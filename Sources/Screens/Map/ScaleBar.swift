import Terminal

/// A line that is as long as so many metres on the map.
struct ScaleBar {
  let viewport: MapViewport
  let look: Look

  /// The longest round distance whose line has room, and the line.
  func line(columns: Int) -> SpanLine {
    let metresPerCell = viewport.metresPerDot * 2
    guard metresPerCell.isFinite, metresPerCell > 0 else { return SpanLine() }
    let room = Double(max(1, columns - 10)) * metresPerCell
    let metres = look.strings.figures.units.round(notAbove: room)
    let cells = max(1, Int((metres / metresPerCell).rounded()))
    let bar = String(repeating: look.symbols.rule, count: cells)
    let ends = look.symbols.ends
    return SpanLine([
      Span(ends[0] + bar + ends[1], look.theme.muted),
      Span(" " + look.strings.figures.radius(metres)),
    ])
  }
}
