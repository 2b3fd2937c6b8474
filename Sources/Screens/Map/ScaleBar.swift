import Foundation
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
    let metres = Self.round(room)
    let cells = max(1, Int((metres / metresPerCell).rounded()))
    let bar = String(repeating: look.symbols.rule, count: cells)
    let ends = look.symbols.ends
    return SpanLine([
      Span(ends[0] + bar + ends[1], look.theme.muted),
      Span(" " + look.strings.figures.radius(metres)),
    ])
  }

  /// The largest 1, 2 or 5 times a power of ten that is not more.
  private static func round(_ metres: Double) -> Double {
    let power = pow(10, log10(metres).rounded(.down))
    return [5, 2, 1].first { $0 * power <= metres }.map { $0 * power } ?? power
  }
}
