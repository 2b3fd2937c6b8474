import FetchKit
import TerminalKit
import Venues

/// Draws the state of the map.
struct MapView {
  let state: MapState
  /// The viewport of the map's area.
  let visiblePoints: VisiblePoints
  let render: RenderContext
  /// The walking distance as far as it is visible; nil if it is not.
  private let circle: MapCircle?

  init(state: MapState, visiblePoints: VisiblePoints, render: RenderContext) {
    self.state = state
    self.visiblePoints = visiblePoints
    self.render = render
    circle = MapCircle(of: state, among: visiblePoints)
  }

  /// The area of the map.
  static func mapArea(in area: Rect) -> Rect { area.inset(top: 1, bottom: 1) }

  func draw(on canvas: inout Canvas, in area: Rect) {
    canvas.fill(in: area)
    let map = Self.mapArea(in: area)
    drawTitle(visiblePoints.viewport, on: &canvas, in: area.row(0))
    drawFooter(on: &canvas, in: area.row(area.rows - 1))
    guard !map.isEmpty else { return }
    if isEmpty { return canvas.drawCentered(emptyLines, in: map) }
    // A circle without its legend would be taken for a route, unless it is the filter.
    let room = area.columns - 4 - venue(columns: area.columns - 2).width
    let isExplained = legends.prefix(5).contains { $0.width <= room }
    MapPicture(
      state: state, visiblePoints: visiblePoints, render: render,
      circle: isExplained || state.choices.walkingRadius != nil ? circle : nil
    ).draw(on: &canvas, in: map)
  }

  /// Whether there are no venues, not even ones without a location.
  private var isEmpty: Bool {
    state.isLoaded && state.points.count == 0 && state.points.withoutLocation == 0
  }

  /// Why the map is empty, and how to change that.
  private var emptyLines: [SpanLine] {
    let strings = render.strings
    guard let filter = FilterSummary(render: render).filter(state.choices) else {
      return [SpanLine(strings.noVenues, render.theme.heading)]
    }
    return [
      SpanLine(strings.noMatch, render.theme.heading), SpanLine(filter, render.theme.filter),
      SpanLine(strings.clearsFilterInList, render.theme.muted),
    ]
  }

  private func drawTitle(_ viewport: MapViewport, on canvas: inout Canvas, in row: Rect) {
    var spans = [Span(render.strings.map, render.theme.title)]
    if state.isLoaded {
      let muted = render.theme.muted
      spans += [
        Span(render.symbols.separator, muted), Span(render.strings.venues(state.points.count)),
      ]
      if state.points.withoutLocation > 0 {
        spans += [
          Span(render.symbols.separator, muted),
          Span(render.strings.withoutLocation(state.points.withoutLocation), muted),
        ]
      }
    }
    let scale = ScaleBar(viewport: viewport, render: render)
      .line(columns: ScaleBar.columns(in: row.columns))
    let forms = [spans + inView + filter, spans + inView].map(SpanLine.init)
    // The margins and the gap between both parts take four columns.
    let fitting = forms.first { $0.width + scale.width + 4 <= row.columns }
    TitleLine(left: fitting ?? SpanLine(spans), right: [scale]).draw(on: &canvas, in: row)
  }

  /// The filter in words; empty without one.
  private var filter: [Span] {
    guard let words = FilterSummary(render: render).filter(state.choices) else { return [] }
    return [Span(render.symbols.separator, render.theme.muted), Span(words, render.theme.filter)]
  }

  /// The number of venues in view; empty if all are.
  private var inView: [Span] {
    let visible = visiblePoints.raster.total
    guard state.isLoaded, visible < state.points.count else { return [] }
    let text = render.symbols.separator + render.strings.inView(visible)
    return [Span(text, render.theme.muted)]
  }

  private func drawFooter(on canvas: inout Canvas, in row: Rect) {
    TitleLine(left: venue(columns: row.columns - 2), right: isEmpty ? [] : legends)
      .draw(on: &canvas, in: row)
  }

  /// The cursor's venue in one line, with as many facts as fit.
  private func venue(columns: Int) -> SpanLine {
    guard let venue = state.venue else { return SpanLine() }
    let name = [
      Span(render.symbols.here + " ", render.theme.cursorMark),
      Span(venue.name, render.theme.title),
    ]
    let facts = [
      venue.priceInfo.priceCategory.map { Span($0, render.theme.price($0)) },
      PlaceText(origin: state.origin, render: render).distance(of: venue).map { Span($0) },
      state.cursor == nil ? Span(render.strings.noPlace, render.theme.problem) : nil,
      state.count == 0 ? nil : Span(position, render.theme.muted),
    ].compactMap(\.self)
    let separator = Span(render.symbols.separator, render.theme.muted)
    var room = columns - SpanLine(name).width
    let fitting = facts.prefix { fact in
      room -= SpanLine([separator, fact]).width
      return room >= 0
    }
    return SpanLine(joining: [name] + fitting.map { [$0] }, by: separator)
  }

  /// The position of the cursor's venue in the list.
  private var position: String {
    let number = render.strings.format
    return "\(number.count(state.index + 1))/\(number.count(state.count))"
  }

