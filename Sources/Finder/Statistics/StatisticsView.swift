import TerminalKit
import Venues

/// Draws the state of the statistics screen.
struct StatisticsView {
  let state: StatisticsState
  /// The choices in words; nil without any.
  let filter: String?
  /// The key that clears the choices; nil without one.
  let clearKey: String?
  let render: RenderContext
  private let groups: [VenueGroup]
  let columns: [StatisticsColumn]
  /// The width of each column's titles and values.
  let needed: [StatisticsColumn: Int]
  /// The parts of stacked bars; nil without any.
  private let stack: StatisticsStack?

  static let shareWidth = 7
  static let margin = 3
  static let groupWidths = 10...22
  /// Below this width there are only stacked bars.
  static let narrow = 60
  /// Shorter bars are left out.
  static let shortestBar = 8
  static let minimumStack = 4
  /// The maximum width of a column of a cross table in narrow screens.
  static let minimumPart = 10

  init(state: StatisticsState, filter: String?, clearKey: String?, render: RenderContext) {
    self.state = state
    self.filter = filter
    self.clearKey = clearKey
    self.render = render
    groups = state.sorted
    columns = state.columns
    stack =
      state.isStacked
      ? state.second.map {
        StatisticsStack(parts: state.result?.parts ?? [], isPrice: $0 == .price, render: render)
      } : nil
    let texts = StatisticsText(state: state, render: render)
    let rows = groups + [state.result?.total].compactMap(\.self)
    needed = Dictionary(
      columns.map { column in
        // A cross table has room for the arrow only where it is.
        let arrow = column.isPart && column != state.sort ? 0 : ColumnTitle.arrowWidth
        let title = TextWidth.displayWidth(of: texts.title(of: column)) + arrow
        let values = rows.compactMap { texts.value(of: column, $0) }
        let widest = values.map { TextWidth.displayWidth(of: $0) }.max() ?? 0
        // Numbers in neighboring columns have two blanks between them.
        let blanks = column == .group || column.isPart ? 0 : 1
        return (column, max(title, widest + blanks))
      }, uniquingKeysWith: max)
  }

  private var texts: StatisticsText { StatisticsText(state: state, render: render) }

  func draw(on canvas: inout Canvas, in area: Rect) {
    canvas.fill(in: area)
    drawTitle(on: &canvas, in: area.row(0))
    let rows = rowsArea(in: area)
    if area.hasTitleRule { canvas.drawRule(in: area.row(1), render: render.style) }
    drawHeader(on: &canvas, in: area.row(rows.top - 1 - area.top))
    if groups.isEmpty, state.result != nil { return drawEmpty(on: &canvas, in: rows) }
    for (line, index) in state.viewport.visible.enumerated() where groups.indices.contains(index) {
      let isCursor = index == state.viewport.cursor
      draw(groups[index], isCursor: isCursor, on: &canvas, in: rows.row(line))
      if isCursor { canvas.drawCursor(in: cursorRow(rows.row(line)), render: render.style) }
    }
    let visible = state.viewport.visible
    canvas.drawEnds(
      in: rows.inset(left: rows.columns - 1), isMoreAbove: visible.lowerBound > 0,
      isMoreBelow: visible.upperBound < groups.count, render: render.style)
    let end = rows.top + visible.count
    if end + 1 < area.bottom {
      canvas.drawRule(in: area.row(end - area.top), render: render.style)
    }
    let total = area.row(min(area.rows - 1, end + 1 - area.top))
    drawTotal(on: &canvas, in: total)
    drawParts(on: &canvas, in: area.inset(top: total.bottom + 1 - area.top))
  }

  private func drawEmpty(on canvas: inout Canvas, in area: Rect) {
    let reason = filter == nil ? render.strings.noVenues : render.strings.noMatch
    var lines = [SpanLine(reason, render.theme.heading)]
    if let filter { lines.append(SpanLine(filter, render.theme.filter)) }
    if filter != nil, let clearKey {
      lines.append(SpanLine(render.strings.clearsTheFilter(clearKey), render.theme.muted))
    }
    canvas.drawCentered(lines, in: area)
  }

  /// The area of the groups; where there is room, a line separates their titles from that of the screen.
  func rowsArea(in area: Rect) -> Rect {
    area.inset(top: area.hasTitleRule ? 3 : 2, bottom: 1)
  }

