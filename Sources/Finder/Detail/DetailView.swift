import TerminalKit
import Venues

/// Draws the state of the detail screen.
struct DetailView {
  let state: DetailState
  /// The scrollable lines, wrapped to their width.
  let lines: [SpanLine]
  let render: RenderContext

  func draw(on canvas: inout Canvas, in area: Rect) {
    let frame = DetailFrame(area, state)
    canvas.fill(in: area)
    if state.isUnfocused, state.venue == nil { return }
    drawTitle(on: &canvas, in: frame.title)
    drawSummary(on: &canvas, in: frame.summary)
    canvas.drawRule(in: frame.rule, render: render.style)
    state.scrolled.draw(lines, on: &canvas, in: frame.text, render: render.style)
    canvas.drawHangingRule(in: frame.mapRule, render: render.style)
    guard let venue = state.venue, !frame.map.isEmpty else { return }
    SmallMap(
      venue: venue, surroundings: state.surroundings, origin: state.origin, render: render
    ).draw(on: &canvas, in: frame.map)
  }

  private func drawTitle(on canvas: inout Canvas, in row: Rect) {
    let number = render.strings.format
    let position = "\(number.count(state.position + 1))/\(number.count(state.count))"
    let hasPosition = state.venue != nil && !state.isUnfocused && !state.isOutsideList
    let star = state.venue?.favorite == true ? " " + render.symbols.favorite : ""
    let taken = (hasPosition ? position.count + 2 : 0) + TextWidth.displayWidth(of: star)
    let name = TextWidth.truncated(
      state.venue?.name ?? "", to: max(0, row.columns - 2 - taken),
      ellipsis: render.symbols.ellipsis)
    TitleLine(
      left: SpanLine([Span(name, render.theme.title), Span(star, render.theme.favorite)]),
      right: hasPosition ? [SpanLine(position, render.theme.muted)] : []
    ).draw(on: &canvas, in: row)
  }

  private func drawSummary(on canvas: inout Canvas, in row: Rect) {
    guard let venue = state.venue else { return }
    func line(_ parts: [Span?]) -> SpanLine {
      SpanLine(joining: parts.compactMap(\.self).map { [$0] }, by: Span(render.symbols.separator))
    }
    let parts = [price(venue), venue.category.name.map { Span($0) }, distance(venue)]
    let forms = walk(venue).map { line(parts + [$0]) }
    let left = forms.first { $0.width <= row.columns - 2 } ?? line(parts)
    TitleLine(left: left, right: []).draw(on: &canvas, in: row)
  }

  private func price(_ venue: Venue) -> Span? {
    venue.priceInfo.priceCategory.map { Span($0, render.theme.price($0)) }
  }

  private func distance(_ venue: Venue) -> Span? {
    PlaceText(origin: state.origin, render: render).distance(of: venue).map { Span($0) }
  }

  /// The time to walk there, from the longest form to the shortest; none if it is unknown, or takes hours.
  private func walk(_ venue: Venue) -> [Span] {
    guard let meters = venue.location.distance, meters < FilterChoices.walkingSpeed * 120 else {
      return []
    }
    let time = render.strings.walkingTime(meters)
    return [Span(render.strings.walk(time)), Span(time)]
  }
}

/// The layout of the detail screen.
struct DetailFrame: Hashable {
  let title: Rect
  let summary: Rect
  let rule: Rect
  /// The area of the scrollable lines.
  let text: Rect
  /// The area of the small map; empty without one.
  let map: Rect
  /// The rule between the text and the map; empty without a map.
  let mapRule: Rect

  /// The layout for a venue.
  init(_ area: Rect, _ state: DetailState) {
    self.init(area, hasMap: state.venue?.location.coordinate != nil)
  }

  /// The map is at the right if the text stays wide enough, else below the text.
  init(_ area: Rect, hasMap: Bool) {
    title = area.row(0)
    summary = area.row(1)
    rule = area.row(2)
    let body = area.inset(left: 1, top: 3, right: 1)
    if hasMap, body.columns >= 70, body.rows >= 10 {
      let (right, left) = body.split(right: min(44, body.columns * 2 / 5))
      text = left.inset(right: 2)
      map = right.split(top: min(right.rows, right.columns * 3 / 4)).top.inset(left: 1)
      mapRule = left.inset(left: left.columns - 1)
    } else if hasMap, body.columns >= 30, body.rows >= 24 {
      let (bottom, top) = body.split(bottom: min(body.rows * 2 / 5, body.columns * 2 / 5))
      text = top.inset(bottom: 1)
      map = bottom
      mapRule = area.row(bottom.top - 1 - area.top)
    } else {
      text = body
      map = Rect(origin: body.origin, size: .zero)
      mapRule = map
    }
  }
}

/// A small map with a venue, those around it in the list, the user's location, a scale and a legend.
struct SmallMap {
  let venue: Venue
  let surroundings: DetailState.Surroundings
  let origin: Origin
  let render: RenderContext

  func draw(on canvas: inout Canvas, in area: Rect) {
    let (row, map) = area.split(bottom: 1)
    guard let viewport = viewport(map.size) else { return }
    var state = MapState()
    state.venue = venue
    state.origin = origin
    state.names = surroundings.names
    state.points = MapPoints(surroundings.neighbors)
    state.chosenShade = .price
    let visiblePoints = VisiblePoints(
      of: state.points, around: state.cursor ?? viewport.center, in: viewport)
    state.choices.radius = surroundings.radius ?? state.choices.radius
    let circle = surroundings.radius == nil ? nil : MapCircle(of: state, among: visiblePoints)
    MapPicture(
      state: state, visiblePoints: visiblePoints, render: render, circle: circle
    ).draw(on: &canvas, in: map)
    let legend = MapLegend(state: state, render: render)
    let parts =
      circle == nil
      ? [[legend.you] + legend.shades, [legend.you] + legend.shortShades]
      : [[legend.you, legend.walk], [legend.walk]]
    TitleLine(
      left: ScaleBar(viewport: viewport, render: render).line(columns: row.columns / 2),
      right: (parts + [[legend.you]]).map(MapLegend.line)
    ).draw(on: &canvas, in: row.inset(left: -1, right: -1))
  }

  /// The number of neighbors that the view is made for.
  private static let neighbors = 4

  /// The closest view of both, some neighbors and the walking distance; nil without a location.
  private func viewport(_ size: Size) -> MapViewport? {
    guard !size.isEmpty, let place = venue.location.coordinate else { return nil }
    let here = MapPosition(place)
    let you = origin.coordinate.map(MapPosition.init)
    // Farther ones would make the rest small.
    let least = FilterChoices.walkingDistance * here.meter
    let reach = you.map { 2 * max(here.length(to: $0), least) } ?? .infinity
    let near = surroundings.neighbors.map(\.position).filter { here.length(to: $0) <= reach }
      .sorted { here.length(to: $0) < here.length(to: $1) }.prefix(Self.neighbors + 1)
    let positions = [here] + [you].compactMap(\.self) + Array(near) + corners(around: you)
    return MapBounds(positions).map { MapViewport(fitting: $0, size: size) }
  }

  /// The corners of a square around the walking distance; none without one.
  private func corners(around you: MapPosition?) -> [MapPosition] {
    guard let you, let radius = surroundings.radius.map({ $0 * you.meter }) else { return [] }
    return [-radius, radius].map { MapPosition(x: you.x + $0, y: you.y + $0) }
  }
}
