import Foundation
import TerminalKit
import Venues

/// Draws the map: venues, the user's location, walking distance, labels.
struct MapPicture {
  let state: MapState
  let visiblePoints: VisiblePoints
  let render: RenderContext
  /// The walking distance; nil if it is not drawn.
  let circle: MapCircle?

  /// The cell of the user's location; nil if it is not visible.
  private let yourCell: Point?
  /// The cell of the selected venue; nil if it is not visible.
  private let cursorCell: Point?

  private var viewport: MapViewport { visiblePoints.viewport }

  /// The maximum width of a label.
  private static let longestLabel = 28
  /// The minimum width of the columns of a grid.
  private static let minimumGrid = 6.0
  /// The share of cells with venues up to which they are discs.
  private static let cellsPerVenue = 12
  /// The share of cells with venues from which they are named.
  private static let cellsPerLabel = 4

  init(state: MapState, visiblePoints: VisiblePoints, render: RenderContext, circle: MapCircle?) {
    self.state = state
    self.visiblePoints = visiblePoints
    self.render = render
    self.circle = circle
    let cursor = state.cursor.flatMap(visiblePoints.viewport.cell)
    cursorCell = cursor
    let toYou = state.you.flatMap { state.cursor?.way(to: $0) }
    yourCell = state.you.flatMap(visiblePoints.viewport.cell)
      .map { Self.cell(of: $0, beside: cursor, isEast: (toYou?.x ?? 0) > 0, visiblePoints.raster) }
  }

  /// The cell of the user's location: a venue in the same cell moves it to a free one beside it, the selected venue to
  /// any, preferably on the side where the location is.
  private static func cell(
    of you: Point, beside cursor: Point?, isEast: Bool, _ raster: MapRaster
  ) -> Point {
    guard you == cursor || raster.count(at: you) > 0 else { return you }
    let beside = (isEast ? [1, -1] : [-1, 1]).map { you.moved(columns: $0) }
      .filter(Rect(raster.size).contains)
    let free = beside.first { raster.count(at: $0) == 0 && $0 != cursor }
    return free ?? (you == cursor ? beside.first : nil) ?? you
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    var taken = Set<Point>()
    let raster = visiblePoints.raster
    if let circle {
      canvas.draw(circle.raster, in: area, style: render.theme.you, symbols: render.symbols)
    }
    draw(raster, on: &canvas, in: area)
    drawYou(on: &canvas, in: area, &taken)
    let hasName = drawCursor(raster, on: &canvas, in: area, &taken)
    taken.formUnion(circle?.raster.usedCells ?? [])
    drawLabels(raster, without: hasName ? nil : state.venue?.name, on: &canvas, in: area, &taken)
    drawGrid(raster, on: &canvas, in: area, taken)
  }
}

// MARK: - Dots

extension MapPicture {
  /// Crosses at the distance of the scale bar in whole cells, from the user's location, or else from the middle of the
  /// venues.
  private func drawGrid(
    _ raster: MapRaster, on canvas: inout Canvas, in area: Rect, _ taken: Set<Point>
  ) {
    let scale = ScaleBar(viewport: viewport, render: render)
    guard let start = state.you ?? state.points.bounds?.center,
      let meters = scale.meters(columns: ScaleBar.columns(in: area.columns))
    else { return }
    let origin = viewport.dot(of: start)
    let step = meters / viewport.metersPerDot
    guard step / 2 >= Self.minimumGrid else { return }
    for row in Self.multiples(of: step / 4, from: origin.row / 4, below: area.rows) {
      for column in Self.multiples(of: step / 2, from: origin.column / 2, below: area.columns) {
        let cell = Point(column: column, row: row)
        guard isFree(Rect(column: column, row: row, columns: 1, rows: 1), raster, taken) else {
          continue
        }
        canvas.write("+", at: area.point(of: cell), style: render.theme.grid)
      }
    }
  }

  /// The numbers from 0 to below a limit that are a multiple of a step away from an origin, all rounded.
  private static func multiples(of step: Double, from origin: Double, below limit: Int) -> [Int] {
    let step = max(1, step.rounded())
    let first = origin.rounded(.down).truncatingRemainder(dividingBy: step)
    return stride(from: first < 0 ? first + step : first, to: Double(limit), by: step).map {
      Int($0)
    }
  }