  private var style: Style { state.isCurrent ? .plain : render.theme.stale }
}

// MARK: - Lines

extension StatisticsView {
  private func drawTitle(on canvas: inout Canvas, in row: Rect) {
    TitleLine(
      left: SpanLine([
        Span(render.strings.statistics, render.theme.title),
        Span(render.symbols.separator, render.theme.muted), Span(texts.subject),
        Span(filter == nil ? "" : render.symbols.separator, render.theme.muted),
        Span(filter ?? "", render.theme.filter),
      ]), right: counts.map { SpanLine($0, style) }
    ).draw(on: &canvas, in: row)
  }

  /// The number of venues, also of all if they are filtered, from the longest form to the shortest.
  private var counts: [String] {
    guard let count = state.result?.total.count else { return [] }
    let strings = render.strings
    let all = filter == nil ? nil : state.total.map { strings.venues(count, of: $0) }
    return [all, strings.venues(count)].compactMap(\.self)
  }

  private func drawHeader(on canvas: inout Canvas, in row: Rect) {
    let places = places(row.columns)
    for place in places {
      ColumnTitle(
        text: texts.title(of: place.column),
        isAscending: place.column == state.sort ? !state.isDescending : nil,
        style: isFocused(place.column) ? render.theme.highlight : render.theme.heading,
        alignment: place.column == .group ? .left : .right
      ).draw(
        on: &canvas, at: row.origin.moved(columns: place.left), columns: place.width,
        render: render)
      if place.column == .count {
        drawShareTitle(at: place.left + place.width + 1, on: &canvas, in: row)
        drawBarTitle(at: barLeft(place, row), on: &canvas, in: row)
      }
    }
    drawLegend(on: &canvas, in: row)
    markHiddenParts(places.filter(\.column.isPart), on: &canvas, in: row)
  }

  /// Marks the ends of a cross table with more columns than fit.
  private func markHiddenParts(_ shown: [Place], on canvas: inout Canvas, in row: Rect) {
    let parts = columns.filter(\.isPart)
    guard let first = shown.first, let last = shown.last else { return }
    let style = render.theme.accent
    if first.column != parts.first {
      canvas.write(
        render.symbols.moreLeft, at: row.origin.moved(columns: first.left - 1), style: style)
    }
    if last.column != parts.last {
      canvas.write(
        render.symbols.moreRight, at: row.origin.moved(columns: row.columns - 1), style: style)
    }
  }

  /// The area of the cursor in a row. In reverse, the cell after stacked bars would look like a part of them.
  private func cursorRow(_ row: Rect) -> Rect {
    row.inset(left: 1, right: isStacked && render.theme.cursorSurface == nil ? 1 : 0)
  }

  /// The names of the parts above the bars.
  private func drawLegend(on canvas: inout Canvas, in row: Rect) {
    guard let (legend, area) = legend(in: row) else { return }
    legend.names.draw(on: &canvas, at: area.origin, columns: area.columns)
  }

  /// The legend of stacked bars and its area in a row; nil without any.
  private func legend(in row: Rect) -> (StatisticsStack.Legend, Rect)? {
    guard let stack, let count = places(row.columns).last else { return nil }
    let area = row.inset(left: count.left + count.width + 1 + Self.shareWidth + 1, right: 1)
    let legend = stack.legend(
      of: state.result?.total, in: state.focusedGroup, focus: state.focusedPart,
      columns: area.columns
    ) { texts.title(of: .part($0)) }
    return (legend, area)
  }

  /// Draws all parts of stacked bars in columns below the totals, if the legend above the bars leaves some out.
  private func drawParts(on canvas: inout Canvas, in area: Rect) {
    guard let stack, let total = state.result?.total, let (legend, _) = legend(in: area),
      !legend.isComplete
    else { return }
    let entries = stack.entries(of: total) { texts.title(of: .part($0)) }
    let width = (entries.map(\.width).max() ?? 0) + 2
    let columns = max(1, (area.columns - Self.margin) / width)
    guard (entries.count + columns - 1) / columns <= area.rows else { return }
    for (index, entry) in entries.enumerated() {
      let start = area.row(index / columns).origin
      entry.draw(
        on: &canvas, at: start.moved(columns: Self.margin + index % columns * width),
        columns: width - 2)
    }
  }

