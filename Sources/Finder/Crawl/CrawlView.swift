import FetchKit
import TerminalKit
import Venues

/// The layout of the screen of a walk: the map is beside the stops, or below them in the remaining rows, at least half
/// of all.
struct CrawlFrame {
  /// The line below the title; empty if there is no room.
  let titleRule: Rect
  let header: Rect
  let rows: Rect
  /// Empty if there is no room.
  let map: Rect
  /// The line between both.
  let rule: Rect

  init(_ area: Rect, stops: Int) {
    titleRule = area.hasTitleRule ? area.row(1) : Rect(origin: area.origin, size: .zero)
    header = area.row(1 + titleRule.rows)
    let body = area.inset(top: 2 + titleRule.rows)
    if body.columns >= 120 {
      let (right, left) = body.split(right: body.columns * 2 / 5)
      (rows, map) = (left, right.inset(left: 2, right: 1))
      rule = right.inset(top: -1).split(left: 1).left
    } else if body.rows >= 16 {
      let (bottom, top) = body.split(bottom: max(body.rows / 2, body.rows - stops))
      (rows, map) = (top, bottom.inset(left: 1, top: 1, right: 1))
      rule = bottom.row(0)
    } else {
      let none = Rect(origin: body.origin, size: .zero)
      (rows, map, rule) = (body, none, none)
    }
  }
}

/// Draws a walk.
struct CrawlView {
  let crawl: Crawl?
  /// The start in words; nil without one.
  let start: String?
  let viewport: ListViewport
  let render: RenderContext
  /// The width of the widest distance, without and with the time to walk it.
  private let distanceColumns: (alone: Int, timed: Int)
  /// The width of the widest name.
  private let nameColumns: Int

  private static let numberWidth = 4

  init(crawl: Crawl?, start: String?, viewport: ListViewport, render: RenderContext) {
    self.crawl = crawl
    self.start = start
    self.viewport = viewport
    self.render = render
    let stops = crawl?.stops ?? []
    nameColumns = stops.map { TextWidth.displayWidth(of: $0.venue.name) }.max() ?? 0
    let distances = stops.compactMap(\.leg) + stops.map(\.total)
    func widest(_ text: (Double) -> String) -> Int {
      distances.map { TextWidth.displayWidth(of: text($0)) }.max() ?? 0
    }
    distanceColumns = (
      widest(render.strings.format.distance), widest { render.strings.lengthAndTime($0) }
    )
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    canvas.fill(in: area)
    drawTitle(on: &canvas, in: area.row(0))
    guard let crawl else { return }
    let frame = CrawlFrame(area, stops: crawl.stops.count)
    canvas.drawRule(in: frame.titleRule, render: render.style)
    if !crawl.stops.isEmpty {
      drawHeader(on: &canvas, in: frame.header.split(left: frame.rows.columns).left)
    }
    for (line, index) in viewport.visible.enumerated() where crawl.stops.indices.contains(index) {
      draw(crawl.stops[index], index, on: &canvas, in: frame.rows.row(line))
    }
    canvas.drawHangingRule(in: frame.rule, render: render.style)
    CrawlMap(crawl: crawl, cursor: viewport.cursor, render: render).draw(on: &canvas, in: frame.map)
  }

  private func drawTitle(on canvas: inout Canvas, in row: Rect) {
    let separator = Span(render.symbols.separator, render.theme.muted)
    var spans = [Span(render.strings.crawl, render.theme.title)]
    var right: [SpanLine] = []
    if let crawl {
      spans += [separator, Span(render.strings.stops(crawl.stops.count))]
      if crawl.omitted > 0 {
        spans += [
          separator, Span(render.strings.withoutLocation(crawl.omitted), render.theme.muted),
        ]
      }
      right = lengths(of: crawl).map { SpanLine($0) }
    }
    if let start {
      let longer = SpanLine(spans + [separator, Span(start, render.theme.muted)])
      // The margins and the gap between both parts take four columns; the start matters more than words.
      if longer.width + (right.dropLast().last?.width ?? 0) + 4 <= row.columns {
        spans = longer.spans
      }
    }
    TitleLine(left: SpanLine(spans), right: right).draw(on: &canvas, in: row)
  }

