import TerminalKit
import Venues

/// Draws the state of the statistics screen.
struct StatisticsView {
  let state: StatisticsState
  let render: RenderContext
  /// The width of each column's titles and values.
  private let needed: [StatisticsColumn: Int]

  private static let shareWidth = 6
  private static let margin = 3
  private static let groupWidths = 10...22

  init(state: StatisticsState, render: RenderContext) {
    self.state = state
    self.render = render
    needed = Dictionary(
      uniqueKeysWithValues: StatisticsColumn.allCases.map { column in
        // The title of a sort column is followed by a blank and an arrow.
        let title = TextWidth.displayWidth(of: render.strings.title(of: column)) + 2
        let values = (state.groups ?? []).compactMap { Self.text(of: column, $0, state, render) }
        return (column, values.reduce(title) { max($0, TextWidth.displayWidth(of: $1)) })
      })
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    canvas.fill(in: area)
    drawTitle(on: &canvas, in: area.row(0))
    drawHeader(on: &canvas, in: area.row(1))
    let rows = rowsArea(in: area)
    let groups = state.sorted
    for (line, index) in state.viewport.visible.enumerated() where groups.indices.contains(index) {
      draw(groups[index], isCursor: index == state.viewport.cursor, on: &canvas, in: rows.row(line))
    }
    drawTotal(on: &canvas, in: area.row(area.rows - 1))
  }

  /// The area of the groups.
  func rowsArea(in area: Rect) -> Rect { area.inset(top: 2, bottom: 1) }

  /// The column at a distance from the left edge; nil for none.
  func column(at place: Int, columns: Int) -> StatisticsColumn? {
    places(columns).first { ($0.left..<($0.left + width(of: $0.column, columns))).contains(place) }?
      .column
  }

  /// The columns that fit, each with its distance from the left edge.
  private func places(_ columns: Int) -> [(column: StatisticsColumn, left: Int)] {
    var left = Self.margin
    var places: [(column: StatisticsColumn, left: Int)] = []
    for column in StatisticsColumn.allCases {
      guard left + width(of: column, columns) <= columns else { break }
      places.append((column, left))
      left += width(of: column, columns) + 1
      if column == .count { left += Self.shareWidth + 1 + barWidth(columns) }
    }
    return places
  }

  private func width(of column: StatisticsColumn, _ columns: Int) -> Int {
    let needed = needed[column] ?? 0
    guard column == .group else { return needed }
    let limits = Self.groupWidths
    return min(max(needed, limits.lowerBound), max(limits.upperBound, columns / 5))
  }

  /// The width of the bars and the blank after them; 0 if there is no room.
  private func barWidth(_ columns: Int) -> Int {
    let others = StatisticsColumn.allCases.reduce(Self.margin + Self.shareWidth + 2) {
      $0 + width(of: $1, columns) + 1
    }
    return columns < 60 ? 0 : max(0, min(40, columns - others))
  }

  private func drawTitle(on canvas: inout Canvas, in row: Rect) {
    TitleLine(
      left: SpanLine([
        Span(render.strings.numbers, render.theme.title),
        Span(
          render.symbols.separator + render.strings.title(of: state.grouping), render.theme.filter),
      ]), right: [SpanLine(render.strings.venues(state.total), style)]
    ).draw(on: &canvas, in: row)
  }

  private var style: Style { state.isCurrent ? .plain : render.theme.stale }

  private func drawHeader(on canvas: inout Canvas, in row: Rect) {
    for place in places(row.columns) {
      let arrow = state.isDescending ? render.symbols.descending : render.symbols.ascending
      let title =
        render.strings.title(of: place.column) + (place.column == state.sort ? " " + arrow : "")
      canvas.write(
        title, at: row.origin.moved(columns: place.left), style: render.theme.heading,
        columns: width(of: place.column, row.columns),
        alignment: place.column == .group ? .left : .right)
    }
  }

  private func draw(
    _ group: VenueGroup, isCursor: Bool, on canvas: inout Canvas, in row: Rect
  ) {
    for place in places(row.columns) {
      let text = Self.text(of: place.column, group, state, render)
      canvas.write(
        text ?? render.symbols.missing, at: row.origin.moved(columns: place.left),
        style: text == nil ? render.theme.muted : style,
        columns: width(of: place.column, row.columns),
        alignment: place.column == .group ? .left : .right)
      if place.column == .count {
        drawShare(
          group, at: place.left + width(of: place.column, row.columns) + 1, on: &canvas, in: row)
      }
    }
    if isCursor { canvas.drawCursor(in: row.inset(left: 1), render: render.style) }
  }

  private func drawShare(
    _ group: VenueGroup, at column: Int, on canvas: inout Canvas, in row: Rect
  ) {
    let share = state.total == 0 ? 0 : Double(group.count) / Double(state.total)
    let point = row.origin.moved(columns: column)
    guard column + Self.shareWidth <= row.columns else { return }
    canvas.write(
      render.strings.format.percent(share), at: point, style: render.theme.muted,
      columns: Self.shareWidth, alignment: .right)
    let most = state.groups?.map(\.count).max() ?? 0
    guard barWidth(row.columns) > 1, most > 0 else { return }
    let part = Double(group.count) / Double(most)
    let columns = barWidth(row.columns) - 1
    render.style.bar(part, columns: columns)
      .draw(on: &canvas, at: point.moved(columns: Self.shareWidth + 1), columns: columns)
  }

  /// The value of a group; nil when it is missing.
  private static func text(
    of column: StatisticsColumn, _ group: VenueGroup, _ state: StatisticsState,
    _ render: RenderContext
  ) -> String? {
    let format = render.strings.format
    switch column {
    case .group: return render.strings.title(of: state.grouping.section(named: group.name))
    case .count: return format.count(group.count)
    case .deals: return format.count(group.deals)
    case .tips: return format.count(group.tips)
    case .distance: return group.averageDistance.map(format.distance)
    case .rating: return group.averageRating.map(format.tenths)
    }
  }

  private func drawTotal(on canvas: inout Canvas, in row: Rect) {
    guard let groups = state.groups else { return }
    let deals = groups.reduce(0) { $0 + $1.deals }
    let tips = groups.reduce(0) { $0 + $1.tips }
    let parts = [
      render.strings.groups(groups.count), render.strings.deals(deals), render.strings.tips(tips),
    ]
    TitleLine(left: SpanLine(parts.joined(separator: render.symbols.separator), style), right: [])
      .draw(on: &canvas, in: row)
  }
}
