import FetchKit
import TerminalKit
import Venues

/// The delegate of a map: the list that it was opened from.
protocol MapScreenDelegate: AnyObject {
  /// The user moved the cursor by some rows.
  func mapScreen(_ screen: MapScreen, didMoveBy rows: Int)
  /// The user selected a venue.
  func mapScreen(_ screen: MapScreen, didSelect id: ObjectID)
  /// The user opened the cursor's venue.
  func mapScreenDidOpen(_ screen: MapScreen)
  /// The user searches a part of the map.
  func mapScreen(_ screen: MapScreen, didSearch area: MapArea)
  /// The user opened the filter.
  func mapScreenDidFilter(_ screen: MapScreen)
  /// The visible venues or the viewport changed.
  func mapScreenDidChange(_ screen: MapScreen)
}

/// The map of the listed venues.
final class MapScreen: CommandScreen {
  weak var delegate: (any MapScreenDelegate)?
  private let context: FinderContext
  private(set) var state = MapState() { didSet { delegate?.mapScreenDidChange(self) } }
  /// The last result; nil if the venues have changed since.
  private var seen: VisiblePoints?
  private var area = Rect(.zero)
  private var loading: Task<Void, Never>?
  /// The venues whose names were requested.
  private var named: Set<ObjectID> = []
  private var followed: ObjectID?
  private var doubleClick = DoubleClick<ObjectID>()
  /// The cell of the pressed mouse button, and whether it has moved; nil if none is pressed.
  private var drag: (cell: Point, hasMoved: Bool)?

  /// Creates a map with a saved viewport.
  init(_ context: FinderContext, _ left: SavedMapState?) {
    self.context = context
    state.origin = context.origin
    guard let left else { return }
    state.focus = left.focus
    state.chosenShade = left.shade
    followed = left.venue
  }

  /// Shows the venues of a request on the map.
  func show(_ request: FetchRequest<Venue>, of choices: FilterChoices) {
    var request = request
    request.sortDescriptors = []
    state.choices = choices
    loading?.cancel()
    loading = context.start { [self, request] in
      let points = try await MapPoints.fetch(request, from: context.store)
      guard !Task.isCancelled else { return }
      state.points = points
      seen = nil
      state.isLoaded = true
    }
    // Keys pressed meanwhile mean the map with its venues.
    guard !state.isLoaded, let loading else { return }
    context.open { await loading.value }
  }

  /// Sets the venue under the cursor and its row in the list.
  func show(_ venue: Venue?, position: ListViewport) {
    state.venue = venue
    state.index = position.cursor
    state.count = position.count
  }

  var name: String { context.strings.map }

  func prepare(in area: Rect) {
    self.area = area
    if followed != state.venue?.objectID {
      followed = state.venue?.objectID
      // All of them are visible first, wherever the cursor is.
      if state.isLoaded || state.focus != .all { state.follow(in: mapSize) }
    }
    loadNames()
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    MapView(state: state, visiblePoints: visiblePoints, render: context.render).draw(
      on: &canvas, in: area)
    return nil
  }

  /// The points that the map shows, cached until it changes.
  private var visiblePoints: VisiblePoints {
    if let seen, seen.isCurrent(state, mapSize) { return seen }
    let visiblePoints = state.visiblePoints(mapSize)
    seen = visiblePoints
    return visiblePoints
  }

  private var mapArea: Rect { MapView.mapArea(in: area) }
  private var mapSize: Size { mapArea.size }
}

// MARK: - Names

extension MapScreen {
  /// Loads missing names of the venues around the cursor.
  private func loadNames() {
    let unnamed = visiblePoints.nearest.map(\.id).filter { !named.contains($0) }
    guard !unnamed.isEmpty else { return }
    named.formUnion(unnamed)
    context.tasks.start { [self] in
      do {
        for venue in try await context.store.objects(with: unnamed, as: Venue.self) {
          if let id = venue.objectID { state.names[id] = venue.name }
        }
      } catch {
        named.subtract(unnamed)
        context.report(error)
      }
    }
  }
}

// MARK: - Keys

extension MapScreen {
  private static let step = 1.5

  typealias Command = KeyCommand<MapScreen>