  /// The length of a crawl from the longest form to the shortest.
  private func lengths(of crawl: Crawl) -> [String] {
    let (strings, meters) = (render.strings, crawl.length)
    let isShortest = crawl.stops.count <= ShortestPath.exact
    let order = [
      strings.inStraightLines(meters, isShortest: isShortest),
      strings.inShortestOrder(meters, isShortest: isShortest),
    ]
    return (crawl.isPlanned ? order : []) + [
      strings.onFoot(meters), strings.lengthAndTime(meters), strings.format.distance(meters),
    ]
  }

  private func drawHeader(on canvas: inout Canvas, in row: Rect) {
    canvas.write(
      render.strings.title(of: VenueColumn.name),
      at: row.origin.moved(columns: 2 + Self.numberWidth), style: render.theme.heading)
    if let place = addressPlace(in: row) {
      canvas.write(
        render.strings.title(of: VenueColumn.address), at: place.point,
        style: render.theme.heading, width: place.columns)
    }
    for place in places(in: row) {
      canvas.write(
        title(of: place.column), at: place.point, style: render.theme.heading,
        columns: place.columns, alignment: .right)
    }
  }

  private func draw(_ stop: Crawl.Stop, _ index: Int, on canvas: inout Canvas, in row: Rect) {
    let places = places(in: row)
    canvas.write(
      "\(index + 1)", at: row.origin.moved(columns: 2), style: render.theme.key,
      columns: Self.numberWidth - 2, alignment: .right)
    let start = row.origin.moved(columns: 2 + Self.numberWidth)
    let room = (places.first?.point.column ?? row.right) - start.column - 1
    canvas.write(stop.venue.name, at: start, width: room)
    if let address = stop.venue.location.address, let place = addressPlace(in: row) {
      canvas.write(address, at: place.point, style: render.theme.muted, width: place.columns)
    }
    for place in places {
      let text = text(of: place.column, stop, hasTime: place.hasTime)
      canvas.write(
        text ?? render.symbols.missing, at: place.point,
        style: text == nil ? render.theme.muted : .plain,
        columns: place.columns, alignment: .right)
    }
    if index == viewport.cursor { canvas.drawCursor(in: row.inset(left: 1), render: render.style) }
  }
}

// MARK: - Columns

extension CrawlView {
  private enum Column { case rating, leg, total }

  /// A column beside the name.
  private struct Place {
    let column: Column
    let point: Point
    let columns: Int
    /// Whether distances have the time to walk them.
    let hasTime: Bool
  }

  /// The columns that fit beside the name, from the left.
  private func places(in row: Rect) -> [Place] {
    let hasTime = row.columns >= 90
    let titles = [Column.leg, .total].map { TextWidth.displayWidth(of: title(of: $0)) }
    // Two blanks more, so that the widest texts of both columns do not touch.
    let distance =
      max(titles.max() ?? 0, hasTime ? distanceColumns.timed : distanceColumns.alone) + 2
    let widths: [(Column, columns: Int)] = [(.rating, 7), (.leg, distance), (.total, distance)]
    let shown = widths.filter { column, _ in
      switch column {
      case .rating: row.columns >= 60
      case .leg: true
      case .total: row.columns >= 50
      }
    }
    var left = row.right - shown.reduce(0) { $0 + $1.columns + 1 }
    return shown.map { column, columns in
      defer { left += columns + 1 }
      return Place(
        column: column, point: Point(column: left, row: row.top), columns: columns,
        hasTime: hasTime)
    }
  }

  /// The place of the address between the name and the columns; nil if there is no room.
  private func addressPlace(in row: Rect) -> (point: Point, columns: Int)? {
    let start = row.left + 2 + Self.numberWidth + nameColumns + 2
    let end = (places(in: row).first?.point.column ?? row.right) - 1
    guard end - start > 10 else { return nil }
    return (Point(column: start, row: row.top), end - start)
  }

  private func title(of column: Column) -> String {
    switch column {
    case .rating: render.strings.title(of: VenueColumn.rating)
    case .leg: render.strings.leg
    case .total: render.strings.sum
    }
  }