  /// The legend of symbols and colors, from the longest form to the shortest.
  private var legends: [SpanLine] {
    let legend = MapLegend(state: state, render: render)
    let isNear = state.you.map { visiblePoints.viewport.cell(of: $0) != nil } ?? false
    let (you, walk) = (isNear ? legend.you : [], circle == nil ? [] : legend.walk)
    let hasUnpriced = state.shade == .price && state.points.levels.contains(.unknown)
    let unpriced = hasUnpriced ? legend.unpriced : []
    let (long, short) = (legend.shades, legend.shortShades)
    return [
      [you, walk] + long + [unpriced], [you, walk] + short + [unpriced], [you, walk] + long,
      [you, walk] + short, [you, walk],
      [you] + long, [you] + short, [you], [],
    ]
    .map(MapLegend.line)
  }
}

/// What the symbols of a map mean.
struct MapLegend {
  let state: MapState
  let render: RenderContext
  /// The prices that any venue has.
  private let levels: [PriceLevel]

  init(state: MapState, render: RenderContext) {
    self.state = state
    self.render = render
    // Without colors, all discs are the same.
    let hasColors = Set(PriceLevel.known.map(render.theme.mark)).count > 1
    levels = hasColors ? PriceLevel.known.filter(state.points.levels.contains) : []
  }

  static func line(_ parts: [[Span]]) -> SpanLine { SpanLine(joining: parts, by: Span("  ")) }

  /// The user's location; empty if unknown.
  var you: [Span] { state.you == nil ? [] : render.legendOfYou }

  /// The walking distance circle.
  var walk: [Span] {
    let text = render.strings.walk(render.strings.format.radius(state.choices.radius))
    return render.legend(render.symbols.circle, render.theme.you, text)
  }

  /// The colors of prices or of numbers of venues, each with its disc.
  var shades: [[Span]] {
    zip(texts, colors).map { text, color in [Span(render.symbols.disc + " ", color), text] }
  }

  /// The same in less room.
  var shortShades: [[Span]] {
    let parts = zip(texts, colors).map { text, color in [Span(render.symbols.disc, color), text] }
    return [SpanLine(joining: parts, by: Span(" ")).spans]
  }

  private var colors: [Style] {
    switch state.shade {
    case .price: levels.map(render.theme.mark)
    case .density: render.theme.density
    }
  }

  private var texts: [Span] {
    switch state.shade {
    case .price: levels.map { Span($0.text, render.theme.price($0.text)) }
    case .density: (["1"] + MapShading.steps.map { "\($0)+" }).map { Span($0, render.theme.muted) }
    }
  }

  /// Venues without a price.
  var unpriced: [Span] {
    render.legend(render.symbols.disc, render.theme.neutral, render.strings.unpriced)
  }
}

extension RenderContext {
  /// The user's location in a legend.
  var legendOfYou: [Span] { legend(symbols.you, theme.you, strings.you) }

  fileprivate func legend(_ symbol: String, _ style: Style, _ text: String) -> [Span] {
    [Span(symbol, style), Span(" " + text, theme.muted)]
  }
}

/// A scale bar.
struct ScaleBar {
  let viewport: MapViewport
  let render: RenderContext

  /// The width of the scale bar of a map, and of the columns of its grid.
  static func columns(in width: Int) -> Int { width < 60 ? 14 : width < 140 ? 24 : 36 }

  /// A round distance whose line and text fit, and whose line is nearly as long as it; nil without a scale.
  func meters(columns: Int) -> Double? {
    guard metersPerCell.isFinite, metersPerCell > 0 else { return nil }
    let room = Double(max(1, columns - 10)) * metersPerCell
    let lengths = render.strings.format.units.roundLengths(notAbove: room)
    return lengths.first { error($0) <= Self.tolerance }
      ?? lengths.min { error($0) < error($1) }
  }

  /// The largest error of a line that is not avoided by a less round distance.
  private static let tolerance = 0.05

  /// The share by which the line of a distance, in whole cells, is too long or too short.
  private func error(_ meters: Double) -> Double {
    let cells = meters / metersPerCell
    return abs(cells - max(1, cells.rounded())) / cells
  }

  private var metersPerCell: Double { viewport.metersPerDot * 2 }

  /// The line of the distance, and its text.
  func line(columns: Int) -> SpanLine {
    guard let meters = meters(columns: columns) else { return SpanLine() }
    // The ends are in the middle of their cells.
    let cells = max(1, Int((meters / metersPerCell).rounded()))
    let bar = String(repeating: render.symbols.rule, count: cells - 1)
    let ends = render.symbols.ends
    return SpanLine([
      Span(ends[0] + bar + ends[1], render.theme.muted),
      Span(" " + render.strings.format.radius(meters)),
    ])
  }
}

/// Distance and direction of a venue in words.
struct PlaceText {
  let origin: Origin
  let render: RenderContext

  /// The distance and, if your location is known, the direction, such as "567 m SSW"; nil without a distance.
  func distance(of venue: Venue) -> String? {
    guard let meters = venue.location.distance else { return nil }
    let text = render.strings.format.distance(meters)
    return origin.direction(to: venue).map { "\(text) \(render.strings.direction($0))" } ?? text
  }
}