  var isStacked: Bool { stack != nil }

  private func isFocused(_ column: StatisticsColumn) -> Bool {
    guard let part = state.focusedPart else { return false }
    return column == .part(part)
  }

  private func draw(
    _ group: VenueGroup, isCursor: Bool, on canvas: inout Canvas, in row: Rect
  ) {
    for place in places(row.columns) {
      let text = texts.value(of: place.column, group)
      let isZero = place.column.isPart && place.column.value(group) == 0
      let own = text == nil || isZero ? render.theme.muted : style
      canvas.write(
        text ?? render.symbols.missing, at: row.origin.moved(columns: place.left),
        style: isCursor && isFocused(place.column) ? render.theme.highlight : own,
        columns: place.width, alignment: place.column == .group ? .left : .right)
      if place.column == .count {
        let left = place.left + place.width + 1
        drawShare(of: group, at: left, style: render.theme.muted, on: &canvas, in: row)
        drawBar(
          of: group, at: barLeft(place, row), isCursor: isCursor, on: &canvas, in: row)
      }
    }
  }

  private func drawShareTitle(at column: Int, on canvas: inout Canvas, in row: Rect) {
    let title = render.strings.share
    guard shareWidth(row.columns) > 0, column + Self.shareWidth <= row.columns,
      TextWidth.displayWidth(of: title) <= Self.shareWidth
    else { return }
    canvas.write(
      title, at: row.origin.moved(columns: column), style: render.theme.heading,
      columns: Self.shareWidth, alignment: .right)
  }

  /// The left edge of the bars, after the share of the venues.
  private func barLeft(_ count: Place, _ row: Rect) -> Int {
    count.left + count.width + 1 + shareWidth(row.columns)
  }

  /// The title of bars that show another column than the number of venues.
  private func drawBarTitle(at column: Int, on canvas: inout Canvas, in row: Rect) {
    guard state.barColumn != .count, barWidth(row.columns) > 1 else { return }
    canvas.write(
      texts.title(of: state.barColumn), at: row.origin.moved(columns: column),
      style: render.theme.heading, width: barWidth(row.columns) - 1)
  }

  private func drawShare(
    of group: VenueGroup, at column: Int, style: Style, on canvas: inout Canvas, in row: Rect
  ) {
    guard shareWidth(row.columns) > 0, column + Self.shareWidth <= row.columns,
      let total = state.result?.total.count
    else { return }
    canvas.write(
      render.strings.format.percent(total == 0 ? 0 : Double(group.count) / Double(total)),
      at: row.origin.moved(columns: column), style: style, columns: Self.shareWidth,
      alignment: .right)
  }

  private func drawBar(
    of group: VenueGroup, at column: Int, isCursor: Bool, on canvas: inout Canvas, in row: Rect
  ) {
    let most = groups.compactMap(state.barColumn.value).max() ?? 0
    guard barWidth(row.columns) > 1, most > 0, most.isFinite else { return }
    let columns = barWidth(row.columns) - 1
    let share = (state.barColumn.value(group) ?? 0) / most
    let focus = isCursor ? state.focusedPart : nil
    let bar =
      stack?.bar(of: group, share, columns: columns, focus: focus)
      ?? render.style.bar(share, columns: columns)
    bar.draw(on: &canvas, at: row.origin.moved(columns: column), columns: columns)
  }

  /// All groups together, in the columns of the groups.
  private func drawTotal(on canvas: inout Canvas, in row: Rect) {
    guard let result = state.result else { return }
    let style = state.isCurrent ? render.theme.heading : render.theme.stale
    for place in places(row.columns) {
      let text =
        place.column == .group
        ? render.strings.groups(groups.count) : texts.value(of: place.column, result.total)
      canvas.write(
        text ?? render.symbols.missing, at: row.origin.moved(columns: place.left),
        style: style, columns: place.width,
        alignment: place.column == .group ? .left : .right)
      if place.column == .count {
        let left = place.left + place.width + 1
        drawShare(of: result.total, at: left, style: style, on: &canvas, in: row)
      }
    }
    guard let (legend, area) = legend(in: row) else { return }
    legend.numbers.draw(on: &canvas, at: area.origin, columns: area.columns)
  }
}