  /// The text of a stop in a column; nil if it is unknown.
  private func text(of column: Column, _ stop: Crawl.Stop, hasTime: Bool) -> String? {
    let strings = render.strings
    func distance(_ meters: Double, after walked: Double = 0) -> String {
      hasTime ? strings.lengthAndTime(meters, after: walked) : strings.format.distance(meters)
    }
    return switch column {
    case .rating: stop.venue.rating.map(strings.format.tenths)
    case .leg: stop.leg.map { distance($0, after: stop.walked) }
    case .total: distance(stop.total)
    }
  }
}

/// Draws the path of a walk with the numbers of its stops.
struct CrawlMap {
  let crawl: Crawl
  let cursor: Int
  let render: RenderContext

  func draw(on canvas: inout Canvas, in area: Rect) {
    let start = crawl.start.map(MapPosition.init)
    let stops = crawl.stops.map { MapPosition($0.place) }
    let path = [start].compactMap(\.self) + stops
    guard !area.isEmpty, let bounds = MapBounds(path) else { return }
    let (scaleRow, map) = area.split(bottom: 1)
    let viewport = MapViewport(fitting: bounds, size: map.size, narrowest: 0.25)
    drawPath(path.map(viewport.dot), on: &canvas, in: map)
    var taken: Set<Point> = []
    if let start, let cell = viewport.cell(of: start) {
      canvas.write(render.symbols.you, at: map.point(of: cell), style: render.theme.you)
      taken.insert(cell)
    }
    for index in stops.indices.filter({ $0 == cursor }) + stops.indices.filter({ $0 != cursor }) {
      guard let cell = viewport.cell(of: stops[index]) else { continue }
      draw(index, at: cell, on: &canvas, in: map, &taken)
    }
    let scale = ScaleBar(viewport: viewport, render: render).line(
      columns: min(30, scaleRow.columns))
    TitleLine(left: scale, right: start == nil ? [] : [SpanLine(render.legendOfYou)]).draw(
      on: &canvas, in: scaleRow.inset(left: -1, right: -1))
  }

  private func drawPath(
    _ dots: [(column: Double, row: Double)], on canvas: inout Canvas, in area: Rect
  ) {
    var raster = MapRaster(size: area.size)
    for (from, to) in zip(dots, dots.dropFirst()) {
      let (width, height) = (to.column - from.column, to.row - from.row)
      let steps = max(1, Int(max(abs(width), abs(height)).rounded(.up)))
      for step in 0...steps {
        let share = Double(step) / Double(steps)
        raster.set((from.column + width * share, from.row + height * share))
      }
    }
    canvas.draw(raster, in: area, style: render.theme.muted, symbols: render.symbols)
  }

  /// The offsets at which the number of a stop may be drawn, in order of preference.
  private static let shifts = [(0, 0), (2, 0), (-2, 0), (0, 1), (0, -1), (3, 0), (-3, 0)]

  /// Draws the number of a stop at the first offset where it does not touch another one, else a disc if the cell is
  /// free. The number of the cursor's stop is always drawn.
  private func draw(
    _ index: Int, at cell: Point, on canvas: inout Canvas, in area: Rect, _ taken: inout Set<Point>
  ) {
    let text = String(index + 1)
    let style = index == cursor ? render.theme.key.adding(.reverse) : render.theme.key
    func cells(_ shift: (columns: Int, rows: Int)) -> [Point] {
      let column = max(0, min(cell.column + shift.columns, area.columns - text.count))
      let row = max(0, min(cell.row + shift.rows, area.rows - 1))
      return (0..<text.count).map { Point(column: column + $0, row: row) }
    }
    let free = Self.shifts.map(cells).first { cells in
      let wider = cells.flatMap { cell in (-1...1).map { cell.moved(columns: $0) } }
      return taken.isDisjoint(with: wider)
    }
    if let free = free ?? (index == cursor ? cells((0, 0)) : nil) {
      canvas.write(text, at: area.point(of: free[0]), style: style)
      taken.formUnion(free)
    } else if taken.insert(cell).inserted {
      canvas.write(render.symbols.disc, at: area.point(of: cell), style: style)
    }
  }
}
