import TerminalKit
import Venues

/// The parts of stacked bars: the groups of a second grouping.
struct StatisticsStack {
  /// The names of the parts, from the left.
  let parts: [String]
  let render: RenderContext
  /// A cell of each part.
  private let cells: [Span]

  /// Creates the parts; price levels have their own colors.
  init(parts: [String], isPrice: Bool, render: RenderContext) {
    self.parts = parts
    self.render = render
    let all = render.style.parts(isPrice ? render.theme.prices : render.theme.density)
    cells = parts.indices.map { all[$0 % all.count] }
  }

  /// The bar of a group, which is a share of the longest one; its parts end at the nearest cells.
  func bar(of group: VenueGroup, _ share: Double, columns: Int) -> SpanLine {
    let width = group.count == 0 ? 0 : max(1, Int((share * Double(columns)).rounded()))
    var (sum, end) = (0, 0)
    var spans: [Span] = []
    for (part, cell) in zip(parts, cells) {
      sum += group.parts[part] ?? 0
      let next = Int((Double(sum * width) / Double(max(1, group.count))).rounded())
      spans.append(Span(String(repeating: cell.text, count: next - end), cell.style))
      end = next
    }
    return SpanLine(spans)
  }

  /// The parts with their numbers in a group: that with the cursor, then the others with venues, the largest first.
  func legend(
    for group: VenueGroup?, focus: String?, title: (_ part: String) -> String
  ) -> [Span] {
    func count(_ part: String) -> Int { group?.parts[part] ?? 0 }
    func rank(_ part: String) -> Int { part == focus ? .max : count(part) }
    let named = zip(parts, cells).filter { rank($0.0) > 0 }.sorted { rank($0.0) > rank($1.0) }
    return named.flatMap { part, cell -> [Span] in
      let style = part == focus ? render.theme.highlight : render.theme.heading
      return [
        cell, Span(" \(title(part)) \(render.strings.format.count(count(part)))", style),
        Span("  "),
      ]
    }
  }
}
