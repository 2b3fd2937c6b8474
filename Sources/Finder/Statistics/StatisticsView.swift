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
  private let columns: [StatisticsColumn]
  /// The width of each column's titles and values.
  private let needed: [StatisticsColumn: Int]
  /// The parts of stacked bars; nil without any.
  private let stack: StatisticsStack?

  private static let shareWidth = 7
  private static let margin = 3
  private static let groupWidths = 10...22
  /// Below this width there are only stacked bars.
  private static let narrow = 60
  /// Shorter bars are left out.
  private static let shortestBar = 8
  private static let shortestStack = 4
  /// The maximum width of a column of a cross table in narrow screens.
  private static let narrowestPart = 10

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
        let width = rows.reduce(title) {
          max($0, texts.value(of: column, $1).map { TextWidth.displayWidth(of: $0) } ?? 0)
        }
        return (column, width)
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

// MARK: - Columns

extension StatisticsView {
  /// A column in a width.
  private struct Place {
    let column: StatisticsColumn
    /// The distance from the left edge.
    let left: Int
    let width: Int
  }

  /// The column at a distance from the left edge; nil for none.
  func column(at place: Int, columns: Int) -> StatisticsColumn? {
    places(columns).first { ($0.left..<($0.left + $0.width)).contains(place) }?.column
  }

  /// The columns that fit; those of a cross table begin so that the one with the cursor fits.
  private func places(_ columns: Int) -> [Place] {
    let parts = self.columns.filter(\.isPart)
    let room = columns - fixedWidth(columns)
    var first = 0
    if let focus = state.part, parts.indices.contains(focus) {
      while first < focus, width(of: parts[first...focus], columns) > room { first += 1 }
    }
    let shown = self.columns.filter { !$0.isPart } + parts.dropFirst(first)
    var left = Self.margin
    var places: [Place] = []
    for column in shown {
      let width = width(of: column, columns)
      // The last column is that of the arrows.
      guard left + width < columns else { break }
      places.append(Place(column: column, left: left, width: width))
      left += width + gap(columns)
      if column == .count { left += Self.shareWidth + 1 + barWidth(columns) }
    }
    return completingTitles(of: places, columns)
  }

  /// Widens columns of a cross table for titles that are whole then, as long as there is room.
  private func completingTitles(of places: [Place], _ columns: Int) -> [Place] {
    guard let last = places.last else { return [] }
    var spare = columns - 1 - (last.left + last.width)
    var shift = 0
    return places.map { place in
      let missing = place.column.isPart ? (needed[place.column] ?? 0) - place.width : 0
      let added = missing <= spare ? missing : 0
      defer { (spare, shift) = (spare - added, shift + added) }
      return Place(column: place.column, left: place.left + shift, width: place.width + added)
    }
  }

  /// The width of everything but the columns of a cross table.
  private func fixedWidth(_ columns: Int) -> Int {
    let others = self.columns.filter { !$0.isPart }
    return Self.margin + width(of: others[...], columns) + Self.shareWidth + 1 + barWidth(columns)
  }

  private func width(of columns: ArraySlice<StatisticsColumn>, _ room: Int) -> Int {
    columns.reduce(0) { $0 + width(of: $1, room) + gap(room) }
  }

  /// The blanks between columns: two if as many of them fit.
  private func gap(_ columns: Int) -> Int {
    let all = fitting(columns).reduce(Self.margin + Self.shareWidth + 1) {
      $0 + width(of: $1, columns) + 2
    }
    let isWideTable = columns >= Self.narrow && self.columns.contains(where: \.isPart)
    return all < columns || isWideTable ? 2 : 1
  }

  /// The columns that fit with a blank between them, and all those of a cross table.
  private func fitting(_ columns: Int) -> ArraySlice<StatisticsColumn> {
    var right = Self.margin + Self.shareWidth
    let count = self.columns.prefix { column in
      right += width(of: column, columns) + 1
      return right < columns || column.isPart || column == .count
    }.count
    return self.columns.prefix(count)
  }

  private func width(of column: StatisticsColumn, _ columns: Int) -> Int {
    let needed = needed[column] ?? 0
    if column.isPart { return min(needed, max(Self.narrowestPart, columns / 8)) }
    guard column == .group else { return needed }
    let limits = Self.groupWidths
    if isStacked, columns < Self.narrow { return limits.lowerBound }
    return min(max(needed, limits.lowerBound), max(limits.upperBound, columns / 5))
  }

  /// The width of the bars and the blank before them; 0 if there is no room.
  private func barWidth(_ columns: Int) -> Int {
    // The last column has no gap after it, but a margin.
    let others =
      Self.margin + Self.shareWidth + 2 + width(of: fitting(columns), columns) - gap(columns)
    let width = columns - others
    let shortest = isStacked ? Self.shortestStack : Self.shortestBar
    guard columns >= Self.narrow || isStacked, width >= shortest else { return 0 }
    // The columns of a cross table stay near the names of its groups.
    let hasParts = self.columns.contains(where: \.isPart)
    return hasParts && !isStacked ? min(width, columns / 2) : width
  }
}

// MARK: - Lines

extension StatisticsView {
  private func drawTitle(on canvas: inout Canvas, in row: Rect) {
    TitleLine(
      left: SpanLine([
        Span(render.strings.numbers, render.theme.title),
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

  private var isStacked: Bool { stack != nil }

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
          of: group, at: left + Self.shareWidth + 1, isCursor: isCursor, on: &canvas, in: row)
      }
    }
  }

  private func drawShareTitle(at column: Int, on canvas: inout Canvas, in row: Rect) {
    let title = render.strings.share
    guard column + Self.shareWidth <= row.columns,
      TextWidth.displayWidth(of: title) <= Self.shareWidth
    else { return }
    canvas.write(
      title, at: row.origin.moved(columns: column), style: render.theme.heading,
      columns: Self.shareWidth, alignment: .right)
  }

  private func drawShare(
    of group: VenueGroup, at column: Int, style: Style, on canvas: inout Canvas, in row: Rect
  ) {
    guard column + Self.shareWidth <= row.columns, let total = state.result?.total.count else {
      return
    }
    canvas.write(
      render.strings.format.percent(total == 0 ? 0 : Double(group.count) / Double(total)),
      at: row.origin.moved(columns: column), style: style, columns: Self.shareWidth,
      alignment: .right)
  }

  private func drawBar(
    of group: VenueGroup, at column: Int, isCursor: Bool, on canvas: inout Canvas, in row: Rect
  ) {
    let most = groups.map(\.count).max() ?? 0
    guard barWidth(row.columns) > 1, most > 0 else { return }
    let columns = barWidth(row.columns) - 1
    let share = Double(group.count) / Double(most)
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

extension StatisticsColumn {
  /// Whether it is a column of a cross table.
  fileprivate var isPart: Bool { if case .part = self { true } else { false } }
}
