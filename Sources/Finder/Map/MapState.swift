import FetchKit
import TerminalKit
import Venues

/// The state of the map.
struct MapState {
  /// The viewport.
  enum Focus: Hashable {
    /// All venues, and the user's location unless it is far away.
    case all
    /// A center, and a scale in units of the map's width per dot.
    case part(center: MapPosition, scale: Double)
  }

  /// The meaning of the dots' colors.
  enum Shade: Hashable {
    case price
    case density
  }

  var points = MapPoints()
  /// Whether the venues are loaded.
  var isLoaded = false
  var origin = Origin.asImported(nil)
  /// The filter of the venues; its radius is that of the walking distance circle.
  var choices = FilterChoices()
  var focus = Focus.all
  /// nil for the default for the number of venues.
  var chosenShade: Shade?
  /// The venue with the cursor; nil in an empty list.
  var venue: Venue?
  /// The 0-based row of that venue, and the number of rows.
  var index = 0
  var count = 0
  /// The names for labels.
  var names: [ObjectID: String] = [:]

  private static let fewVenues = 1000
  /// The maximum distance in meters at which the user's location is in the initial view.
  private static let vicinity = 5000.0
  private static let widest = 1.0
  /// Meters per dot in the closest view.
  private static let closest = 0.25

  /// The user's location; nil if unknown.
  var you: MapPosition? { origin.coordinate.map(MapPosition.init) }

  /// The position of the cursor's venue; nil if unknown.
  var cursor: MapPosition? { venue?.location.coordinate.map(MapPosition.init) }

  var shade: Shade {
    chosenShade ?? (points.count <= Self.fewVenues ? .price : .density)
  }

  /// The visible bounds for a size in cells.
  func viewport(_ size: Size) -> MapViewport {
    switch focus {
    case .all: MapViewport(fitting: everything, size: size)
    case .part(let center, let scale): MapViewport(center: center, scale: scale, size: size)
    }
  }

  private var everything: MapBounds {
    guard let bounds = points.bounds else {
      return MapBounds(around: you ?? MapPosition(x: 0.5, y: 0.5), meters: Self.vicinity)
    }
    guard let you else { return bounds }
    if let radius = choices.walkingRadius {
      let reach = radius * you.meter
      return MapBounds(around: you, west: -reach, east: reach, north: -reach, south: reach)
    }
    let joined = bounds.adding(you)
    return joined.length <= max(2 * bounds.length, Self.vicinity * you.meter) ? joined : bounds
  }
}

// MARK: - Moving

extension MapState {
  /// Zooms in (a factor above 1) or out around a cell, which keeps its position, or else around the cursor's venue if
  /// that is visible, which moves to the middle while zooming in.
  mutating func zoom(by factor: Double, around cell: Point? = nil, in size: Size) {
    var viewport = viewport(size)
    let venue = cursor.flatMap { viewport.cell(of: $0) == nil ? nil : $0 }
    let fixed = cell.map(viewport.position) ?? venue ?? viewport.center
    let way = fixed.way(to: viewport.center)
    let scale = clamped(viewport.scale / factor, in: viewport)
    let zoom = scale / viewport.scale
    let share = cell == nil && zoom < 1 ? zoom * zoom : zoom
    viewport.center = MapPosition(x: fixed.x + way.x * share, y: fixed.y + way.y * share)
    focus = .part(center: viewport.center.onMap, scale: scale)
  }

  /// Whether `zoom` changes the scale.
  func canZoom(by factor: Double, in size: Size) -> Bool {
    let viewport = viewport(size)
    return clamped(viewport.scale / factor, in: viewport) != viewport.scale
  }

  /// Moves the view by a number of cells.
  mutating func pan(columns: Int, rows: Int, in size: Size) {
    let viewport = viewport(size)
    let center = MapPosition(
      x: viewport.center.x + Double(columns * 2) * viewport.scale,
      y: viewport.center.y + Double(rows * 4) * viewport.scale)
    focus = .part(center: center.onMap, scale: viewport.scale)
  }