  private func draw(_ raster: MapRaster, on canvas: inout Canvas, in area: Rect) {
    let used = raster.usedCells
    // Discs would hide the distribution of many venues.
    let isCrowded = used.count * Self.cellsPerVenue > raster.size.columns * raster.size.rows
    var numbered: [Point] = []
    for cell in used {
      let count = raster.count(at: cell)
      let isNumber = !isCrowded && count > 1
      if let last = numbered.last, !isNumber || cell != last.moved(columns: 1) {
        drawNumber(of: numbered, raster, on: &canvas, in: area)
        numbered = []
      }
      if isNumber {
        numbered.append(cell)
        continue
      }
      let sign =
        isCrowded
        ? render.symbols.dots(raster.dots(at: cell), ascii: render.symbols.sign(count))
        : render.symbols.disc
      canvas.write(sign, at: area.point(of: cell), style: style(of: cell, count, raster))
    }
    drawNumber(of: numbered, raster, on: &canvas, in: area)
  }

  /// Draws the number of venues in adjacent cells on an area of its own length, in the color of the fullest cell; `+` for
  /// more than there is room for.
  private func drawNumber(
    of cells: [Point], _ raster: MapRaster, on canvas: inout Canvas, in area: Rect
  ) {
    let shown = cells.filter { $0 != yourCell && $0 != cursorCell }
    guard let fullest = shown.max(by: { raster.count(at: $0) < raster.count(at: $1) }) else {
      return
    }
    let count = shown.reduce(0) { $0 + raster.count(at: $1) }
    let digits = String(count)
    let number = digits.count <= shown.count ? digits : "+"
    canvas.write(
      number, at: area.point(of: shown[(shown.count - number.count) / 2]),
      style: render.theme.onArea(style(of: fullest, count, raster)))
  }

  private func style(of cell: Point, _ count: Int, _ raster: MapRaster) -> Style {
    switch state.shade {
    case .price: render.theme.mark(raster.price(at: cell))
    case .density: render.theme.density[MapShading.level(count)]
    }
  }
}

// MARK: - Signs and names

extension MapPicture {
  private func drawYou(on canvas: inout Canvas, in area: Rect, _ taken: inout Set<Point>) {
    guard let cell = yourCell else { return }
    canvas.write(render.symbols.you, at: area.point(of: cell), style: render.theme.you)
    taken.insert(cell)
  }

  /// Returns whether the venue of the cursor is named.
  private func drawCursor(
    _ raster: MapRaster, on canvas: inout Canvas, in area: Rect, _ taken: inout Set<Point>
  ) -> Bool {
    guard let cell = cursorCell else { return false }
    canvas.write(
      render.symbols.here, at: area.point(of: cell),
      style: render.theme.cursorMark.adding(.reverse))
    taken.insert(cell)
    guard let name = state.venue?.name,
      let place = place(for: name, beside: cell, raster, in: area.size, taken)
    else { return false }
    // A blank separates the name from the circle.
    for cell in wider(place) where Rect(raster.size).contains(cell) && !taken.contains(cell) {
      canvas.write(" ", at: area.point(of: cell))
    }
    write(name, at: place, on: &canvas, in: area, style: render.theme.title)
    taken.formUnion(wider(place))
    return true
  }

  /// Names the other venues, unless only a few of them have room; none has the name `excluded`.
  private func drawLabels(
    _ raster: MapRaster, without excluded: String?, on canvas: inout Canvas, in area: Rect,
    _ taken: inout Set<Point>
  ) {
    var labels: [(name: String, place: Rect)] = []
    var used = taken
    for candidate in visiblePoints.nearest where candidate.id != state.venue?.objectID {
      guard let name = state.names[candidate.id], name != excluded,
        let cell = viewport.cell(of: candidate.position), raster.count(at: cell) == 1,
        cell != yourCell,
        let place = place(for: name, beside: cell, raster, in: area.size, used)
      else { continue }
      labels.append((name, place))
      used.formUnion(wider(place))
    }
    guard labels.count * Self.cellsPerLabel >= raster.usedCells.count else { return }
    for (name, place) in labels {
      write(name, at: place, on: &canvas, in: area, style: render.theme.muted)
    }
    taken = used
  }

  /// The first possible area of a label that is free; nil for none.
  private func place(
    for name: String, beside cell: Point, _ raster: MapRaster, in size: Size, _ taken: Set<Point>
  ) -> Rect? {
    places(for: name, beside: cell, in: size).first { isFree($0, raster, taken) }
  }

