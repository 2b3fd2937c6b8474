import FetchKit
import TerminalKit
import Venues

/// The layout of the screen of a walk: the map is beside the stops or below them.
struct CrawlFrame {
  let rows: Rect
  /// Empty if there is no room.
  let map: Rect

  init(_ area: Rect) {
    let body = area.inset(top: 2)
    if body.columns >= 120 {
      let (right, left) = body.split(right: body.columns / 2)
      (rows, map) = (left, right.inset(left: 2, right: 1))
    } else if body.rows >= 16 {
      let (bottom, top) = body.split(bottom: body.rows / 2)
      (rows, map) = (top, bottom.inset(left: 1, top: 1, right: 1))
    } else {
      (rows, map) = (body, Rect(origin: body.origin, size: .zero))
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

  private static let numberWidth = 4
  private static let distanceWidth = 9

  func draw(on canvas: inout Canvas, in area: Rect) {
    canvas.fill(in: area)
    drawTitle(on: &canvas, in: area.row(0))
    guard let crawl else { return }
    let frame = CrawlFrame(area)
    drawHeader(
      on: &canvas,
      in: Rect(column: frame.rows.left, row: area.top + 1, columns: frame.rows.columns, rows: 1))
    for (line, index) in viewport.visible.enumerated() where crawl.stops.indices.contains(index) {
      draw(crawl.stops[index], index, on: &canvas, in: frame.rows.row(line))
    }
    CrawlMap(crawl: crawl, cursor: viewport.cursor, render: render).draw(on: &canvas, in: frame.map)
  }

  private func drawTitle(on canvas: inout Canvas, in row: Rect) {
    let separator = Span(render.symbols.separator, render.theme.muted)
    var spans = [Span(render.strings.crawl, render.theme.title)]
    var right: [SpanLine] = []
    if let crawl {
      spans += [separator, Span(render.strings.stops(crawl.stops.count))]
      if crawl.omitted > 0 {
        spans += [separator, Span(render.strings.withoutPlace(crawl.omitted), render.theme.muted)]
      }
      right = render.strings.onFoot(crawl.length).map { SpanLine($0) }
    }
    if let start {
      let longer = SpanLine(spans + [separator, Span(start, render.theme.muted)])
      // The margins and the gap between both parts take four columns.
      if longer.width + (right.first?.width ?? 0) + 4 <= row.columns { spans = longer.spans }
    }
    TitleLine(left: SpanLine(spans), right: right).draw(on: &canvas, in: row)
  }

  private func drawHeader(on canvas: inout Canvas, in row: Rect) {
    let titles = [render.strings.leg, render.strings.sum]
    for (title, place) in zip(titles, distancePlaces(row)) {
      canvas.write(
        title, at: place, style: render.theme.heading, columns: Self.distanceWidth,
        alignment: .right)
    }
    canvas.write(
      render.strings.title(of: VenueColumn.name),
      at: row.origin.moved(columns: 2 + Self.numberWidth), style: render.theme.heading)
  }

  /// The starts of the columns of distances; a narrow terminal has only that of the legs.
  private func distancePlaces(_ row: Rect) -> [Point] {
    (row.columns < 50 ? [1] : [2, 1]).map {
      row.origin.moved(columns: row.columns - $0 * (Self.distanceWidth + 1))
    }
  }

  private func draw(_ stop: Crawl.Stop, _ index: Int, on canvas: inout Canvas, in row: Rect) {
    let places = distancePlaces(row)
    canvas.write(
      "\(index + 1)", at: row.origin.moved(columns: 2), style: render.theme.key,
      columns: Self.numberWidth - 2, alignment: .right)
    let start = row.origin.moved(columns: 2 + Self.numberWidth)
    let room = places[0].column - start.column - 1
    let name = canvas.write(stop.venue.name, at: start, width: room)
    if let address = stop.venue.location.address, room - name > 12 {
      canvas.write(
        address, at: start.moved(columns: name + 2), style: render.theme.muted,
        width: room - name - 2)
    }
    let texts = [
      stop.leg.map(render.strings.format.distance), render.strings.format.distance(stop.total),
    ]
    for (text, place) in zip(texts, places) {
      canvas.write(
        text ?? render.symbols.missing, at: place, style: text == nil ? render.theme.muted : .plain,
        columns: Self.distanceWidth, alignment: .right)
    }
    if index == viewport.cursor { canvas.drawCursor(in: row.inset(left: 1), render: render.style) }
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
      canvas.write(render.symbols.you, at: point(cell, in: map), style: render.theme.you)
      taken.insert(cell)
    }
    for index in stops.indices.filter({ $0 == cursor }) + stops.indices.filter({ $0 != cursor }) {
      guard let cell = viewport.cell(of: stops[index]) else { continue }
      draw(index, at: cell, on: &canvas, in: map, &taken)
    }
    ScaleBar(viewport: viewport, render: render).line(columns: min(30, scaleRow.columns))
      .draw(on: &canvas, at: scaleRow.origin, columns: scaleRow.columns)
  }

  private func drawPath(
    _ dots: [(column: Double, row: Double)], on canvas: inout Canvas, in area: Rect
  ) {
    var raster = MapRaster(size: area.size)
    for (from, to) in zip(dots, dots.dropFirst()) {
      let (width, height) = (to.column - from.column, to.row - from.row)
      let steps = max(1, Int(max(abs(width), abs(height)) / 2))
      for step in 0...steps {
        let share = Double(step) / Double(steps)
        raster.set((from.column + width * share, from.row + height * share))
      }
    }
    for row in 0..<area.rows {
      for column in 0..<area.columns {
        let cell = Point(column: column, row: row)
        guard raster.dots(at: cell) != 0 else { continue }
        canvas.write(
          render.symbols.dots(raster.dots(at: cell), ascii: render.symbols.circle),
          at: point(cell, in: area), style: render.theme.muted)
      }
    }
  }

  /// The offsets at which the number of a stop may be drawn, in order of preference.
  private static let shifts = [(0, 0), (2, 0), (-2, 0), (0, 1), (0, -1), (3, 0), (-3, 0)]

  /// Draws the number of a stop at the first offset where it does not touch another one, else a disc if the cell is
  /// free. The number of the cursor's stop is always drawn.
  private func draw(
    _ index: Int, at cell: Point, on canvas: inout Canvas, in area: Rect, _ taken: inout Set<Point>
  ) {
    let text = String(index + 1)
    let style = index == cursor ? render.theme.cursor(render.theme.key) : render.theme.key
    func cells(_ shift: (columns: Int, rows: Int)) -> [Point] {
      let column = max(0, min(cell.column + shift.columns, area.columns - text.count))
      let row = max(0, min(cell.row + shift.rows, area.rows - 1))
      return (0..<text.count).map { Point(column: column + $0, row: row) }
    }
    let free = Self.shifts.map(cells).first { cells in
      let wider = cells.flatMap { cell in (-1...1).map { cell.moved(columns: $0) } }
      return index == cursor || taken.isDisjoint(with: wider)
    }
    if let free {
      canvas.write(text, at: point(free[0], in: area), style: style)
      taken.formUnion(free)
    } else if taken.insert(cell).inserted {
      canvas.write(render.symbols.disc, at: point(cell, in: area), style: style)
    }
  }

  private func point(_ cell: Point, in area: Rect) -> Point {
    area.origin.moved(columns: cell.column, rows: cell.row)
  }
}