  /// Centers the map on a position.
  mutating func center(on position: MapPosition, in size: Size) {
    focus = .part(center: position, scale: viewport(size).scale)
  }

  /// Centers the map on the cursor's venue if it is at the edge or outside.
  mutating func follow(in size: Size) {
    guard let cursor else { return }
    let inner = Rect(size).inset(left: 1, top: 1, right: 1, bottom: 1)
    if let cell = viewport(size).cell(of: cursor), inner.contains(cell) || focus == .all { return }
    center(on: cursor, in: size)
  }

  /// The nearest venue in a direction from the cursor's, within 45 degrees of it if there is one; nil if there is none
  /// around the view.
  func neighbor(_ columns: Int, _ rows: Int, in size: Size) -> MapPoint? {
    guard let cursor else { return nil }
    // Three views wide and high.
    let wide = MapViewport(
      center: cursor, scale: viewport(size).scale,
      size: Size(columns: size.columns * 3, rows: size.rows * 3))
    let start = wide.dot(of: cursor)
    var (best, other): ((index: Int, distance: Double)?, (index: Int, distance: Double)?)
    points.forEachDot(in: wide) { dot in
      let (x, y) = (dot.column - start.column, dot.row - start.row)
      let ahead = x * Double(columns) + y * Double(rows)
      let aside = abs(x * Double(rows)) + abs(y * Double(columns))
      let distance = x * x + y * y
      guard ahead > 0.01 else { return }
      if aside <= ahead, distance < best?.distance ?? .infinity { best = (dot.index, distance) }
      if distance < other?.distance ?? .infinity { other = (dot.index, distance) }
    }
    return (best ?? other).map { points[$0.index] }
  }

  /// The venue nearest to a cell within three cells; nil if there is none.
  func point(near cell: Point, in size: Size) -> MapPoint? {
    let viewport = viewport(size)
    let target = (column: Double(cell.column * 2 + 1), row: Double(cell.row * 4 + 2))
    var best: (index: Int, distance: Double)?
    points.forEachDot(in: viewport) { dot in
      let (x, y) = (dot.column - target.column, dot.row - target.row)
      let distance = x * x + y * y
      if distance < best?.distance ?? 65 { best = (dot.index, distance) }
    }
    return best.map { points[$0.index] }
  }

  private func clamped(_ scale: Double, in viewport: MapViewport) -> Double {
    let least = Self.closest * viewport.center.meter
    return max(least, min(Self.widest / Double(max(1, viewport.dots.columns)), scale))
  }
}

extension MapPosition {
  /// The same position, limited to the map.
  fileprivate var onMap: Self { Self(x: x - x.rounded(.down), y: max(0, min(1, y))) }
}

/// The last view of the map.
struct SavedMapState: Hashable {
  var choices: FilterChoices
  var origin: Origin
  var focus: MapState.Focus
  /// nil for the default for the number of venues.
  var shade: MapState.Shade?
  /// The venue with the cursor; nil in an empty list.
  var venue: ObjectID?
}

/// A saved viewport and shading of the map.
struct SavedMapView: Hashable, Codable {
  /// The center, and the width of a dot, in units of the map's width; nil for all venues.
  var x: Double?
  var y: Double?
  var scale: Double?
  var isDense: Bool?

  /// nil for an untouched map.
  init?(_ map: SavedMapState) {
    if map.focus == .all, map.shade == nil { return nil }
    if case .part(let center, let scale) = map.focus {
      (x, y, self.scale) = (center.x, center.y, scale)
    }
    isDense = map.shade.map { $0 == .density }
  }

  var shade: MapState.Shade? { isDense.map { $0 ? .density : .price } }

  /// The viewport; all venues if nil.
  var focus: MapState.Focus {
    guard let x, let y, let scale, (0...1).contains(x), (0...1).contains(y), scale > 1e-12,
      scale <= 1
    else { return .all }
    return .part(center: MapPosition(x: x, y: y), scale: scale)
  }
}