  /// A label covers no venue and keeps a blank from venues and other labels.
  private func isFree(_ place: Rect, _ raster: MapRaster, _ taken: Set<Point>) -> Bool {
    wider(place).allSatisfy {
      !Rect(raster.size).contains($0) || raster.count(at: $0) == 0 && !taken.contains($0)
    }
  }

  /// The cells of a label with those beside them.
  private func wider(_ place: Rect) -> some Sequence<Point> {
    ((place.left - 1)..<(place.right + 1)).lazy.map { Point(column: $0, row: place.top) }
  }

  /// The possible areas of a label, to the right and to the left of a cell, and beyond the cell at its right; then those
  /// of a shorter one, which fits at one side of any cell.
  private func places(for name: String, beside cell: Point, in size: Size) -> [Rect] {
    let width = min(Self.longestLabel, TextWidth.displayWidth(of: name))
    let shorter = min(width, size.columns / 2 - 2)
    guard (0..<size.rows).contains(cell.row), shorter > 1 else { return [] }
    return [width, shorter].flatMap { width in
      let columns = [cell.column + 2, cell.column - 1 - width, cell.column + 3]
      return columns.filter { $0 >= 0 && $0 + width <= size.columns }
        .map { Rect(column: $0, row: cell.row, columns: width, rows: 1) }
    }
  }

  private func write(
    _ name: String, at place: Rect, on canvas: inout Canvas, in area: Rect, style: Style
  ) {
    canvas.write(name, at: area.point(of: place.origin), style: style, width: place.columns)
  }
}

/// The circle of a walking distance, as far as it is visible.
struct MapCircle {
  let raster: MapRaster

  /// The radii in dots that are recognized as a circle, and quickly drawn.
  private static let radii = 12.0..<10_000

  /// nil if it is too small or too large, not visible, or if venues cover too much of it.
  init?(of state: MapState, among points: VisiblePoints) {
    let viewport = points.viewport
    guard let you = state.you else { return nil }
    let radius = state.choices.radius * you.meter / viewport.scale
    guard Self.radii.contains(radius) else { return nil }
    let middle = viewport.dot(of: you)
    var raster = MapRaster(size: viewport.size)
    let count = Int(7 * radius)
    for index in 0..<count {
      let angle = 2 * .pi * Double(index) / Double(count)
      raster.set((middle.column + radius * sin(angle), middle.row - radius * cos(angle)))
    }
    let cells = raster.usedCells
    let covered = cells.count { points.raster.count(at: $0) > 0 }
    guard !cells.isEmpty, covered * 3 <= cells.count else { return nil }
    self.raster = raster
  }
}

extension Rect {
  /// The place of a cell of a map that fills the area.
  func point(of cell: Point) -> Point { origin.moved(columns: cell.column, rows: cell.row) }
}

extension Canvas {
  /// Draws a line of dots.
  mutating func draw(_ raster: MapRaster, in area: Rect, style: Style, symbols: Symbols) {
    for cell in raster.usedCells {
      write(
        symbols.dots(raster.dots(at: cell), ascii: symbols.circle), at: area.point(of: cell),
        style: style)
    }
  }
}

extension Symbols {
  /// The symbol for dots in Braille bits.
  func dots(_ bits: UInt8, ascii: String) -> String {
    guard isUnicode, let scalar = Unicode.Scalar(0x2800 + UInt32(bits)) else { return ascii }
    return String(Character(scalar))
  }

  /// A single venue.
  var disc: String { isUnicode ? "●" : "o" }

  /// The symbol for a number of venues without Braille.
  func sign(_ count: Int) -> String {
    switch count {
    case ...1: "o"
    case ...4: "O"
    default: "#"
    }
  }
}

/// The colors of cells, by price or by number of venues.
enum MapShading {
  /// The thresholds of the density colors.
  static let steps = [2, 5, 20, 100]

  /// The index of the density color for a number of venues, from 1.
  static func level(_ count: Int) -> Int { steps.count { $0 <= count } }
}

extension Theme {
  /// The color of a price as text, such as "$$".
  func price(_ text: String) -> Style {
    prices.indices.contains(text.count - 1) ? prices[text.count - 1] : positive
  }

  /// The color of a price as a disc or an area.
  func mark(_ level: PriceLevel) -> Style {
    level == .unknown ? neutral : marks[level.rawValue - 1]
  }
}
