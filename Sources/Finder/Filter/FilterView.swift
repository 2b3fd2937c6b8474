import TerminalKit
import Venues

/// Draws the state of the filter screen.
struct FilterView {
  private let layout: FilterLayout
  private let state: FilterState
  private let render: RenderContext
  private let isOverList: Bool
  private let options: FilterOptionsView
  private let fields: FilterFieldsView

  /// `isOverList` tells whether the sort orders are those of the screen below, `numbers` are the keys that toggle the
  /// first rows, and `applyKey` is the one that applies the filter.
  init(
    layout: FilterLayout, isOverList: Bool = true, numbers: [String] = [],
    applyKey: String? = nil
  ) {
    self.layout = layout
    state = layout.state
    render = layout.render
    self.isOverList = isOverList
    options = FilterOptionsView(state: state, render: render, numbers: numbers)
    fields = FilterFieldsView(state: state, render: render, applyKey: applyKey)
  }

  /// Draws the screen; returns the position of the cursor in a text field.
  func draw(on canvas: inout Canvas) -> Point? {
    let area = layout.area
    // In a pane, the title begins where the digits do, without the margin.
    drawTitle(on: &canvas, in: area.row(0).inset(left: area.left > 0 ? -1 : 0))
    var cursor: Point?
    for block in layout.lineBlocks {
      for place in block.places {
        let found = draw(place.line, on: &canvas, in: place.row)
        cursor = found ?? cursor
        guard place.line == .row(state.focus) else { continue }
        // At the left edge it takes the place of the digit, elsewhere it keeps a blank from the counts beside it.
        drawCursor(on: &canvas, in: place.row.inset(left: place.row.left > area.left ? 1 : 0))
      }
      canvas.drawEnds(
        in: block.area.inset(left: block.area.columns - 1),
        isMoreAbove: block.isMoreAbove, isMoreBelow: block.isMoreBelow, render: render.style)
    }
    drawFoot(on: &canvas)
    return cursor
  }

  private func drawTitle(on canvas: inout Canvas, in row: Rect) {
    var matching: [SpanLine] = []
    if let counts = state.counts, let total = state.total {
      matching = [
        render.strings.matching(counts.matching, of: total), render.strings.venues(counts.matching),
      ].map { SpanLine($0, options.countStyle) }
    }
    TitleLine(
      left: SpanLine(render.strings.filters, render.theme.title), right: matching,
      prefersRight: true
    ).draw(on: &canvas, in: row)
  }

  private func draw(_ line: FilterLine, on canvas: inout Canvas, in row: Rect) -> Point? {
    switch line {
    case .priceHeading: drawHeading(render.strings.price, on: &canvas, in: row)
    case .popularHeading: drawHeading(render.strings.mostPopular, on: &canvas, in: row)
    case .sortHeading:
      let title = isOverList ? render.strings.sortBy : render.strings.sortListBy
      drawHeading(title, on: &canvas, in: row)
    case .rangeHeading:
      drawHeading(
        render.strings.ranges, remarks: render.strings.rangeExamples, on: &canvas, in: row)
    case .row(.field(let field)): return fields.draw(field, on: &canvas, in: row)
    case .row(let option): options.draw(option, on: &canvas, in: row)
    case .blank: break
    case .remark(let field): fields.drawRemark(on: field, on: &canvas, in: row)
    }
    return nil
  }

  /// Highlights the row of the cursor; beside a text that is being edited, only marks it.
  private func drawCursor(on canvas: inout Canvas, in row: Rect) {
    guard state.editedField != nil else {
      return canvas.drawCursor(in: row, render: render.style)
    }
    canvas.write(render.symbols.cursor, at: row.origin, style: render.theme.cursorMark)
  }

  /// Draws the heading of a group, and the first form of a remark on it that fits.
  private func drawHeading(
    _ text: String, remarks: [String] = [], on canvas: inout Canvas, in row: Rect
  ) {
    let start = row.origin.moved(columns: 2)
    let room = row.columns - 3
    let used = canvas.write(text, at: start, style: render.theme.heading, width: room) + 2
    let remark = remarks.first { used + TextWidth.displayWidth(of: $0) <= room }
    canvas.write(remark ?? "", at: start.moved(columns: used), style: render.theme.muted)
  }

  /// Draws the filter in words, or the error of the condition.
  private func drawFoot(on canvas: inout Canvas) {
    guard let problem = layout.problemLines else {
      return drawPredicate(layout.predicateLines, on: &canvas, in: layout.foot)
    }
    for (index, line) in problem.enumerated() {
      canvas.write(
        line, at: layout.foot.row(index).origin.moved(columns: 1), style: render.theme.problem)
    }
  }

  private func drawPredicate(_ lines: [String], on canvas: inout Canvas, in area: Rect) {
    guard area.rows > 1 else { return drawSummary(on: &canvas, in: area) }
    drawHeading(render.strings.predicate, on: &canvas, in: area.row(0))
    // What does not fit is part of the last line, so that an ellipsis marks it.
    let fitting = area.rows - 2
    let last = lines.dropFirst(fitting).joined(separator: " ")
    for (index, line) in (lines.prefix(fitting) + [last]).enumerated() {
      canvas.write(
        line, at: area.row(index + 1).origin.moved(columns: 2), style: render.theme.muted,
        width: area.columns - 3)
    }
  }

  private func drawSummary(on canvas: inout Canvas, in row: Rect) {
    let words = FilterSummary(render: render).filter(state.describedChoices)
    let title = TextWidth.padded(render.strings.summary, to: fields.lastLeft - 1)
    SpanLine([
      Span(title, render.theme.muted),
      Span(words ?? render.strings.none, words == nil ? render.theme.muted : render.theme.filter),
    ]).draw(on: &canvas, at: row.origin.moved(columns: 2), columns: row.columns - 3)
  }
}
