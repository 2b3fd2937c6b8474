import Terminal
import Venues

/// Draws the state of the list screen.
struct VenueListView {
  let state: VenueListState
  let look: Look
  let keymap: Keymap

  /// Draws the screen; gives the place of the cursor while a search is typed.
  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let frame = VenueListFrame(area)
    drawTitle(on: &canvas, in: frame.title)
    let cursor = drawFilter(on: &canvas, in: frame.filter)
    drawRule(on: &canvas, in: frame.upperRule)
    drawRows(on: &canvas, frame)
    drawRule(on: &canvas, in: frame.lowerRule)
    drawFooter(on: &canvas, in: frame.footer)
    return cursor
  }

  private func drawTitle(on canvas: inout Canvas, in row: Rect) {
    let origin = Span(look.strings.origin(state.origin), look.theme.muted)
    let total = state.figures.map { Span(look.strings.venues($0.total)) }
    let separator = Span(look.symbols.separator, look.theme.muted)
    let full = SpanLine(total.map { [$0, separator, origin] } ?? [origin])
    TitleLine(
      left: SpanLine(look.strings.appName, look.theme.title),
      right: [full, SpanLine(total.map { [$0] } ?? [])]
    ).draw(on: &canvas, in: row)
  }

  private func drawFilter(on canvas: inout Canvas, in row: Rect) -> Point? {
    let text = ChoicesText(look: look)
    let orders = text.order(state.sorts).map { SpanLine($0, look.theme.muted) }
    guard let search = state.search else {
      let filter = text.filter(state.choices)
      TitleLine(
        left: SpanLine(
          filter ?? look.strings.allVenues, filter == nil ? look.theme.muted : look.theme.filter),
        right: orders
      ).draw(on: &canvas, in: row)
      return nil
    }
    let start = row.origin.moved(columns: 1)
    canvas.write("/", at: start, style: look.theme.key)
    return search.draw(
      on: &canvas, at: start.moved(columns: 1), columns: row.columns - 3, style: .plain)
  }

  private func drawRule(on canvas: inout Canvas, in row: Rect) {
    canvas.fill(Cell(text: look.symbols.rule, style: look.theme.muted), in: row)
  }

  private func drawFooter(on canvas: inout Canvas, in row: Rect) {
    guard let figures = state.figures else { return }
    let style = state.areFiguresCurrent ? Style.plain : look.theme.stale
    let window = state.page.window
    let number = look.strings.figures
    let position =
      window.count == 0
      ? "" : "\(number.count(window.cursor + 1))/\(number.count(window.count))"
    let room = row.columns - 4 - TextWidth.displayWidth(of: position)
    TitleLine(
      left: SpanLine(footer(figures, columns: room), style),
      right: [SpanLine(position, look.theme.muted)], prefersRight: true
    ).draw(on: &canvas, in: row)
  }

  /// As many figures as fit, from the most important.
  private func footer(_ figures: ListFigures, columns: Int) -> String {
    var parts = footerParts(figures)
    while parts.count > 1, width(of: parts) > columns { parts.removeLast() }
    return parts.joined(separator: look.symbols.separator)
  }

  private func width(of parts: [String]) -> Int {
    TextWidth.displayWidth(of: parts.joined(separator: look.symbols.separator))
  }

  private func footerParts(_ figures: ListFigures) -> [String] {
    let strings = look.strings
    let shown = figures.shown
    let count =
      shown.count == figures.total
      ? strings.venues(shown.count) : strings.venues(shown.count, of: figures.total)
    let average = shown.averageDistance.map { [strings.averageDistance($0)] } ?? []
    let hidden = figures.closedHidden > 0 ? [strings.closedHidden(figures.closedHidden)] : []
    return [count, strings.deals(shown.deals), strings.tips(shown.tips)] + average + hidden
  }
}

// MARK: - Rows

extension VenueListView {
  private func drawRows(on canvas: inout Canvas, _ frame: VenueListFrame) {
    let page = state.page
    guard page.window.count > 0 || !page.isLoaded else {
      return drawEmpty(on: &canvas, in: frame.rows)
    }
    let layout = ColumnLayout(columns: frame.rows.columns, strings: look.strings)
    drawHeader(layout, on: &canvas, in: frame.header)
    let view = VenueRowView(layout: layout, search: state.choices.search, look: look)
    for (line, row) in page.rows.prefix(frame.rows.rows).enumerated() {
      view.draw(
        row, isCursor: page.window.top + line == page.window.cursor, on: &canvas,
        in: frame.rows.row(line))
    }
  }

  private func drawHeader(_ layout: ColumnLayout, on canvas: inout Canvas, in row: Rect) {
    for place in layout.places {
      canvas.write(
        look.strings.title(of: place.column), at: row.origin.moved(columns: place.left),
        style: look.theme.heading, columns: place.width,
        alignment: place.column.isNumeric ? .right : .left)
    }
  }

  private func drawEmpty(on canvas: inout Canvas, in area: Rect) {
    let lines = emptyLines
    let middle = area.centred(Size(columns: area.columns, rows: lines.count))
    for (index, line) in lines.enumerated() where index < middle.rows {
      let row = middle.row(index).inset(left: 1, right: 1)
      let width = min(line.width, row.columns)
      let start = row.origin.moved(columns: (row.columns - width) / 2)
      line.draw(on: &canvas, at: start, columns: width)
    }
  }

  /// Why there is nothing, and how to get out.
  private var emptyLines: [SpanLine] {
    guard let filter = ChoicesText(look: look).filter(state.choices), state.figures?.total != 0
    else {
      return [
        SpanLine(look.strings.noVenues, look.theme.heading),
        SpanLine(look.strings.importSome, look.theme.muted),
      ]
    }
    let action = state.search == nil ? Action.clear : .restoreSearch
    let key = keymap.keys(for: action).first.map(look.symbols.name) ?? ""
    let way =
      state.search == nil
      ? look.strings.clearsTheFilter(key) : look.strings.endsTheSearch(key)
    return [
      SpanLine(look.strings.noMatch, look.theme.heading), SpanLine(filter, look.theme.filter),
      SpanLine(way, look.theme.muted),
    ]
  }
}