  nonisolated static let commands: [Command] = [
    Command(.close, rank: 1) { $0.context.pop($0) },
    Command(.zoomIn, rank: 2, unless: { $0.canZoom(by: step) ? nil : .isLargest }) {
      $0.zoom(by: step)
    },
    Command(.zoomOut, rank: 3, unless: { $0.canZoom(by: 1 / step) ? nil : .isSmallest }) {
      $0.zoom(by: 1 / step)
    },
    Command(.next, rank: 4, unless: { $0.noNext }) {
      $0.delegate?.mapScreen($0, didMoveBy: 1)
    },
    Command(.previous, unless: { $0.noPrevious }) {
      $0.delegate?.mapScreen($0, didMoveBy: -1)
    },
    Command(.openVenue, rank: 5, unless: { $0.state.venue == nil ? .listIsEmpty : nil }) {
      $0.delegate?.mapScreenDidOpen($0)
    },
    Command(.filter, rank: 7) { $0.delegate?.mapScreenDidFilter($0) },
    Command(.panLeft) { $0.pan(-1, 0) },
    Command(.panRight) { $0.pan(1, 0) },
    Command(.panUp) { $0.pan(0, -1) },
    Command(.panDown) { $0.pan(0, 1) },
    Command(.nearestWest, unless: { $0.noVenue }) { $0.moveToNeighbor(-1, 0) },
    Command(.nearestEast, unless: { $0.noVenue }) { $0.moveToNeighbor(1, 0) },
    Command(.nearestNorth, unless: { $0.noVenue }) { $0.moveToNeighbor(0, -1) },
    Command(.nearestSouth, unless: { $0.noVenue }) { $0.moveToNeighbor(0, 1) },
    Command(.searchArea, rankFor: { $0.state.focus == .all ? nil : 4 }) {
      $0.delegate?.mapScreen($0, didSearch: $0.state.viewport($0.mapSize).area)
    },
    Command(.showAll, rankFor: { $0.state.focus == .all ? 8 : 6 }) { $0.state.focus = .all },
    Command(.centerVenue, rank: 9, unless: { $0.noVenue }) {
      if let cursor = $0.state.cursor { $0.state.center(on: cursor, in: $0.mapSize) }
    },
    Command(.centerYou, unless: { $0.state.you == nil ? .noLocation : nil }) {
      if let you = $0.state.you { $0.state.center(on: you, in: $0.mapSize) }
    },
    Command(.shade, rank: 10) {
      $0.state.chosenShade = $0.state.shade == .price ? .density : .price
    },
  ]

  private var noRows: DisabledReason? { state.count == 0 ? .listIsEmpty : nil }

  private var noVenue: DisabledReason? {
    noRows ?? (state.cursor == nil ? .venueHasNoLocation : nil)
  }

  private var noNext: DisabledReason? {
    noRows ?? (state.index + 1 < state.count ? nil : .isLast)
  }

  private var noPrevious: DisabledReason? { noRows ?? (state.index > 0 ? nil : .isFirst) }

  /// Moves the cursor to the nearest venue in a direction.
  private func moveToNeighbor(_ columns: Int, _ rows: Int) {
    guard let point = state.neighbor(columns, rows, in: mapSize) else {
      return context.notify(context.strings.noNeighbor)
    }
    delegate?.mapScreen(self, didSelect: point.id)
  }

  private func zoom(by factor: Double, around cell: Point? = nil) {
    state.zoom(by: factor, around: cell, in: mapSize)
  }

  private func canZoom(by factor: Double) -> Bool { state.canZoom(by: factor, in: mapSize) }

  /// Moves the view by fifths of its size.
  private func pan(_ columns: Int, _ rows: Int) {
    let (width, height) = (max(1, mapSize.columns / 5), max(1, mapSize.rows / 5))
    state.pan(columns: columns * width, rows: rows * height, in: mapSize)
  }
}

// MARK: - Mouse

extension MapScreen {
  func handle(_ event: TerminalEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    let cell = mouse.point.moved(columns: -mapArea.left, rows: -mapArea.top)
    switch mouse.kind {
    case .wheelUp: zoom(by: Self.step, around: cell)
    case .wheelDown: zoom(by: 1 / Self.step, around: cell)
    case .press where mouse.button == .left: drag = (cell, false)
    case .drag: pull(to: cell)
    case .release: release(cell)
    case .press, .move, .wheelLeft, .wheelRight: break
    }
    return true
  }

  /// Ends a drag, or a click, which selects a venue.
  private func release(_ cell: Point) {
    defer { drag = nil }
    guard drag?.hasMoved == false, Rect(mapSize).contains(cell),
      let point = state.point(near: cell, in: mapSize)
    else { return }
    delegate?.mapScreen(self, didSelect: point.id)
    if doubleClick.click(point.id, at: context.clock()) { delegate?.mapScreenDidOpen(self) }
  }

  private func pull(to cell: Point) {
    guard let start = drag?.cell, start != cell else { return }
    state.pan(
      columns: start.column - cell.column, rows: start.row - cell.row, in: mapSize)
    drag = (cell, true)
  }
}
