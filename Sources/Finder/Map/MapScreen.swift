import FetchKit
import TerminalKit
import Venues

/// Acts for a map on the list that it was opened from.
protocol MapScreenDelegate: AnyObject {
  /// The user wants the cursor on the venue some rows further.
  func mapScreen(_ screen: MapScreen, didMoveBy rows: Int)
  /// The user wants the cursor on this venue.
  func mapScreen(_ screen: MapScreen, didSelect id: ObjectID)
  /// The user wants to see all of the cursor's venue.
  func mapScreenDidOpen(_ screen: MapScreen)
  /// The user wants to choose what is shown.
  func mapScreenDidFilter(_ screen: MapScreen)
  /// Other venues, or another part of the world, are seen.
  func mapScreenDidChange(_ screen: MapScreen)
}

/// Where the venues of the list are.
final class MapScreen: Screen {
  weak var delegate: (any MapScreenDelegate)?
  private let context: FinderContext
  private(set) var state = MapState() { didSet { delegate?.mapScreenDidChange(self) } }
  /// What was seen last; nil when the venues are others since.
  private var seen: VisiblePoints?
  private var area = Rect(.zero)
  private var loading: Task<Void, Never>?
  /// The venues whose names were asked for.
  private var named: Set<ObjectID> = []
  private var followed: ObjectID?
  private var lastClick: (id: ObjectID, time: Duration)?
  private var drag: Point?

  /// A map, as it was left where that is told.
  init(_ context: FinderContext, _ left: SavedMapState?) {
    self.context = context
    state.origin = context.origin
    guard let left else { return }
    state.focus = left.focus
    state.chosenShade = left.shade
    followed = left.venue
  }

  /// Shows where the venues of a request are.
  func show(_ request: FetchRequest<Venue>, radius: Double) {
    var request = request
    request.sortDescriptors = []
    state.radius = radius
    loading?.cancel()
    loading = context.tasks.start { [self, request] in
      do {
        let points = try await MapPoints.fetch(request, from: context.store)
        guard !Task.isCancelled else { return }
        state.points = points
        seen = nil
        state.isLoaded = true
      } catch {
        context.report(error)
      }
    }
  }

  /// Marks the venue that has the cursor, at its place in the list.
  func show(_ venue: Venue?, position: ListViewport) {
    state.venue = venue
    state.index = position.cursor
    state.count = position.count
  }

  var name: String { context.strings.map }

  func layout(in area: Rect) {
    self.area = area
    if followed != state.venue?.objectID {
      followed = state.venue?.objectID
      // All of them are seen first, wherever the cursor is.
      if state.isLoaded || state.focus != .all { state.follow(in: mapSize) }
    }
    loadNames()
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    MapView(state: state, visiblePoints: visiblePoints, render: context.render).draw(
      on: &canvas, in: area)
    return nil
  }

  /// What is seen right now.
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
  /// Reads the names of the venues around the cursor that are not known yet.
  private func loadNames() {
    let wanted = visiblePoints.nearest.map(\.id).filter { !named.contains($0) }
    guard !wanted.isEmpty else { return }
    named.formUnion(wanted)
    context.tasks.start { [self] in
      do {
        for venue in try await context.store.objects(with: wanted, as: Venue.self) {
          if let id = venue.objectID { state.names[id] = venue.name }
        }
      } catch {
        named.subtract(wanted)
        context.report(error)
      }
    }
  }
}

// MARK: - Keys

extension MapScreen {
  private static let step = 1.5

  var bindings: [KeyBinding] {
    [
      KeyBinding(.close, rank: 1) { self.context.pop(self) },
      KeyBinding(.zoomIn, rank: 2) { self.zoom(by: Self.step) },
      KeyBinding(.zoomOut, rank: 3) { self.zoom(by: 1 / Self.step) },
      KeyBinding(.next, unless: state.index + 1 < state.count ? nil : .isLast, rank: 4) {
        self.delegate?.mapScreen(self, didMoveBy: 1)
      },
      KeyBinding(.previous, unless: state.index > 0 ? nil : .isFirst) {
        self.delegate?.mapScreen(self, didMoveBy: -1)
      },
      KeyBinding(.openVenue, unless: state.venue == nil ? .listIsEmpty : nil, rank: 5) {
        self.delegate?.mapScreenDidOpen(self)
      },
      KeyBinding(.filter, rank: 7) { self.delegate?.mapScreenDidFilter(self) },
    ] + viewBindings
  }

  private var viewBindings: [KeyBinding] {
    let (columns, rows) = (max(1, mapSize.columns / 5), max(1, mapSize.rows / 5))
    return [
      KeyBinding(.panLeft) { self.pan(-columns, 0) },
      KeyBinding(.panRight) { self.pan(columns, 0) },
      KeyBinding(.panUp) { self.pan(0, -rows) },
      KeyBinding(.panDown) { self.pan(0, rows) },
      KeyBinding(.showAll, rank: 8) { self.state.focus = .all },
      KeyBinding(.centerVenue, unless: state.cursor == nil ? .placeIsUnknown : nil, rank: 9) {
        if let cursor = self.state.cursor { self.state.center(on: cursor, in: self.mapSize) }
      },
      KeyBinding(.centerYou, unless: state.you == nil ? .noOwnPlace : nil) {
        if let you = self.state.you { self.state.center(on: you, in: self.mapSize) }
      },
      KeyBinding(.shade, rank: 10) {
        self.state.chosenShade = self.state.shade == .price ? .density : .price
      },
    ]
  }

  private func zoom(by factor: Double, around cell: Point? = nil) {
    state.zoom(by: factor, around: cell, in: mapSize)
  }

  private func pan(_ columns: Int, _ rows: Int) {
    state.pan(columns: columns, rows: rows, in: mapSize)
  }
}

// MARK: - Mouse

extension MapScreen {
  private static let doubleClick = Duration.milliseconds(400)

  func handle(_ event: TerminalEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    let cell = mouse.point.moved(columns: -mapArea.left, rows: -mapArea.top)
    switch mouse.kind {
    case .wheelUp: zoom(by: Self.step, around: cell)
    case .wheelDown: zoom(by: 1 / Self.step, around: cell)
    case .press where mouse.button == .left: press(cell)
    case .drag: pull(to: cell)
    case .release: drag = nil
    case .press, .move, .wheelLeft, .wheelRight: break
    }
    return true
  }

  private func press(_ cell: Point) {
    drag = cell
    guard Rect(mapSize).contains(cell), let point = state.point(near: cell, in: mapSize) else {
      return
    }
    let now = context.clock()
    let isSecond =
      lastClick.map { $0.id == point.id && now - $0.time < Self.doubleClick } ?? false
    lastClick = isSecond ? nil : (point.id, now)
    delegate?.mapScreen(self, didSelect: point.id)
    if isSecond { delegate?.mapScreenDidOpen(self) }
  }

  private func pull(to cell: Point) {
    guard let start = drag, start != cell else { return }
    pan(start.column - cell.column, start.row - cell.row)
    drag = cell
  }
}
